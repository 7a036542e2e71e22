import { compoundFileOf, type CompoundFolder } from './compound-file.ts'

/** A stretch of text with what is set for it, as bytes of settings (MS-DOC 2.6.1). */
export type WordRun = string | { readonly text: string; readonly settings: Uint8Array }

export type WordParagraph = {
  readonly runs: readonly WordRun[]
  /** The number of the style; default: 0. */
  readonly style?: number
  readonly settings?: Uint8Array
  /** `\r` ends a paragraph, `\u0007` a cell or a row; default: `\r`. */
  readonly end?: string
}

type WordStyle = {
  /** The number of a style of Word's own, or 4094. */
  readonly builtIn: number
  readonly name: string
  /** The number of the style that it is based on. */
  readonly base?: number
  readonly paragraph?: Uint8Array
  readonly characters?: Uint8Array
}

type WordDocument = {
  readonly body: readonly WordParagraph[]
  readonly footnotes?: readonly (readonly WordParagraph[])[]
  readonly endnotes?: readonly (readonly WordParagraph[])[]
  /** Headers and footers: those of notes, then of even, odd and first pages; empty ones as empty lists. */
  readonly headers?: readonly (readonly WordParagraph[])[]
  readonly textBoxes?: readonly WordParagraph[]
  readonly styles?: readonly WordStyle[]
  readonly fonts?: readonly string[]
  /** The levels of each list: how it is numbered, its text, and its start. */
  readonly lists?: readonly (readonly WordLevel[])[]
  readonly data?: Uint8Array
  /** Comments, of which only the number is written. */
  readonly comments?: number
  /** Set if the text is stored with one byte for each character, in pieces of this many. */
  readonly narrow?: number
  readonly streams?: CompoundFolder
  /** Encrypts the streams in the end. */
  readonly finish?: (main: Buffer, table: Buffer) => readonly [main: Buffer, table: Buffer]
}

/** `format` is 0 for 1, 2, 3; 2 for i, ii; 23 for bullets. In the text, `\u0000` is the number of the first level. */
export type WordLevel = { readonly format: number; readonly text: string; readonly start?: number }

const wordHeaderBytes = 0x400
const wordFormattingPageBytes = 512

/** Settings: numbers with their operands, which are so many bytes as their kind needs. */
export const wordSettings = (...list: readonly (readonly [number: number, operand: number | Uint8Array])[]): Buffer =>
  Buffer.concat(
    list.map(([number, operand]) => {
      const head = Buffer.alloc(2)
      head.writeUInt16LE(number)
      if (operand instanceof Uint8Array) return Buffer.concat([head, operand])
      const bytes = Buffer.alloc([1, 1, 2, 4, 2, 2, 0, 3][number >> 13] ?? 1)
      bytes.writeUIntLE(operand, 0, bytes.length)
      return Buffer.concat([head, bytes])
    }),
  )

/** The end of a row: the right edges of its cells in twentieths of a point, each with how it is merged. */
export const wordRow = (
  cells: readonly (readonly [edge: number, merged?: number])[],
  header = false,
): WordParagraph => {
  const definition = Buffer.alloc(2 + 1 + (cells.length + 1) * 2 + cells.length * 20)
  definition.writeUInt16LE(definition.length - 1)
  definition.writeUInt8(cells.length, 2)
  for (const [index, [edge, merged = 0]] of cells.entries()) {
    definition.writeInt16LE(edge, 3 + (index + 1) * 2)
    definition.writeUInt16LE(merged, 3 + (cells.length + 1) * 2 + index * 20)
  }
  return {
    runs: [],
    end: '\u0007',
    settings: wordSettings([0x2416, 1], [0x2417, 1], [0x3404, header ? 1 : 0], [0xd608, definition]),
  }
}

/** A cell of a row, with one paragraph. */
export const wordCell = (...runs: readonly WordRun[]): WordParagraph => ({
  runs,
  end: '\u0007',
  settings: wordSettings([0x2416, 1]),
})

/** The same of a table that is in a cell of another, whose marks are ends of paragraphs. */
export const innerWordCell = (...runs: readonly WordRun[]): WordParagraph => ({
  runs,
  settings: wordSettings([0x2416, 1], [0x6649, 2], [0x244b, 1]),
})

export const innerWordRow = (): WordParagraph => ({
  runs: [],
  settings: wordSettings([0x2416, 1], [0x6649, 2], [0x244b, 1], [0x244c, 1]),
})

