import { decodeBytes, encodingOfCodePage } from '../code-pages.ts'
import { type KnownMetadata, knownMetadata } from '../known-metadata.ts'
import type { Storage } from './compound-file.ts'

/** Properties of the summary of a document, by their numbers (MS-OLEPS 3.1). */
const summaryPropertyIds = {
  codePage: 1,
  title: 2,
  subject: 3,
  author: 4,
  keywords: 5,
  created: 12,
  modified: 13,
  program: 18,
}
/** Types of values (MS-OLEPS 2.11). */
const summaryValueTypes = { short: 2, text: 0x1e, wideText: 0x1f, time: 0x40 }
const maxProperties = 1000
const utf16CodePage = 1200

/** The metadata of an old Office document; what is damaged is left out. */
export const summaryOfFile = (root: Storage): KnownMetadata => {
  const values = valuesOf(root.stream('\u0005SummaryInformation') ?? Buffer.alloc(0))
  const codePage = (values.get(summaryPropertyIds.codePage)?.readUInt16LE(4) ?? 1252) & 0xffff
  // It is named only here: elsewhere it is beside texts of one byte a character.
  const encoding = codePage === utf16CodePage ? 'utf-16le' : encodingOfCodePage(codePage)
  const text = (id: number): string => textOfSummaryValue(values.get(id), encoding)
  return knownMetadata({
    title: text(summaryPropertyIds.title),
    author: text(summaryPropertyIds.author),
    subject: text(summaryPropertyIds.subject),
    keywords: text(summaryPropertyIds.keywords),
    language: '',
    createdAt: timeOfSummaryValue(values.get(summaryPropertyIds.created)),
    modifiedAt: timeOfSummaryValue(values.get(summaryPropertyIds.modified)),
    producer: text(summaryPropertyIds.program),
  })
}

/** The bytes of each property from its type on, eight at least. */
const valuesOf = (stream: Buffer): Map<number, Buffer> => {
  const values = new Map<number, Buffer>()
  const start = stream.length < 48 ? stream.length : stream.readUInt32LE(44)
  const set = stream.subarray(start)
  const count = set.length < 8 ? 0 : Math.min(set.readUInt32LE(4), maxProperties)
  for (let at = 8; at + 8 <= set.length && at < 8 + count * 8; at += 8) {
    const value = set.subarray(set.readUInt32LE(at + 4))
    if (value.length >= 8) values.set(set.readUInt32LE(at), value)
  }
  return values
}

const textOfSummaryValue = (value: Buffer | undefined, encoding: string): string => {
  const type = value?.readUInt32LE(0)
  if (value === undefined || (type !== summaryValueTypes.text && type !== summaryValueTypes.wideText)) return ''
  const length = value.readUInt32LE(4) * (type === summaryValueTypes.wideText ? 2 : 1)
  const bytes = value.subarray(8, 8 + length)
  const text =
    type === summaryValueTypes.wideText ? bytes.toString('utf16le') : decodeBytes(bytes.toString('latin1'), encoding)
  return text.replace(/\0[^]*$/, '').trim()
}

const timeOfSummaryValue = (value: Buffer | undefined): string =>
  value === undefined || value.length < 12 || value.readUInt32LE(0) !== summaryValueTypes.time
    ? ''
    : isoOfFileTime(value, 4)

/** A time in units of 100 ns since 1601 as ISO 8601; '' for none, and for times before the format existed. */
export const isoOfFileTime = (bytes: Buffer, at: number): string => {
  const time = Number(bytes.readBigUInt64LE(at) / 10_000n) - 11_644_473_600_000
  return time <= 0 || time > 253_402_300_799_999 ? '' : new Date(time).toISOString()
}
