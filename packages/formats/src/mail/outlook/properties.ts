import type { Storage } from '../../compound/compound-file.ts'
import { isoOfFileTime } from '../../compound/summary.ts'
import { codePageOfLocale, decodeBytes, encodingOfCodePage } from '../../code-pages.ts'

/** The properties of a message, a recipient or an attachment (MS-OXMSG 2.4), by their four hexadecimal digits. */
export type OutlookPropertyTable = {
  /** A text in any encoding, or ''. */
  readonly text: (id: string) => string
  readonly bytes: (id: string) => Buffer | null
  readonly number: (id: string) => number | null
  /** Returns a time in ISO 8601, or ''. */
  readonly time: (id: string) => string
  /** The encoding of its texts. */
  readonly encoding: string
}

/** Bytes before the first property, by what the properties are of (MS-OXMSG 2.4.1). */
export const headBytes = { message: 32, embedded: 24, part: 8 }

/** Types of properties (MS-OXCDATA 2.11.1). */
const outlookPropertyTypes = { long: '0003', time: '0040', text: '001F', encodedText: '001E', bytes: '0102' }

/** Properties that tell the code page of texts: it, that of the locale, and that of the body. */
const encodingProperties = { codePage: '3FFD', locale: '3FF1', internetCodePage: '3FDE' }

/** Texts that tell the encoding of all of them: the subject and the body. */
const telling = ['0037', '1000']

/**
 * The properties in a folder; those of a fixed size are listed, others are streams. `encoding` is that of its texts, or says
 * it by what is declared and by some of them.
 */
export const outlookProperties = (
  storage: Storage,
  head: number,
  encoding: string | ((declared: string, texts: Uint8Array) => string) = (declared) => declared,
): OutlookPropertyTable => {
  const listed = listedValues(storage.stream('__properties_version1.0') ?? Buffer.alloc(0), head)
  const stream = (id: string, type: string): Buffer | null => storage.stream(`__substg1.0_${id}${type}`)
  const number = (id: string): number | null => listed.get(`${id}${outlookPropertyTypes.long}`)?.readInt32LE(0) ?? null
  const texts = (): Uint8Array =>
    Buffer.concat(telling.map((id) => stream(id, outlookPropertyTypes.encodedText) ?? Buffer.alloc(0)))
  const own = typeof encoding === 'string' ? encoding : encoding(encodingOfMessage(number), texts())
  return {
    text: (id) => {
      const wide = stream(id, outlookPropertyTypes.text)
      const text =
        wide?.toString('utf16le') ??
        decodeBytes(stream(id, outlookPropertyTypes.encodedText)?.toString('latin1') ?? '', own)
      return text.replace(/\0[^]*$/, '')
    },
    bytes: (id) => stream(id, outlookPropertyTypes.bytes),
    number,
    encoding: own,
    time: (id) => {
      const value = listed.get(`${id}${outlookPropertyTypes.time}`)
      return value === undefined ? '' : isoOfFileTime(value, 0)
    },
  }
}

const encodingOfMessage = (number: (id: string) => number | null): string => {
  const locale = number(encodingProperties.locale)
  const ofLocale = locale === null ? null : codePageOfLocale(locale)
  return encodingOf(number(encodingProperties.codePage) ?? ofLocale ?? number(encodingProperties.internetCodePage))
}

/**
 * @example encodingOf(932) // 'shift_jis'
 */
export const encodingOf = (codePage: number | null): string => encodingOfCodePage(codePage ?? 1252)

const outlookEntryBytes = 16

const listedValues = (bytes: Buffer, head: number): Map<string, Buffer> => {
  const values = new Map<string, Buffer>()
  for (let at = head; at + outlookEntryBytes <= bytes.length; at += outlookEntryBytes) {
    const tag = bytes.readUInt32LE(at).toString(16).toUpperCase().padStart(8, '0')
    values.set(tag, bytes.subarray(at + 8, at + outlookEntryBytes))
  }
  return values
}
