import { compoundFileOf } from './compound-file.ts'

/** A record of a presentation (MS-PPT 2.3.1): version 15 is a container of others. */
export const slideRecord = (
  number: number,
  content: Uint8Array | readonly Uint8Array[],
  { version = content instanceof Uint8Array ? 0 : 15, instance = 0 } = {},
): Buffer => {
  const bytes = content instanceof Uint8Array ? content : Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt16LE(version | (instance << 4), 0)
  head.writeUInt16LE(number, 2)
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}

const encodeInt32Values = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeInt32LE(value, index * 4)
  return bytes
}

/** The records of a text of a kind (0 is a title, 1 a body, 4 any other), with the depth and bullet of each paragraph. */
export const slideTextRecords = (
  kind: number,
  text: string,
  paragraphs: readonly (readonly [length: number, depth: number, bullet?: boolean])[] = [],
): Buffer[] => {
  const runs = paragraphs.map(([length, depth, bullet]) => {
    const bytes = Buffer.alloc(bullet === undefined ? 10 : 14)
    bytes.writeUInt32LE(length, 0)
    bytes.writeUInt16LE(depth, 4)
    // The character of the bullet (0x80) comes behind whether there is one.
    bytes.writeUInt32LE(bullet === undefined ? 0 : 0x81, 6)
    if (bullet === true) bytes.writeUInt16LE(1, 10)
    return bytes
  })
  const isNarrow = /^[\0-\u00ff]*$/.test(text)
  return [
    slideRecord(0x0f9f, encodeInt32Values(kind)),
    isNarrow ? slideRecord(0x0fa8, Buffer.from(text, 'latin1')) : slideRecord(0x0fa0, Buffer.from(text, 'utf16le')),
    ...(runs.length === 0 ? [] : [slideRecord(0x0fa1, Buffer.concat(runs))]),
  ]
}

/** Settings of the characters of a text in one paragraph: how many, the number of a font, and of one for symbols. */
export const slideCharacterSettings = (
  length: number,
  stretches: readonly (readonly [count: number, font: number, symbols?: number])[],
): Buffer => {
  const paragraph = Buffer.alloc(10)
  paragraph.writeUInt32LE(length + 1, 0)
  const characters = stretches.map(([count, font, symbols]) => {
    const bytes = Buffer.alloc(symbols === undefined ? 12 : 14)
    bytes.writeUInt32LE(count, 0)
    // It is bold, whose bit has a value in front of the fonts.
    bytes.writeUInt32LE(symbols === undefined ? 0x010001 : 0x810001, 4)
    bytes.writeUInt16LE(font, 10)
    if (symbols !== undefined) bytes.writeUInt16LE(symbols, 12)
    return bytes
  })
  return slideRecord(0x0fa1, Buffer.concat([paragraph, ...characters]))
}

/** A shape with records of its own. */
export const slideShape = (...records: readonly Buffer[]): Buffer => slideRecord(0xf004, records)

/** A shape with a text. */
export const slideText = (...text: Parameters<typeof slideTextRecords>): Buffer =>
  slideShape(slideRecord(0xf00d, slideTextRecords(...text)))

/** A shape with the text of this number in the list of slides. */
export const slideTextReference = (index: number): Buffer =>
  slideShape(slideRecord(0xf00d, [slideRecord(0x0f9e, encodeInt32Values(index))]))

/** A shape with a picture of the store, counted from 1, and words that describe it. */
export const slidePicture = (number: number, described: string): Buffer => {
  const words = Buffer.from(`${described}\0`, 'utf16le')
  const properties = Buffer.alloc(12)
  properties.writeUInt16LE(0x4104, 0)
  properties.writeUInt32LE(number, 2)
  properties.writeUInt16LE(0xc381, 6)
  properties.writeUInt32LE(words.length, 8)
  return slideShape(slideRecord(0xf00b, Buffer.concat([properties, words]), { version: 3, instance: 2 }))
}

/** A table: its cells by left, top, right and bottom. */
export const slideTable = (
  cells: readonly (readonly [left: number, top: number, right: number, bottom: number, text: string])[],
): Buffer => {
  const table = Buffer.alloc(6)
  table.writeUInt16LE(0x039f, 0)
  table.writeUInt32LE(1, 2)
  const group = slideShape(slideRecord(0xf122, table, { version: 3, instance: 1 }))
  const shapes = cells.map(([left, top, right, bottom, text]) =>
    slideShape(
      slideRecord(0xf00f, encodeInt32Values(left, top, right, bottom)),
      slideRecord(0xf00d, slideTextRecords(4, text)),
    ),
  )
  return slideRecord(0xf003, [group, ...shapes])
}

type Slide = {
  readonly shapes: readonly Buffer[]
  readonly isHidden?: boolean
  /** Records of texts in the list of slides. */
  readonly listed?: readonly Buffer[]
  readonly notes?: string
  readonly comments?: number
}

