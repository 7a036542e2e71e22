import { basename } from 'node:path'
import { UsageError } from '../cli-error.ts'
import { replaceControls } from '../output.ts'
import { createFileNames } from './file-names.ts'
import { kindOf } from './files-below.ts'

/** A document on this machine, or one that the service fetches. */
export type DocumentSource =
  | { readonly path: string; readonly filename: string }
  | { readonly url: string; readonly filename: string }

/** The path or the URL of a document, as it was given. */
export const givenSource = (source: DocumentSource): string => ('path' in source ? source.path : source.url)

/** A document, its name for display, and the unique name that its result files start with. */
export type NamedSource = { readonly source: DocumentSource; readonly shown: string; readonly name: string }

/** @throws {UsageError} when one is neither a file nor a URL that starts with http:// or https:// */
export const readSources = async (texts: readonly string[]): Promise<NamedSource[]> => {
  const nameFor = createFileNames()
  const named: NamedSource[] = []
  for (const text of texts) {
    const source = readUrl(text) ?? (await findFileSource(text))
    named.push({ source, shown: replaceControls(source.filename), name: nameFor(stemOf(source.filename)) })
  }
  return named
}

/**
 * The filename without its extension.
 * @example stemOf('report.final.pdf') // 'report.final'
 */
export const stemOf = (filename: string): string => filename.replace(/(?<=.)\.[^.]*$/s, '')

/** The document at a URL; null: the text is no URL. @throws {UsageError} when it is one of another scheme */
export const readUrl = (text: string): DocumentSource | null => {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return null
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${replaceControls(text)} must be a file, or a URL that starts with http:// or https://`)
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? url.hostname
  return { url: text, filename: decodeUrlFilename(last) }
}

const decodeUrlFilename = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const findFileSource = async (path: string): Promise<DocumentSource> => {
  const kind = await kindOf(path)
  if (kind === null) throw new UsageError(`There is no file ${replaceControls(path)}`)
  if (kind === 'folder') throw new UsageError(`${replaceControls(path)} is a folder; \`polyparse bench\` takes folders`)
  if (kind === 'other') throw new UsageError(`${replaceControls(path)} is not a regular file`)
  return { path, filename: basename(path) }
}
