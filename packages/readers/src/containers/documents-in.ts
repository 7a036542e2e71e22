import { Readable } from 'node:stream'
import { EngineFailure } from '@polyparse/engine'
import { detectWith } from '../media-type/detect.ts'
import { identifyOwn } from '../media-type/signatures.ts'
import type { ContainerBudget } from './budget.ts'
import type { Container, ContainerEntry } from './entry.ts'
import { listEntries } from './list-entries.ts'
import { archiveMediaTypes, mailMediaTypes } from './media-types.ts'
import { maxContainerDepth } from './parameters.ts'
import { cleanPath, fileName, isHiddenPath, isLitter } from './paths.ts'

/** A document in a container: its bytes, or why there are none. */
export type DocumentInside = {
  /** The path in the job's document; a file in an archive within it comes after the path of that archive. */
  readonly path: string
  /** The type as detected from the bytes. */
  readonly mediaType: string
} & ({ readonly bytes: Uint8Array } | { readonly failure: EngineFailure })

/**
 * The bounds of a search: what to open, how much all of it may unpack to, and the listener for hidden files, which are
 * left out.
 */
export type DocumentSearch = {
  readonly attachments: boolean
  readonly password: string | null
  readonly budget: ContainerBudget
  readonly onHidden: () => void
}

/**
 * The documents in a container in its order, with those in the archives in it, each unpacked when it is asked for. With
 * `attachments`, each mail is followed by what is attached to it.
 * @throws {EngineFailure} when the container itself cannot be opened
 */
export async function* documentsIn(
  container: Container,
  search: DocumentSearch,
  { folder = '', depth = 0 } = {},
): AsyncGenerator<DocumentInside> {
  const list = listEntries(container.mediaType)
  if (list === undefined) throw new TypeError(`${container.mediaType} is no container`)
  const entries = await list(container, search.budget)
  search.budget.takeFiles(entries.length)
  for (const entry of entries) {
    const within = cleanPath(entry.path)
    if (isLitter(within)) continue
    if (isHiddenPath(within)) search.onHidden()
    else yield* documentsOf(entry, folder + within, search, depth)
  }
}

async function* documentsOf(
  entry: ContainerEntry,
  path: string,
  search: DocumentSearch,
  depth: number,
): AsyncGenerator<DocumentInside> {
  const found = await open(entry, path)
  const { mediaType } = found
  const isArchive = has(archiveMediaTypes, mediaType)
  if (!('bytes' in found) || !isArchive) yield found
  if (!('bytes' in found) || !(isArchive || (search.attachments && has(mailMediaTypes, mediaType)))) return
  if (depth >= maxContainerDepth) {
    if (isArchive) yield { path, mediaType, failure: tooDeep() }
    return
  }
  try {
    const { password } = search
    const container = { bytes: found.bytes, mediaType, filename: fileName(path), password }
    yield* documentsIn(container, search, { folder: `${path}/`, depth: depth + 1 })
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    // A mail that cannot be opened cannot be read either, and that has been told.
    if (isArchive) yield { path, mediaType, failure: error }
  }
}

const has = (mediaTypes: readonly string[], mediaType: string): boolean => mediaTypes.includes(mediaType)

const open = async (entry: ContainerEntry, path: string): Promise<DocumentInside> => {
  const declared = entry.mediaType ?? 'application/octet-stream'
  try {
    const bytes = entry.read()
    if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
    const read = async ({ start, end }: { start: number; end: number }) => Readable.from([bytes.subarray(start, end)])
    const mediaType = await detectWith(identifyOwn, read, { size: bytes.length, declared, filename: fileName(path) })
    return { path, mediaType, bytes }
  } catch (error) {
    if (error instanceof EngineFailure) return { path, mediaType: declared, failure: error }
    throw error
  }
}

const tooDeep = (): EngineFailure =>
  new EngineFailure(
    'document_damaged',
    'The document is an archive in an archive that is in an archive itself, and is not opened.',
  )
