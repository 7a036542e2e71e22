import type { TextRun } from '@polyparse/document'
import type { Sink } from './sink.ts'

/** What a group is for: visible text, text collected for another use, definitions, or nothing. */
export type Purpose = 'text' | 'collected' | 'font' | 'style' | 'nothing'

/** The state of a group, which ends with it. */
export type State = {
  purpose: Purpose
  /** The control word that began the destination. */
  destination: string
  /** Text of a destination that is collected. */
  collected: string[]
  /** Where shown text goes. */
  sink: Sink
  /** The field in which this is, with the address that its instruction gives. */
  field: { link: string | null }
  link: string | null
  bold: boolean
  italic: boolean
  position: string
  hidden: boolean
  font: number
  styleNumber: number
  outlineLevel: number | null
  listLevel: number
  inTable: boolean
  /** How many characters follow a Unicode one as its substitute for older readers. */
  fallback: number
}

export const plainLook = { bold: false, italic: false, position: '', hidden: false, font: 0 }
export const plainParagraph = { styleNumber: 0, outlineLevel: null, listLevel: 0, inTable: false }

export const initialState = (sink: Sink): State => ({
  purpose: 'text',
  destination: '',
  collected: [],
  sink,
  field: { link: null },
  link: null,
  ...plainLook,
  ...plainParagraph,
  fallback: 1,
})

export const lookOf = ({ bold, italic, position, link }: State, monospaced: boolean): Omit<TextRun, 'text'> => ({
  ...(bold && { bold }),
  ...(italic && { italic }),
  ...(position === 'super' && { superscript: true }),
  ...(position === 'sub' && { subscript: true }),
  ...(monospaced && { code: true }),
  ...(link !== null && { href: link }),
})

const named = (names: string, purpose: Purpose): [string, Purpose][] => names.split(' ').map((name) => [name, purpose])

/** Destinations by the word that begins them; any other that is marked as optional is not shown. */
export const purposes: ReadonlyMap<string, Purpose> = new Map([
  ...named('shppict shpinst shptxt fldrslt object result', 'text'),
  ...named('listtext pntext fldinst pict title author subject keywords creatim revtim', 'collected'),
  ['fonttbl', 'font'],
  ['stylesheet', 'style'],
  ...named('info colortbl listtable listoverridetable nonshppict nonesttables sp objdata objclass xe tc', 'nothing'),
  ...named('annotation atnid atnauthor bkmkstart bkmkend pntxta pntxtb', 'nothing'),
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
