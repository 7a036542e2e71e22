import { basename, relative, resolve, sep } from 'node:path'
import { mediaTypeOfFilename } from '@polyparse/readers/media-type'
import { stemOf } from '../documents/document-source.ts'
import { filesBelow } from '../documents/files-below.ts'

/** A document of the folder; `name` is its path relative to the folder, with `/`. `truth` is the path of its ground truth. */
export type FoundDocument = { readonly name: string; readonly path: string; readonly truth: string | null }

export type FoundDocuments = {
  readonly documents: FoundDocument[]
  readonly skipped: string[]
  readonly refused: readonly string[]
}

/**
 * The documents of a folder and its subfolders whose types `canRead` accepts, sorted by name. `NAME.md` beside another
 * document of that name is its ground truth, not a document. Hidden files and folders are ignored, as are links to
 * folders, which may be circular, and the files in `except`; links that lead out of the folder are refused.
 */
export const findDocuments = async (
  folder: string,
  { canRead, except }: { canRead: (mediaType: string) => boolean; except: readonly string[] },
): Promise<FoundDocuments> => {
  const excluded = new Set(except.map((path) => resolve(path)))
  const { files, refused } = await filesBelow(folder)
  const paths = files.filter((path) => !excluded.has(resolve(path)))
  const isReadable = (path: string): boolean => {
    const mediaType = mediaTypeOfFilename(basename(path))
    return mediaType !== null && canRead(mediaType)
  }
  const readable = paths.filter(isReadable)
  const others = new Set(readable.filter((path) => !isMarkdown(path)).map(stemOf))
  const truths = new Map(
    paths.filter((path) => isMarkdown(path) && others.has(stemOf(path))).map((path) => [stemOf(path), path]),
  )
  const isTruth = new Set(truths.values())
  const nameOf = (path: string): string => relative(folder, path).split(sep).join('/')
  return {
    documents: readable
      .filter((path) => !isTruth.has(path))
      .map((path) => ({ name: nameOf(path), path, truth: truths.get(stemOf(path)) ?? null })),
    skipped: paths.filter((path) => !isReadable(path) && !isTruth.has(path)).map(nameOf),
    refused,
  }
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path)