/** A document of Word 97 (MS-DOC). Formatting has a page for each paragraph and each stretch, which is simple and valid. */
export const docOf = (document: WordDocument): Buffer => {
  const { body, footnotes = [], endnotes = [], headers = [], textBoxes = [], narrow } = document
  const parts = [body, footnotes.flat(), headers.flat(), [], [], endnotes.flat(), textBoxes]
  const paragraphs = parts.flat()
  const text = paragraphs.map(textOfWordParagraph).join('')
  const width = narrow === undefined ? 2 : 1
  const bytes = Buffer.from(text, narrow === undefined ? 'utf16le' : 'latin1')
  const textPages = Math.ceil(bytes.length / wordFormattingPageBytes)

  const pages: Buffer[] = []
  const characterPages: (readonly [from: number, to: number])[] = []
  const paragraphPages: (readonly [from: number, to: number])[] = []
  let at = wordHeaderBytes
  for (const { runs, style = 0, settings = Buffer.alloc(0), end = '\r' } of paragraphs) {
    const start = at
    for (const run of [...runs, end]) {
      const [content, list] = typeof run === 'string' ? [run, Buffer.alloc(0)] : [run.text, run.settings]
      characterPages.push([at, at + content.length * width])
      pages.push(
        createWordFormattingPage(at, at + content.length * width, 1, Buffer.concat([Buffer.from([list.length]), list])),
      )
      at += content.length * width
    }
    const content = Buffer.concat([encodeWordInteger(style, 2), settings])
    const padded = content.length % 2 === 0 ? content : Buffer.concat([content, Buffer.alloc(1)])
    paragraphPages.push([start, at])
    pages.push(createWordFormattingPage(start, at, 13, Buffer.concat([Buffer.from([0, padded.length / 2]), padded])))
  }
  const firstPage = wordHeaderBytes / wordFormattingPageBytes + textPages
  const kindOfPage = paragraphs.flatMap(({ runs }) => [...runs.map(() => 'c'), 'c', 'p'])
  const numbersOf = (kind: string): number[] =>
    kindOfPage.flatMap((one, index) => (one === kind ? [firstPage + index] : []))

  const table: Buffer[] = []
  const entries = new Map<number, readonly [start: number, length: number]>()
  let tableLength = 0
  const add = (index: number, structure: Buffer, behind = Buffer.alloc(0)): void => {
    entries.set(index, [tableLength, structure.length])
    table.push(structure, behind)
    tableLength += structure.length + behind.length
  }
  const length = (list: readonly WordParagraph[]): number => list.map(textOfWordParagraph).join('').length
  const starts = (list: readonly (readonly WordParagraph[])[]): Buffer => {
    let place = 0
    return Buffer.concat([encodeWordInteger(0), ...list.map((one) => encodeWordInteger((place += length(one))))])
  }
  const references = (mark: string): Buffer => {
    const places = Array.from({ length: length(body) }, (_, place) => place).filter((place) => text[place] === mark)
    return Buffer.concat([
      ...places.map((place) => encodeWordInteger(place)),
      encodeWordInteger(length(body)),
      Buffer.alloc(places.length * 2, 1),
    ])
  }
  add(1, styleSheet(document.styles ?? [{ builtIn: 0, name: 'Normal' }]))
  if (footnotes.length > 0) add(2, references('\u0002'))
  if (footnotes.length > 0) add(3, starts([...footnotes, []]))
  if (endnotes.length > 0) add(46, references('\u0002'))
  if (endnotes.length > 0) add(47, starts([...endnotes, []]))
  if (headers.length > 0) add(11, starts([...headers, []]))
  add(4, Buffer.alloc((document.comments ?? 0) * 34 + 4))
  add(12, offsets(characterPages, numbersOf('c')))
  add(13, offsets(paragraphPages, numbersOf('p')))
  add(15, fontTable(document.fonts ?? ['Arial']))
  add(33, pieceTable(text.length, narrow))
  const { definitions, levels, uses } = listTables(document.lists ?? [])
  add(73, definitions, levels)
  add(74, uses)

  const head = Buffer.alloc(wordHeaderBytes)
  for (const [place, value] of [
    [0, 0xa5ec],
    [2, 0x00c1],
    [10, 0x0200],
    [32, 14],
    [62, 22],
    [152, 93],
  ] as const)
    head.writeUInt16LE(value, place)
  for (const [index, part] of parts.entries()) head.writeInt32LE(length(part), 64 + (3 + index) * 4)
  for (const [index, [start, size]] of entries) {
    head.writeUInt32LE(start, 154 + index * 8)
    head.writeUInt32LE(size, 154 + index * 8 + 4)
  }
  const main = Buffer.concat([head, bytes, Buffer.alloc(textPages * wordFormattingPageBytes - bytes.length), ...pages])
  const [finishedMain, finishedTable] = document.finish?.(main, Buffer.concat(table)) ?? [main, Buffer.concat(table)]
  return compoundFileOf({
    WordDocument: finishedMain,
    '1Table': finishedTable,
    ...(document.data !== undefined && { Data: document.data }),
    ...document.streams,
  })
}

const textOfWordParagraph = ({ runs, end = '\r' }: WordParagraph): string =>
  runs.map((run) => (typeof run === 'string' ? run : run.text)).join('') + end

