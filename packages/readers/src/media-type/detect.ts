import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { countControls, withoutControls, withoutEndOfFile } from '@polyparse/engine'
import { charsetDecoder, utf16Of, utf32Of } from '@polyparse/engine'
import { isTiff } from '@polyparse/engine/tiff-signature'
import { mediaTypeOfFilename } from '@polyparse/document/media-types'
import { mediaTypeOfCompound } from './media-type-of-compound.ts'
import { isTextual, mediaTypeOfText, usualName } from './media-type-of-text.ts'
import { mediaTypeOfZip } from './media-type-of-zip.ts'

/** Opens stored bytes at a range; `end` is exclusive. */
export type ReadRange = (range: { start: number; end: number }) => Promise<Readable>

/** The facts on record about stored bytes. */
export type Declared = {
  /** Bytes. */
  readonly size: number
  /** The media type on record, which may say little or be wrong. */
  readonly declared: string
  readonly filename: string | null
}

/** The media type of a binary format by the signature at its beginning; undefined for none that is known. */
export type Identify = (head: Uint8Array) => Promise<string | undefined> | string | undefined

/** Bytes that suffice to distinguish text from binary, and kinds of text from each other. */
const detectionHeadBytes = 16 * 1024
/** Bytes in which readers of PDF look for its header. */
const pdfHeaderBytes = 1024

/**
 * The media type of stored bytes by their content; `identify` knows the signatures of binary formats. Only formats that differ by convention (kinds of text, what an
 * encrypted office file holds) depend on the declared type and the file name. Reads a few kilobytes, and the directory
 * of an archive. Unknown bytes are `application/octet-stream`; an empty file has the declared type.
 *
 * @throws whatever `read` or its stream fails with
 */
export const detectWith = async (
  identify: Identify,
  read: ReadRange,
  { size, declared, filename }: Declared,
): Promise<string> => {
  if (size === 0) return declared
  const bytes = async (start: number, end: number) =>
    start < end && start < size ? buffer(await read({ start, end: Math.min(end, size) })) : Buffer.alloc(0)
  const head = await bytes(0, detectionHeadBytes)
  const hints = [declared, mediaTypeOfFilename(filename)].filter((hint) => hint !== null)

  const pdfAt = head.subarray(0, pdfHeaderBytes).indexOf('%PDF-')
  if (pdfAt === 0 || (pdfAt > 0 && hints.includes('application/pdf'))) return 'application/pdf'
  if (zipSignatures.some((signature) => head.subarray(0, 4).equals(signature)))
    return mediaTypeOfZip(bytes, size, hints)
  const isCalledText = hints.some((hint) => isTextual(usualName(hint)) || otherTexts.has(usualName(hint)))
  const asText = (text: string) =>
    mediaTypeOfText(withoutControls(text), { complete: size <= detectionHeadBytes, hints })
  // They come before the signatures of binary formats: some are two letters that a text may begin with.
  const texts = candidateTextsOfHead(head, isCalledText)
  const pure = texts.find((text) => countControls(withoutEndOfFile(text)) === 0)
  if (pure !== undefined) return asText(pure)
  const known = ownSignature(head) ?? (await identify(head))
  if (known === 'application/x-cfb')
    return (await mediaTypeOfCompound(bytes, hints)) ?? hints.find((hint) => compoundFiles.has(hint)) ?? known
  // The directory that says what else such a file may be lies behind the pixels.
  if (known === undefined && isTiff(head)) return 'image/tiff'
  const soiled = texts.find((text) => countControls(withoutEndOfFile(text)) <= toleratedControls(text, isCalledText))
  if (soiled !== undefined && (known === undefined || isTextual(known))) return asText(soiled)
  return known ?? (pdfAt > 0 ? 'application/pdf' : 'application/octet-stream')
}

/** Texts whose media types do not say so. */
const otherTexts = new Set(['application/x-subrip', 'application/mbox', 'application/rtf'])

/** The signatures of a file's first entry, and of the end of an empty archive. */
const zipSignatures = [Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('PK\u0005\u0006', 'latin1')]

/** Signatures that the library of signatures does not know, each byte a character. */
const ownSignatures: readonly (readonly [signature: RegExp, mediaType: string])[] = [
  [/^\xffWPC/, 'application/vnd.wordperfect'],
  // The first record of a sheet of Excel 2 to 4, which needs no container.
  // oxlint-disable-next-line no-control-regex -- the bytes of a record are its signature
  [/^\x09[\0\x02\x04][\x04\x06]\0[^]{2}\x10\0/, 'application/vnd.ms-excel'],
]

const ownSignature = (head: Buffer): string | undefined => {
  const start = head.toString('latin1', 0, 16)
  return ownSignatures.find(([signature]) => signature.test(start))?.[1]
}

/** The formats in Microsoft's compound files, which share one signature. */
const compoundFiles = new Set([
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.ms-outlook',
])

const byteOrderMarks: readonly [mark: readonly number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]

/**
 * Returns how many control characters do not make a text binary, of which every ninth byte may be one. A file that nobody
 * calls a text must be one in every other way.
 */
const toleratedControls = (text: string, isCalledText: boolean): number => {
  if (isCalledText) return Math.max(1, text.length / 50)
  return text.includes('\uFFFD') ? 0 : text.length / 100
}

/**
 * The beginning of a file as the texts that it may be, without byte order mark. Unlike `decodeText`, it does not guess an
 * encoding: bytes that could be a binary format must not become text. UTF-16 without a mark, and UTF-32, can be only what is called a text.
 */
const candidateTextsOfHead = (head: Uint8Array, isCalledText: boolean): string[] => {
  const [, marked] = byteOrderMarks.find(([mark]) => mark.every((byte, at) => head[at] === byte)) ?? []
  const wide = isCalledText ? utf32Of(head) : null
  const found = wide ?? (isCalledText && marked === undefined ? utf16Of(head) : null)
  return [marked ?? 'utf-8', ...(found === null ? [] : [found])].map((encoding) =>
    charsetDecoder(encoding).decode(head),
  )
}
