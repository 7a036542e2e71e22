import { alternativeTextOfShape } from '../office-text.ts'
import { type DrawingRecord, instanceOf, recordAt } from './records.ts'

/** Numbers of pictures that are files, of entries of a store, and of the properties of a shape (MS-ODRAW 2.2). */
const pictureFileRecords: ReadonlySet<number> = new Set([0xf01d, 0xf01e, 0xf01f, 0xf029, 0xf02a])
const pictureStoreEntryRecord = 0xf007
export const shapeProperties = 0xf00b
const description = 0x0381
const identifierBytes = 16
const pictureStoreEntryBytes = 36

/** The file of a picture, or null where the record is none, or its picture is drawn by commands as those of Windows are. */
export const pictureFile = (record: DrawingRecord): Buffer | null => {
  if (record.number === pictureStoreEntryRecord) {
    const inner = recordAt(record.content, pictureStoreEntryBytes + (record.content[33] ?? 0))
    return inner === null || inner.number === pictureStoreEntryRecord ? null : pictureFile(inner)
  }
  // The lowest bit of its kind says that a picture has two identifiers.
  const start = identifierBytes * (1 + (instanceOf(record) & 1)) + 1
  return pictureFileRecords.has(record.number) ? record.content.subarray(start) : null
}

/** Properties of a shape by their numbers: a value, or the content of those that do not fit into one. */
export type ShapeProperties = ReadonlyMap<number, { readonly value: number; readonly content: Buffer }>

const propertyBytes = 6
const complexPropertyFlag = 0x8000

/** Properties of six bytes each, then the content of the long ones in the same order (MS-ODRAW 2.2.9). */
export const propertiesOfShapeRecord = (record: DrawingRecord): ShapeProperties => {
  const properties = new Map<number, { readonly value: number; readonly content: Buffer }>()
  const count = instanceOf(record)
  let at = count * propertyBytes
  for (let index = 0; index < count && (index + 1) * propertyBytes <= record.content.length; index += 1) {
    const head = record.content.readUInt16LE(index * propertyBytes)
    const value = record.content.readUInt32LE(index * propertyBytes + 2)
    const length = (head & complexPropertyFlag) === 0 ? 0 : value
    properties.set(head & 0x3fff, { value, content: record.content.subarray(at, at + length) })
    at += length
  }
  return properties
}

/** The words that describe a shape, or ''. */
export const descriptionOf = (properties: ShapeProperties): string =>
  alternativeTextOfShape(
    (properties.get(description)?.content ?? Buffer.alloc(0)).toString('utf16le').replace(/\0[^]*$/, ''),
  )