const encodeWordInteger = (value: number, bytes = 4): Buffer => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntLE(value, 0, bytes)
  return buffer
}

/** A page of formatting with one entry, whose content lies at an even place. */
const createWordFormattingPage = (from: number, to: number, entryBytes: number, content: Buffer): Buffer => {
  const bytes = Buffer.alloc(wordFormattingPageBytes)
  bytes.writeUInt32LE(from, 0)
  bytes.writeUInt32LE(to, 4)
  const at = wordFormattingPageBytes - 2 - content.length - (content.length % 2)
  if (at < 8 + entryBytes) throw new Error('too many settings for a page')
  bytes.writeUInt8(at / 2, 8)
  content.copy(bytes, at)
  bytes.writeUInt8(1, wordFormattingPageBytes - 1)
  return bytes
}

const offsets = (ranges: readonly (readonly [from: number, to: number])[], pages: readonly number[]): Buffer =>
  Buffer.concat([
    ...ranges.map(([from]) => encodeWordInteger(from)),
    encodeWordInteger(ranges.at(-1)?.[1] ?? 0),
    ...pages.map((one) => encodeWordInteger(one)),
  ])

const pieceTable = (length: number, narrow: number | undefined): Buffer => {
  const size = narrow ?? Math.max(1, length)
  const starts = Array.from({ length: Math.ceil(length / size) }, (_, index) => index * size)
  const places = [...starts, length].map((one) => encodeWordInteger(one))
  const pieces = starts.map((start) => {
    const at = narrow === undefined ? wordHeaderBytes + start * 2 : ((wordHeaderBytes + start) * 2) | 0x40000000
    return Buffer.concat([encodeWordInteger(0, 2), encodeWordInteger(at), encodeWordInteger(0, 2)])
  })
  const table = Buffer.concat([...places, ...pieces])
  // Changes of formatting may come first.
  return Buffer.concat([Buffer.from([1, 2, 0, 0, 0, 2]), encodeWordInteger(table.length), table])
}

const styleSheet = (styles: readonly WordStyle[]): Buffer => {
  const head = Buffer.alloc(18)
  head.writeUInt16LE(styles.length, 0)
  head.writeUInt16LE(10, 2)
  const definitions = styles.map(({ builtIn, name, base = 0x0fff, paragraph = Buffer.alloc(0), characters }, index) => {
    const sized = (list: Uint8Array): Buffer =>
      Buffer.concat([encodeWordInteger(list.length, 2), list, Buffer.alloc(list.length % 2)])
    const fixed = [builtIn, 1 | (base << 4), 2 | (index << 4), 0, 0].map((value) => {
      const bytes = Buffer.alloc(2)
      bytes.writeUInt16LE(value)
      return bytes
    })
    const content = Buffer.concat([
      ...fixed,
      encodeWordInteger(name.length, 2),
      Buffer.from(`${name}\0`, 'utf16le'),
      sized(Buffer.concat([encodeWordInteger(index, 2), paragraph])),
      sized(characters ?? Buffer.alloc(0)),
    ])
    return Buffer.concat([encodeWordInteger(content.length, 2), content])
  })
  return Buffer.concat([encodeWordInteger(head.length, 2), head, ...definitions])
}

const fontTable = (fonts: readonly string[]): Buffer =>
  Buffer.concat([
    encodeWordInteger(fonts.length, 2),
    encodeWordInteger(0, 2),
    ...fonts.map((name) => {
      const rest = Buffer.concat([Buffer.alloc(39), Buffer.from(`${name}\0`, 'utf16le')])
      return Buffer.concat([Buffer.from([rest.length]), rest])
    }),
  ])

const listTables = (lists: readonly (readonly WordLevel[])[]) => {
  const definitions = lists.map((levels, index) => {
    const bytes = Buffer.alloc(28)
    bytes.writeInt32LE(1000 + index, 0)
    bytes.writeUInt8(levels.length === 1 ? 1 : 0, 26)
    return bytes
  })
  const levels = lists.flatMap((list) => {
    const all =
      list.length === 1 ? list : Array.from({ length: 9 }, (_, level) => list[level] ?? { format: 23, text: '·' })
    return all.map(({ format, text, start = 1 }) => {
      const bytes = Buffer.alloc(28)
      bytes.writeInt32LE(start, 0)
      bytes.writeUInt8(format, 4)
      return Buffer.concat([bytes, encodeWordInteger(text.length, 2), Buffer.from(text, 'utf16le')])
    })
  })
  const uses = lists.map((_, index) => Buffer.concat([encodeWordInteger(1000 + index), Buffer.alloc(12)]))
  return {
    definitions: Buffer.concat([encodeWordInteger(lists.length, 2), ...definitions]),
    levels: Buffer.concat(levels),
    uses: Buffer.concat([encodeWordInteger(lists.length), ...uses, ...lists.map(() => encodeWordInteger(0))]),
  }
}
