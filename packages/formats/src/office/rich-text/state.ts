import type { TextRun } from '@polyparse/document'
import { newRtfFormField, type RtfFormField } from './form-definitions.ts'
import type { FormulaPart } from './formula.ts'
import type { ListLevel } from './rich-text-lists.ts'
import type { LetterCase } from '../../flow/letter-case.ts'
import type { RichTextSink } from './sink.ts'

/** The purpose of a group: visible text, text collected for another use, definitions, or nothing. */
export type Purpose = 'text' | 'collected' | 'font' | 'style' | 'colors' | 'lists' | 'formula' | 'nothing'

/** The numbering that a paragraph has of its own, and how many paragraphs have had it. */
export type OwnNumbering = { readonly level: ListLevel; count: number }

/** A field: the address that its instruction gives, the instruction, what it is of a form, and whether it shows text. */
export type RtfField = { link: string | undefined; instruction: string; readonly form: RtfFormField; hasText: boolean }

export const newRtfField = (): RtfField => ({
  link: undefined,
  instruction: '',
  form: newRtfFormField(),
  hasText: false,
})

/** The state of a group, which ends with it. */
export type RichTextState = {
  purpose: Purpose
  /** The control word that began the destination. */
  destination: string
  /** Text of a destination that is collected. */
  collected: string[]
  /** The part of a formula that is open. */
  formula: FormulaPart | null
  /** The destination of visible text. */
  sink: RichTextSink
  /** The field in which this is, with the address that its instruction gives. */
  field: RtfField
  link: string | undefined
  bold: boolean
  italic: boolean
  position: string
  strikethrough: boolean
  underline: boolean
  /** The number of the colour in which text is highlighted; 0 is none. */
  highlight: number
  hidden: boolean
  letterCase: LetterCase
  /** The number of the language of the text, by which it has its capital letters. */
  language: number
  font: number
  styleNumber: number
  outlineLevel: number | null
  listLevel: number
  /** The list to which the paragraph refers; 0 is none. */
  list: number
  ownNumbering: OwnNumbering | null
  indent: number
  inTable: boolean
  /** The number of tables that it is in, where that is said. */
  tableDepth: number | null
  /** The number of characters that follow a Unicode one as its substitute for older readers. */
  fallback: number
}

export const plainLook: Pick<
  RichTextState,
  | 'bold'
  | 'italic'
  | 'position'
  | 'strikethrough'
  | 'underline'
  | 'highlight'
  | 'hidden'
  | 'letterCase'
  | 'language'
  | 'font'
> = {
  bold: false,
  italic: false,
  position: '',
  strikethrough: false,
  underline: false,
  highlight: 0,
  hidden: false,
  letterCase: 'as written',
  language: 0,
  font: 0,
}
export const plainParagraph = {
  styleNumber: 0,
  outlineLevel: null,
  listLevel: 0,
  list: 0,
  ownNumbering: null,
  indent: 0,
  inTable: false,
  tableDepth: null,
}

export const initialState = (sink: RichTextSink): RichTextState => ({
  purpose: 'text',
  destination: '',
  collected: [],
  formula: null,
  sink,
  field: newRtfField(),
  link: undefined,
  ...plainLook,
  ...plainParagraph,
  fallback: 1,
})

/** Links are underlined because they are links. */
export const richTextLook = (
  state: RichTextState,
  { monospaced, highlight }: { readonly monospaced: boolean; readonly highlight: string | undefined },
): Omit<TextRun, 'text'> => ({
  ...(state.bold && { bold: true }),
  ...(state.italic && { italic: true }),
  ...(state.strikethrough && { strikethrough: true }),
  ...(state.underline && state.link === undefined && { underline: true }),
  ...(highlight !== undefined && { highlight }),
  ...(state.position === 'super' && { superscript: true }),
  ...(state.position === 'sub' && { subscript: true }),
  ...(monospaced && { code: true }),
  ...(state.link !== undefined && { href: state.link }),
})

const rtfDestinationPurposes = (names: string, purpose: Purpose): [string, Purpose][] =>
  names.split(' ').map((name) => [name, purpose])

/** Destinations by the word that begins them; any other that is marked as optional is not shown. */
export const purposes: ReadonlyMap<string, Purpose> = new Map([
  ...rtfDestinationPurposes('shppict shpinst shptxt fldrslt object result nesttableprops moMathPara', 'text'),
  ...rtfDestinationPurposes(
    'listtext pntext fldinst pict objclass title author subject keywords creatim revtim',
    'collected',
  ),
  ...rtfDestinationPurposes(
    'formfield ffl leveltext pntxta pntxtb bkmkstart atnauthor atndate atnref atrfstart atrfend',
    'collected',
  ),
  ...rtfDestinationPurposes('listtable listoverridetable pn', 'lists'),
  ['moMath', 'formula'],
  ['colortbl', 'colors'],
  ['fonttbl', 'font'],
  ['stylesheet', 'style'],
  ...rtfDestinationPurposes('info nonshppict nonesttables sp objdata xe tc levelnumbers', 'nothing'),
  ...rtfDestinationPurposes('atnid bkmkend', 'nothing'),
])

export const specialCharacters: ReadonlyMap<string, string> = new Map([
  ['tab', ' '],
  ['line', '\n'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['~', '\u00A0'],
  ['_', '\u2011'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
])
