import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A module by its URL, a script by its path. */
const framePlace = /((?:file:\/\/)?\/(?:[A-Za-z]:)?[^\s():]+|[A-Za-z]:\\[^\s():]+):(\d+):(\d+)/g

/**
 * Rewrites the places in stack frames of bundles to those of their sources, where a source map is beside a bundle. Frames come
 * from a process that may have been taken over, so only maps in these folders are read.
 */
export const originalFrames = (frames: string, bundleFolders: readonly string[]): string => {
  const maps = new Map<string, SourceMap | null>()
  const mapOf = (path: string): SourceMap | null => {
    const map = maps.get(path) ?? readSourceMap(path)
    maps.set(path, map)
    return map
  }
  return frames.replaceAll(framePlace, (place, url: string, line: string, column: string) => {
    const path = url.startsWith('file:') ? pathOfUrl(url) : url
    if (path === null || !bundleFolders.includes(dirname(path))) return place
    const entry = mapOf(path)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return place
    return `${resolve(dirname(path), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

const pathOfUrl = (url: string): string | null => {
  try {
    return fileURLToPath(url)
  } catch {
    return null
  }
}

/** Null where there is none, or a damaged one. */
const readSourceMap = (path: string): SourceMap | null => {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  } catch {
    return null
  }
}
