import type { Attachment as MailPart } from 'postal-mime'
import { decodeBytes, encodingOfCodePage } from '../code-pages.ts'
import type { OutlookPropertyTable } from './outlook/properties.ts'

/** The part of a mail that Outlook packs for its own kind (`winmail.dat`, MS-OXTNEF): properties, and files. */
export type Tnef = {
  readonly properties: Pick<OutlookPropertyTable, 'text' | 'bytes' | 'number'>
  readonly files: readonly MailPart[]
}

const tnefSignature = 0x223e9f78
/** Attributes of the message and its attachments (MS-OXTNEF 2.1.3.3). */
const attributes = {
  codePage: 0x00069007,
  messageProperties: 0x00069003,
  fileBegins: 0x00069002,
  fileName: 0x00018010,
  fileBytes: 0x0006800f,
  fileProperties: 0x00069005,
}
const filePropertyIds = { longName: '3707', mediaType: '370E', contentId: '3712' }
const maxTnefFiles = 10_000

type FileInTnef = { name: string; bytes: Buffer; properties: PropertyValues }

/** The content of such a file; null where it is none. What is cut off has what is before. */
export const readTnef = (bytes: Uint8Array): Tnef | null => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 6 || file.readUInt32LE(0) !== tnefSignature) return null
  let encoding = 'windows-1252'
  let message: PropertyValues = new Map()
  const files: FileInTnef[] = []
  for (let at = 6; at + 9 <= file.length;) {
    const id = file.readUInt32LE(at + 1)
    const end = at + 9 + file.readUInt32LE(at + 5)
    const data = file.subarray(at + 9, end)
    const open = files.at(-1)
    if (id === attributes.codePage && data.length >= 4) encoding = encodingOfCodePage(data.readUInt32LE(0))
    else if (id === attributes.messageProperties) message = propertiesIn(data)
    else if (id === attributes.fileBegins && files.length < maxTnefFiles)
      files.push({ name: '', bytes: Buffer.alloc(0), properties: new Map() })
    else if (open !== undefined) takeFileAttribute(open, { id, data, encoding })
    at = end + 2
  }
  return { properties: tableOf(message, encoding), files: files.map((one) => mailPartOf(one, encoding)) }
}

type TnefAttribute = { readonly id: number; readonly data: Buffer; readonly encoding: string }

const takeFileAttribute = (file: FileInTnef, { id, data, encoding }: TnefAttribute): void => {
  if (id === attributes.fileName) file.name = decodeBytes(data.toString('latin1'), encoding)
  else if (id === attributes.fileBytes) file.bytes = data
  else if (id === attributes.fileProperties) file.properties = propertiesIn(data)
}

const mailPartOf = ({ name, bytes, properties }: FileInTnef, encoding: string): MailPart => {
  const { text } = tableOf(properties, encoding)
  const contentId = text(filePropertyIds.contentId)
  return {
    filename: text(filePropertyIds.longName) || name.replace(/\0[^]*$/, '') || null,
    mimeType: text(filePropertyIds.mediaType) || 'application/octet-stream',
    disposition: 'attachment',
    ...(contentId !== '' && { contentId: `<${contentId.replaceAll(/^<|>$/g, '')}>` }),
    content: Uint8Array.from(bytes).buffer,
  }
}

/** Values by their identifiers and types, in eight hexadecimal digits. */
type PropertyValues = ReadonlyMap<string, Buffer>

const tableOf = (values: PropertyValues, encoding: string): Tnef['properties'] => ({
  text: (id) => {
    const wide = values.get(`${id}001F`)?.toString('utf16le')
    const text = wide ?? decodeBytes(values.get(`${id}001E`)?.toString('latin1') ?? '', encoding)
    return text.replace(/\0[^]*$/, '')
  },
  bytes: (id) => values.get(`${id}0102`) ?? null,
  number: (id) => {
    const value = values.get(`${id}0003`)
    return value === undefined || value.length < 4 ? null : value.readInt32LE(0)
  },
})

const multiple = 0x1000
const firstNamed = 0x8000
/** Types of values that say how long they are: texts, bytes, objects. */
const ofAnyLength = new Set([0x001e, 0x001f, 0x0102, 0x000d])
const lengthsOfTypes: Readonly<Record<number, number>> = {
  0x0002: 4,
  0x0003: 4,
  0x0004: 4,
  0x0005: 8,
  0x0006: 8,
  0x0007: 8,
  0x000a: 4,
  0x000b: 4,
  0x0014: 8,
  0x0040: 8,
  0x0048: 16,
}

/** A list of properties (MS-OXTNEF 2.1.3.4); of several values of one, the first. */
const propertiesIn = (data: Buffer): PropertyValues => {
  const values = new Map<string, Buffer>()
  let at = 4
  const take = (): number => {
    const number = at + 4 <= data.length ? data.readUInt32LE(at) : 0
    at += 4
    return number
  }
  const skip = (length: number): void => {
    at += Math.ceil(length / 4) * 4
  }
  while (at + 4 <= data.length) {
    const type = data.readUInt16LE(at)
    const id = data.readUInt16LE(at + 2)
    at += 4
    if (id >= firstNamed) {
      at += 16
      if (take() === 0) at += 4
      else skip(take())
    }
    const kind = type & ~multiple
    const fixed = lengthsOfTypes[kind]
    if (fixed === undefined && !ofAnyLength.has(kind)) break
    const count = fixed === undefined || (type & multiple) !== 0 ? take() : 1
    for (let index = 0; index < count && at <= data.length; index += 1) {
      const length = fixed ?? take()
      const name = `${id.toString(16).toUpperCase().padStart(4, '0')}${kind.toString(16).toUpperCase().padStart(4, '0')}`
      if (index === 0) values.set(name, data.subarray(at, at + length))
      skip(length)
    }
  }
  return values
}
