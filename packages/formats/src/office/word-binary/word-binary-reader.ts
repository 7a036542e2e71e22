import { highlightOfNumber } from '../highlight-colors.ts'
import type { TextRun } from '@polyparse/document'
import type { FlowBlock } from '../../flow/flow.ts'
import { languageOfLetters, textInCase } from '../../flow/letter-case.ts'
import { createNotes } from '../../flow/notes.ts'
import { textInFont } from '@polyparse/engine'
import { isMonospaced } from '../office-text.ts'
import { styleRole } from '../style-names.ts'
import { createRichTextSink, type ParagraphLook, type RichTextSink } from '../rich-text/sink.ts'
import { createFields, isFieldMark } from './word-binary-fields.ts'
import { formFieldAt } from './form-data.ts'
import { readFonts } from './fonts.ts'
import { characterFormatting, paragraphFormatting } from './formatting.ts'
import { readLists } from './word-binary-lists.ts'
import { pictureAt } from './word-binary-pictures.ts'
import { readText } from './pieces.ts'
import { rowOf } from './rows.ts'
import { ownSettings, placeInTables, withElsewhere } from './own-settings.ts'
import { countComments, headerStories, noteStories, type StorySpan, spansOf } from './stories.ts'
import type { Streams } from './streams.ts'
import {
  bodyLevel,
  type WordCharacterLook,
  plainWordStyle,
  readWordBinaryStyles,
  type WordBinaryStyle,
  withCharacterSettings,
  withParagraphSettings,
} from './styles.ts'

export type WordDocument = {
  readonly blocks: readonly FlowBlock[]
  readonly headers: readonly string[]
  readonly footers: readonly string[]
  readonly hasHidden: boolean
  readonly comments: number
  /** Pictures and drawings that are not read. */
  readonly unread: number
}

/** Characters that mean something else (MS-DOC 2.4.1); only some of them where they are set as special. */
const docSpecialCharacters = {
  picture: '\u0001',
  note: '\u0002',
  cell: '\u0007',
  drawing: '\u0008',
  page: '\u000c',
  paragraph: '\r',
  symbol: '(',
}
const plainCharacters: Readonly<Record<string, string>> = {
  '\t': ' ',
  '\u000b': '\n',
  '\u000e': ' ',
  '\u001e': '\u2011',
  '\u001f': '',
}
/** Styles of Word's own by their numbers. */
const styleNames: Readonly<Record<number, string>> = { 34: 'caption', 62: 'title' }

const plainParagraph: ParagraphLook = {
  isTitle: false,
  role: undefined,
  outlineLevel: null,
  takeItem: () => null,
  indent: 0,
  depth: 0,
}

