import { glob } from 'node:fs/promises'
import { basename, dirname, relative } from 'node:path'
import { mediaTypeOfFilename } from '@polyparse/readers/media-type'
import { UsageError } from '../cli-error.ts'
import type { Invocation } from '../invocation.ts'
import { replaceControls } from '../output.ts'
import { type DocumentSource, givenSource, type NamedSource, readUrl, stemOf } from './document-source.ts'
import { createFileNames, safeFileName } from './file-names.ts'
import { filesBelow, kindOf, tellRefused } from './files-below.ts'

/** The documents of the arguments, and the files of folders that no reader takes. */
export type FoundSources = { readonly sources: readonly NamedSource[]; readonly skipped: readonly string[] }

type SourceInFolder = { readonly source: DocumentSource; readonly folder: string }

/**
 * The documents that texts name: files, URLs, folders with all that they hold, and patterns where the shell has not
 * expanded them. In folders, hidden files are ignored, and so are links to folders, which may be circular; links that lead out of
 * the folder are refused and told; files whose
 * extension says that nothing reads them are skipped. A document that is named twice is there once.
 * @throws {UsageError} when one names nothing
 */
export const findSources = async (texts: readonly string[], invocation: Invocation): Promise<FoundSources> => {
  const found: SourceInFolder[] = []
  const skipped: string[] = []
  for (const text of texts) {
    const url = readUrl(text)
    if (url === null) await addFiles(text, { found, skipped, invocation })
    else found.push({ source: url, folder: '' })
  }
  return { sources: nameSources(removeDuplicateSources(found)), skipped }
}

type Finding = { readonly found: SourceInFolder[]; readonly skipped: string[]; readonly invocation: Invocation }

const addFiles = async (text: string, { found, skipped, invocation }: Finding): Promise<void> => {
  const kind = await kindOf(text)
  if (kind === 'file') return void found.push({ source: { path: text, filename: basename(text) }, folder: '' })
  if (kind === 'other') throw new UsageError(`${replaceControls(text)} is not a regular file`)
  const { files: paths, refused } =
    kind === 'folder' ? await filesBelow(text) : { files: await matching(text), refused: [] }
  tellRefused(invocation, refused)
  if (paths.length === 0)
    throw new UsageError(
      kind === 'folder'
        ? `The folder ${replaceControls(text)} has no files`
        : `There is no file ${replaceControls(text)}`,
    )
  for (const path of paths) {
    const isRead = mediaTypeOfFilename(basename(path)) !== null
    if (!isRead) skipped.push(path)
    else
      found.push({
        source: { path, filename: basename(path) },
        folder: kind === 'folder' ? dirname(relative(text, path)) : '',
      })
  }
}

const matching = async (pattern: string): Promise<string[]> => {
  if (!/[*?[\]{}]/.test(pattern)) return []
  const paths = await Array.fromAsync(glob(pattern))
  const kinds = await Promise.all(paths.map(kindOf))
  return paths.filter((_, index) => kinds[index] === 'file').toSorted()
}

const removeDuplicateSources = (found: readonly SourceInFolder[]): readonly SourceInFolder[] => [
  ...new Map(found.map((each) => [givenSource(each.source), each])).values(),
]

/** Result files lie in the folders of their documents; within one, names are unique. */
const nameSources = (found: readonly SourceInFolder[]): NamedSource[] => {
  const namesIn = new Map<string, (wanted: string) => string>()
  return found.map(({ source, folder }) => {
    const nameFor = namesIn.get(folder) ?? createFileNames()
    namesIn.set(folder, nameFor)
    const name = nameFor(stemOf(source.filename))
    const path = folder === '' || folder === '.' ? name : `${folder.split(/[\\/]/).map(safeFileName).join('/')}/${name}`
    const shown = 'path' in source && folder !== '' ? source.path : source.filename
    return { source, shown: replaceControls(shown), name: path }
  })
}
