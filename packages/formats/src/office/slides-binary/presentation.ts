import type { Attachment } from '@polyparse/document'
import type { Storage } from '../../compound/compound-file.ts'
import { objectDecryption } from '../../encryption/binary.ts'
import { unsupportedEncryption } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { pictureFile } from '../drawing-records/drawing-records-pictures.ts'
import { type DrawingRecord, instanceOf, recordAt, recordOf, recordsIn } from '../drawing-records/records.ts'
import { pptEmbeddedObjects } from './slides-binary-embedded.ts'
import { type PptFonts, pptFontsOf } from './slides-binary-fonts.ts'
import { type TextBody, textBodiesIn } from './text.ts'

export type BinarySlide = {
  readonly record: DrawingRecord | null
  /** Texts of its placeholders that are stored in the list of slides; shapes refer to them by number. */
  readonly texts: readonly TextBody[]
}

export type Presentation = {
  readonly slides: readonly BinarySlide[]
  /** The notes with an identifier. */
  readonly notes: (identifier: number) => DrawingRecord | null
  readonly fonts: PptFonts
  readonly embedded: readonly Attachment[]
  /** The file of a picture by its number in the store, from 1. */
  readonly picture: (number: number) => Buffer | null
}

/** Numbers of records (MS-PPT 2.13.24). */
const pptPresentationRecords = {
  document: 0x03e8,
  drawings: 0x040b,
  list: 0x0ff0,
  place: 0x03f3,
  edit: 0x0ff5,
  directory: 0x1772,
  session: 0x2f14,
  drawingGroup: 0xf000,
  store: 0xf001,
}
const encryptedToken = 0xf3d1c4df
/** Lists of slides by their instance (MS-PPT 2.4.14.3, 2.4.14.6). */
const pptSlideListInstances = { slides: 0, notes: 2 }
/** Objects share no bytes, so that more than this many times the file is an attack on the time. */
const maxReadings = 3
/** Times that a presentation was saved with its changes only. */
const maxEdits = 10_000

/** @throws {EngineFailure} `document_damaged`, `document_encrypted` */
export const openPresentation = (root: Storage, password: string | null): Presentation => {
  const user = root.stream('Current User')
  const stream = root.stream('PowerPoint Document')
  if (user === null || stream === null || user.length < 20) throw damagedPresentation()
  const { places, document, session } = objectsOf(stream, user.readUInt32LE(16))
  const isEncrypted = user.readUInt32LE(12) === encryptedToken || session !== 0
  const decrypt = isEncrypted ? decryptionOf(recordAt(stream, places.get(session) ?? -1), password) : null
  let left = stream.length * maxReadings
  const object = (number: number): DrawingRecord | null => {
    const at = places.get(number)
    const record = at === undefined ? null : decrypt === null ? recordAt(stream, at) : decrypt(stream, at, number)
    left -= record?.content.length ?? 0
    if (left < 0) throw damagedPresentation()
    return record
  }
  const main = object(document)
  if (main?.number !== pptPresentationRecords.document) throw damagedPresentation()
  const fonts = pptFontsOf(main)
  const entries = (instance: number): PptSlideListEntry[] =>
    entriesIn(
      recordsIn(main.content).find((one) => one.number === pptPresentationRecords.list && instanceOf(one) === instance),
      fonts,
    )
  const notes = new Map(
    entries(pptSlideListInstances.notes).map(({ identifier, object: number }) => [identifier, number]),
  )
  const store = recordOf(
    main.content,
    pptPresentationRecords.drawings,
    pptPresentationRecords.drawingGroup,
    pptPresentationRecords.store,
  )
  const pictures = store === null ? [] : recordsIn(store.content)
  const files = root.stream('Pictures') ?? Buffer.alloc(0)
  return {
    slides: entries(pptSlideListInstances.slides).map(({ object: number, texts }) => ({
      record: object(number),
      texts,
    })),
    fonts,
    embedded: pptEmbeddedObjects(main),
    notes: (identifier) => object(notes.get(identifier) ?? -1),
    picture: (number) => {
      const entry = pictures[number - 1]
      if (entry === undefined || entry.content.length < 32) return null
      const stored = recordAt(files, entry.content.readUInt32LE(28))
      return pictureFile(entry) ?? (stored === null ? null : pictureFile(stored))
    },
  }
}

type DecryptObject = (stream: Buffer, at: number, number: number) => DrawingRecord | null

/** Each object is encrypted by itself, with its number; how is said in an object that is not (MS-PPT 2.3.7). */
const decryptionOf = (session: DrawingRecord | null, password: string | null): DecryptObject => {
  if (session?.number !== pptPresentationRecords.session) throw unsupportedEncryption()
  const decrypt = objectDecryption(session.content, password)
  return (stream, at, number) => {
    const head = decrypt(stream.subarray(at, at + 8), number)
    return head.length < 8 ? null : recordAt(decrypt(stream.subarray(at, at + 8 + head.readUInt32LE(4)), number), 0)
  }
}

type Objects = {
  readonly places: ReadonlyMap<number, number>
  /** The number of the document, and of what says how objects are encrypted; 0 for none. */
  readonly document: number
  readonly session: number
}

/** Returns where each object is, by its number: every save adds a directory of what it has changed (MS-PPT 2.1.2). */
const objectsOf = (stream: Buffer, last: number): Objects => {
  const places = new Map<number, number>()
  const visited = new Set<number>()
  let document = -1
  let session = 0
  let next = last
  do {
    visited.add(next)
    const edit = recordAt(stream, next)
    if (edit?.number !== pptPresentationRecords.edit || edit.content.length < 20) throw damagedPresentation()
    if (document === -1) {
      document = edit.content.readUInt32LE(16)
      session = edit.content.length < 32 ? 0 : edit.content.readUInt32LE(28)
    }
    const directory = recordAt(stream, edit.content.readUInt32LE(12))
    if (directory?.number === pptPresentationRecords.directory) addPlaces(directory.content, places)
    next = edit.content.readUInt32LE(8)
  } while (next !== 0 && !visited.has(next) && visited.size < maxEdits)
  return { places, document, session }
}

/** Runs of objects: the number of the first and how many they are, then where each is. Newer ones are added first. */
const addPlaces = (bytes: Buffer, places: Map<number, number>): void => {
  let at = 0
  while (at + 4 <= bytes.length) {
    const [first, count] = [bytes.readUInt32LE(at) & 0xfffff, bytes.readUInt32LE(at) >>> 20]
    at += 4
    for (let index = 0; index < count && at + 4 <= bytes.length; index += 1) {
      if (!places.has(first + index)) places.set(first + index, bytes.readUInt32LE(at))
      at += 4
    }
  }
}

type PptSlideListEntry = { readonly object: number; readonly identifier: number; readonly texts: readonly TextBody[] }

/** The slides in a list, each followed by the texts of its placeholders. */
const entriesIn = (list: DrawingRecord | undefined, fonts: PptFonts): PptSlideListEntry[] => {
  const groups: { place: Buffer; behind: DrawingRecord[] }[] = []
  for (const record of list === undefined ? [] : recordsIn(list.content))
    if (record.number !== pptPresentationRecords.place) groups.at(-1)?.behind.push(record)
    else if (record.content.length >= 16) groups.push({ place: record.content, behind: [] })
  return groups.map(({ place, behind }) => ({
    object: place.readUInt32LE(0),
    identifier: place.readUInt32LE(12),
    texts: textBodiesIn(behind, fonts),
  }))
}

export const damagedPresentation = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: it cannot be read as one of PowerPoint.', { cause })