type Presentation = {
  readonly slides: readonly Slide[]
  /** Names of fonts. */
  readonly fonts?: readonly string[]
  /** Files in PNG. */
  readonly pictures?: readonly Uint8Array[]
  /** The records of its objects of other programs. */
  readonly objects?: readonly Uint8Array[]
  /** Slides as they were when the presentation was saved for the first time, which come before. */
  readonly older?: readonly Slide[]
  readonly encryption?: {
    readonly header: Uint8Array
    readonly encryptObject: (record: Buffer, number: number) => Buffer
  }
}

const createSlideContainer = (
  kind: 'slide' | 'notes',
  { shapes, isHidden = false, comments = 0 }: Slide,
  notes: number,
): Buffer => {
  const about = Buffer.alloc(24)
  about.writeUInt32LE(notes, 16)
  const shown = Buffer.alloc(16)
  if (isHidden) shown.writeUInt16LE(4, 10)
  const tags = slideRecord(0x138b, Buffer.concat(Array.from({ length: comments }, () => slideRecord(0x2ee0, []))))
  const group = slideRecord(0xf003, [slideShape(), ...shapes])
  return slideRecord(kind === 'slide' ? 0x03ee : 0x03f0, [
    slideRecord(kind === 'slide' ? 0x03ef : 0x03f1, about, { version: 2 }),
    slideRecord(0x03f9, shown),
    slideRecord(0x040c, [slideRecord(0xf002, [group])]),
    slideRecord(0x1388, [slideRecord(0x138a, [tags])]),
  ])
}

const slideFont = (name: string, instance: number): Buffer => {
  const bytes = Buffer.alloc(68)
  bytes.write(name, 'utf16le')
  return slideRecord(0x0fb7, bytes, { instance })
}

const notesFrom = 0x200

/** A presentation of PowerPoint 97 (MS-PPT), saved once, or twice with its older slides. */
export const pptOf = ({
  slides,
  older = [],
  fonts = [],
  pictures = [],
  objects = [],
  encryption,
}: Presentation): Buffer => {
  let stream = Buffer.alloc(0)
  let edit = 0
  const save = (shown: readonly Slide[]): void => {
    const places: number[] = []
    const encrypted = (record: Buffer, number: number): Buffer => encryption?.encryptObject(record, number) ?? record
    const add = (record: Buffer): number => {
      places.push(stream.length)
      stream = Buffer.concat([stream, encrypted(record, places.length)])
      return places.length
    }
    const withNotes = shown.map(({ notes }, index) => (notes === undefined ? 0 : notesFrom + index))
    const entry = (object: number, identifier: number): Buffer =>
      slideRecord(0x03f3, encodeInt32Values(object, 0, 0, identifier, 0))
    // The document is the first object, so that its number does not change between savings.
    const documentAt = 1
    places.push(0)
    const listed = shown.flatMap((slide, index) => [
      entry(add(createSlideContainer('slide', slide, withNotes[index] ?? 0)), 0x100 + index),
      ...(slide.listed ?? []),
    ])
    const spoken = shown.flatMap(({ notes }, index) =>
      notes === undefined
        ? []
        : [entry(add(createSlideContainer('notes', { shapes: [slideText(2, notes)] }, 0)), notesFrom + index)],
    )
    const store = pictures.map((file, index) => {
      const bytes = Buffer.alloc(36)
      const before = pictures.slice(0, index).reduce((sum, one) => sum + one.length + 25, 0)
      bytes.writeUInt32LE(before, 28)
      return slideRecord(0xf007, bytes, { version: 2, instance: file.length === 0 ? 0 : 6 })
    })
    const session = encryption === undefined ? 0 : places.push(stream.length)
    if (encryption !== undefined) stream = Buffer.concat([stream, slideRecord(0x2f14, encryption.header)])
    places[0] = stream.length
    const main = slideRecord(0x03e8, [
      slideRecord(0x0ff0, listed),
      slideRecord(0x0ff0, spoken, { version: 15, instance: 2 }),
      slideRecord(0x03f2, [slideRecord(0x07d5, fonts.map(slideFont))]),
      slideRecord(0x0409, objects),
      slideRecord(0x040b, [slideRecord(0xf000, [slideRecord(0xf001, store)])]),
    ])
    const document = encrypted(main, documentAt)
    const directoryAt = stream.length + document.length
    const directory = slideRecord(0x1772, encodeInt32Values(1 | (places.length << 20), ...places))
    const last = edit
    edit = directoryAt + directory.length
    stream = Buffer.concat([
      stream,
      document,
      directory,
      slideRecord(0x0ff5, encodeInt32Values(0, 0, last, directoryAt, documentAt, 0, 0, session)),
    ])
  }
  if (older.length > 0) save(older)
  save(slides)
  const user = Buffer.alloc(28)
  user.writeUInt32LE(encryption === undefined ? 0xe391c05f : 0xf3d1c4df, 12)
  user.writeUInt32LE(edit, 16)
  const files = pictures.map((file) =>
    slideRecord(0xf01e, Buffer.concat([Buffer.alloc(17), file]), { instance: 0x6e0 }),
  )
  return compoundFileOf({
    'Current User': user,
    'PowerPoint Document': stream,
    Pictures: Buffer.concat(files),
  })
}
