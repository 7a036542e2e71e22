import { plainLook, plainParagraph, type RichTextState } from './state.ts'

/** Applies a control word that formats text or paragraphs; false for any other. */
export const applyFormat = (state: RichTextState, name: string, value: number | null): boolean => {
  const changes = rtfFormatsByControlWord.get(name)?.(value)
  if (changes !== undefined) Object.assign(state, changes)
  return changes !== undefined
}

/** Words such as `\b` are on but for `\b0`. */
const isRtfToggleOn = (value: number | null): boolean => value !== 0

const underlines = 'ul uld uldash uldashd uldashdd uldb ulhwave ulldash ulth ululdbwave ulw ulwave'.split(' ')

type Format = (value: number | null) => Partial<RichTextState>

const rtfFormatsByControlWord: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['plain', () => plainLook],
  ['b', (value) => ({ bold: isRtfToggleOn(value) })],
  ['i', (value) => ({ italic: isRtfToggleOn(value) })],
  ['strike', (value) => ({ strikethrough: isRtfToggleOn(value) })],
  ['striked', (value) => ({ strikethrough: isRtfToggleOn(value) })],
  ...underlines.map((name): [string, Format] => [name, (value) => ({ underline: isRtfToggleOn(value) })]),
  ['ulnone', () => ({ underline: false })],
  ['highlight', (value) => ({ highlight: value ?? 0 })],
  ['chcbpat', (value) => ({ highlight: value ?? 0 })],
  ['v', (value) => ({ hidden: isRtfToggleOn(value) })],
  ['deleted', (value) => ({ hidden: isRtfToggleOn(value) })],
  ['caps', (value) => ({ letterCase: isRtfToggleOn(value) ? 'capitals' : 'as written' })],
  ['lang', (value) => ({ language: value ?? 0 })],
  ['super', (value) => ({ position: isRtfToggleOn(value) ? 'super' : '' })],
  ['sub', (value) => ({ position: isRtfToggleOn(value) ? 'sub' : '' })],
  ['up', (value) => ({ position: isRtfToggleOn(value) ? 'super' : '' })],
  ['dn', (value) => ({ position: isRtfToggleOn(value) ? 'sub' : '' })],
  ['nosupersub', () => ({ position: '' })],
  ['f', (value) => ({ font: value ?? 0 })],
  ['uc', (value) => ({ fallback: Math.min(Math.max(value ?? 1, 0), 100) })],
  ['pard', () => plainParagraph],
  ['s', (value) => ({ styleNumber: value ?? 0 })],
  ['ilvl', (value) => ({ listLevel: Math.min(Math.max(value ?? 0, 0), 8) })],
  ['li', (value) => ({ indent: value ?? 0 })],
  ['intbl', () => ({ inTable: true })],
  ['itap', (value) => ({ tableDepth: value ?? 1 })],
])