/** Reads the text of a document with its styles, lists, tables, notes, links and pictures. */
export const readWord = (streams: Streams): WordDocument => {
  const text = readText(streams)
  const spans = spansOf(streams.counts, text.characters.length)
  const styles = readWordBinaryStyles(streams)
  const fonts = readFonts(streams)
  const lists = readLists(streams)
  const characterRange = characterFormatting(streams)
  const paragraphRange = paragraphFormatting(streams)
  const noteAt = noteStories(streams, spans)
  const notes = createNotes()
  let hasHidden = false
  let unread = lists === null ? 1 : 0

  const paragraphAt = (place: number): { style: WordBinaryStyle; list: Buffer } => {
    const range = paragraphRange(text.offsetOf(place))
    if (range === null) return { style: plainWordStyle, list: Buffer.alloc(0) }
    const list = withElsewhere(range.list, streams.data)
    return { style: withParagraphSettings(styles.style(range.style), list), list }
  }

  /** Reads a range of the text into a sink; notes have no notes. */
  const readInto = (sink: RichTextSink, { from, to }: StorySpan, inNote: boolean): void => {
    const fields = createFields()
    let place = from
    while (place < to) {
      const paragraphEnd = endOfParagraph(text.characters, place, to)
      const paragraph = paragraphAt(paragraphEnd)
      while (place < paragraphEnd) {
        const range = characterRange(text.offsetOf(place))
        const end = range === null ? place + 1 : Math.min(paragraphEnd, text.placeAt(range.to, place))
        const list = range?.list ?? Buffer.alloc(0)
        readStretch({ sink, fields, from: place, to: end, list, style: paragraph.style, inNote })
        place = end
      }
      if (place < to) endParagraph(sink, text.characters[place] ?? '', paragraph)
      place += 1
    }
  }

  type Stretch = {
    readonly sink: RichTextSink
    readonly fields: ReturnType<typeof createFields>
    readonly from: number
    readonly to: number
    readonly list: Buffer
    readonly style: WordBinaryStyle
    readonly inNote: boolean
  }

  /** Characters of one formatting. */
  const readStretch = ({ sink, fields, from, to, list, style, inNote }: Stretch): void => {
    const own = ownSettings(list)
    const styled = withCharacterSettings(style.look, styles.characterSettings(own.style), style.look)
    const look = withCharacterSettings(styled, list, styled)
    let shown = ''
    const flush = (entered = fields.entered()): void => {
      const stretch = shown
      shown = ''
      if (stretch.trim() !== '') fields.show()
      if (stretch === '' || look.deleted) return
      if (look.hidden) hasHidden ||= stretch.trim() !== ''
      else
        sink.add({
          text: textInFont(look.capitals ? inCapitals(stretch, look) : stretch, fonts[look.font]),
          ...lookOfDocRun(look, isMonospaced(fonts[look.font]), fields.link()),
          ...(entered !== undefined && { entered }),
        })
    }
    const takeMark = (character: string, place: number): void => {
      flush()
      if (look.deleted || look.hidden) return
      if (character === docSpecialCharacters.note && !inNote) {
        const span = noteAt.get(place)
        if (span !== undefined) sink.add(notes.refer(() => blocksIn(span, true)))
      } else if (character === docSpecialCharacters.drawing) unread += 1
      else if (character === docSpecialCharacters.picture && own.picture !== null) {
        const picture = pictureAt(streams.data, own.picture)
        if (picture === null) unread += 1
        else sink.addPicture(picture.file, picture.alternative)
      }
    }
    for (let place = from; place < to; place += 1) {
      const character = text.characters[place] ?? ''
      if (isFieldMark(character)) {
        flush()
        const entered = fields.entered()
        shown += fields.take(character)
        flush(entered)
      } else if (!fields.isShown()) {
        const form = character === docSpecialCharacters.picture ? formFieldAt(streams.data, own.picture ?? -1) : null
        if (form === null) fields.instruct(character)
        else fields.hold(form)
      } else if (!own.special) shown += isControl(character) ? (plainCharacters[character] ?? '') : character
      else if (character === docSpecialCharacters.symbol)
        shown += own.symbol === null ? character : textInFont(own.symbol.character, fonts[own.symbol.font])
      else takeMark(character, place)
    }
    flush()
  }

  const endParagraph = (
    sink: RichTextSink,
    character: string,
    { style, list }: { style: WordBinaryStyle; list: Buffer },
  ): void => {
    const { depth, ends } = placeInTables(list, character === docSpecialCharacters.cell)
    const item =
      style.list.list === 0 || lists === null
        ? null
        : lists.next({ id: String(style.list.list), level: style.list.level })
    const name = styleNames[style.builtIn] ?? ''
    const look: ParagraphLook = {
      isTitle: name === 'title',
      role: styleRole(name),
      outlineLevel: style.outlineLevel < bodyLevel ? style.outlineLevel : null,
      takeItem: () =>
        item === null || item.marker === '' ? null : { ...item, level: Math.max(item.level, levelOfListStyle(style)) },
      indent: 0,
      depth,
    }
    // A paragraph without text divides tables, too.
    if (look.depth === 0) sink.endTables()
    if (ends === null) sink.endParagraph(look)
    else if (ends === 'row') {
      const { shapes, header } = rowOf(list)
      sink.endRow(look.depth, shapes, header)
    } else sink.endCell(look)
  }

  const noteText = (span: StorySpan): string =>
    blocksIn(span, true)
      .map((block) => block.text)
      .join('\n')
      .trim()
  const blocksIn = (span: StorySpan, inNote: boolean): readonly FlowBlock[] => {
    const sink = createRichTextSink()
    readInto(sink, span, inNote)
    return sink.finish(plainParagraph)
  }
  const running = (found: readonly StorySpan[]): string[] =>
    found.map((span) => noteText(span)).filter((one) => one !== '')

  const { headers, footers } = headerStories(streams, spans)
  const body = blocksIn(spans.body, false)
  const textBoxes = blocksIn(spans.textBoxes, false)
  return {
    blocks: [...body, ...textBoxes, ...notes.blocks()],
    headers: running(headers),
    footers: running(footers),
    hasHidden,
    comments: countComments(streams),
    unread,
  }
}

const isEnd = (character: string): boolean =>
  character === docSpecialCharacters.paragraph ||
  character === docSpecialCharacters.cell ||
  character === docSpecialCharacters.page

const endOfParagraph = (characters: string, from: number, to: number): number => {
  for (let place = from; place < to; place += 1) if (isEnd(characters[place] ?? '')) return place
  return to
}

const inCapitals = (text: string, { language }: WordCharacterLook): string =>
  textInCase(text, 'capitals', languageOfLetters(language))

const isControl = (character: string): boolean => character < ' '

/** Word's own styles for deeper items are separate lists, and only their numbers state the depth. */
const levelOfListStyle = ({ builtIn }: WordBinaryStyle): number =>
  builtIn >= 54 && builtIn <= 61 ? ((builtIn - 54) % 4) + 2 : 1

/** Links are underlined because they are links. */
const lookOfDocRun = (
  { bold, italic, struck, struckTwice, underlined, highlight, position }: WordCharacterLook,
  monospaced: boolean,
  link: string | null,
): Omit<TextRun, 'text'> => {
  const color = highlightOfNumber(highlight)
  return {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...((struck || struckTwice) && { strikethrough: true }),
    ...(underlined && link === null && { underline: true }),
    ...(color !== undefined && { highlight: color }),
    ...(position === 1 && { superscript: true }),
    ...(position === 2 && { subscript: true }),
    ...(monospaced && { code: true }),
    ...(link !== null && { href: link }),
  }
}
