import { limits, type CatalogEntry } from '@polyparse/contract'
import { mediaTypeOfFilename } from '@polyparse/document/media-types'
import { typeName } from '../language/type-name.ts'
import { nameOfSource, type ChosenSource } from '../request/source.ts'

/** Why a document is not sent. */
export type FileRefusal =
  | { readonly reason: 'empty' }
  | { readonly reason: 'too_large'; readonly maxBytes: number }
  | { readonly reason: 'too_many'; readonly max: number }
  | { readonly reason: 'unreadable' }
  /** Neither its name nor its first bytes say what it is. */
  | { readonly reason: 'unknown_type' }
  /** `others` of this service do read it. */
  | { readonly reason: 'not_read'; readonly type: string; readonly others: readonly string[] }

export type Checked = { readonly source: ChosenSource; readonly refusal: FileRefusal | null }

/** Documents of one batch. */
export const maxDocuments = limits.batchJobs

type Rules = {
  readonly catalog: readonly CatalogEntry[]
  /** The ids of the providers that are to read the documents. */
  readonly chosen: readonly string[]
  /** Null while it is not known. */
  readonly maxBytes: number | null
}

/** Finds what could be wrong with each document, found out before anything is sent. */
export const checkSources = async (sources: readonly ChosenSource[], rules: Rules): Promise<Checked[]> => {
  const checked: Checked[] = []
  let accepted = 0
  for (const source of sources) {
    const refusal = (await refusalOfSource(source, rules)) ?? (accepted < maxDocuments ? null : tooMany)
    if (refusal === null) accepted += 1
    checked.push({ source, refusal })
  }
  return checked
}

const tooMany: FileRefusal = { reason: 'too_many', max: maxDocuments }

const refusalOfSource = async (
  source: ChosenSource,
  { catalog, chosen, maxBytes }: Rules,
): Promise<FileRefusal | null> => {
  if ('url' in source) return null
  const { file } = source
  if (file.size === 0) return { reason: 'empty' }
  if (maxBytes !== null && file.size > maxBytes) return { reason: 'too_large', maxBytes }
  const named = mediaTypeOfFilename(nameOfSource(source))
  const kind = named === null ? await kindOfUploadFile(file) : 'known'
  if (kind === 'unreadable') return { reason: 'unreadable' }
  if (kind === 'unknown') return { reason: 'unknown_type' }
  // A known signature without a known name: the service looks closer.
  const mediaType = named ?? (kind === 'text' ? 'text/plain' : null)
  if (mediaType === null) return null
  const readers = catalog.filter(({ enabled, mediaTypes }) => enabled && (mediaTypes?.includes(mediaType) ?? true))
  if (readers.some(({ id }) => chosen.includes(id))) return null
  return { reason: 'not_read', type: typeName(mediaType), others: readers.map(({ id }) => id) }
}

/** The beginnings of formats that documents come in, and the marks of UTF-16. */
const documentSignatures = [
  '%PDF-',
  'PK\u0003\u0004',
  '\u0089PNG',
  '\u00ff\u00d8\u00ff',
  'GIF8',
  'II*\0',
  'MM\0*',
  'BM',
  'RIFF',
  '\u00d0\u00cf\u0011\u00e0',
  '\u00ff\u00fe',
  '\u00fe\u00ff',
]

/** Control characters that text does not contain, but for a few that say nothing. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for them
const controls = /[\x00-\x08\x0e-\x1a\x1c-\x1f]/g

const uploadHeadBytes = 1024

const kindsByUploadFile = new WeakMap<File, Promise<'known' | 'text' | 'unknown' | 'unreadable'>>()

/** Returns what the beginning of a file says of it. */
const kindOfUploadFile = (file: File) => {
  const known = kindsByUploadFile.get(file) ?? readKind(file)
  kindsByUploadFile.set(file, known)
  return known
}

const readKind = async (file: File): Promise<'known' | 'text' | 'unknown' | 'unreadable'> => {
  const head = await file
    .slice(0, uploadHeadBytes)
    .arrayBuffer()
    .catch(() => null)
  if (head === null) return 'unreadable'
  const bytes = String.fromCharCode(...new Uint8Array(head))
  if (documentSignatures.some((signature) => bytes.startsWith(signature))) return 'known'
  return (bytes.match(controls)?.length ?? 0) > bytes.length / 100 ? 'unknown' : 'text'
}
