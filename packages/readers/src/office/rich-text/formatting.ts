import { plainLook, plainParagraph, type State } from './state.ts'

/** Applies a control word that formats text or paragraphs; false for any other. */
export const applyFormat = (state: State, name: string, value: number | null): boolean => {
  const changes = formats.get(name)?.(value)
  if (changes !== undefined) Object.assign(state, changes)
  return changes !== undefined
}

/** Words such as `\b` are on but for `\b0`. */
const isOn = (value: number | null): boolean => value !== 0

const underlines = 'ul uld uldash uldashd uldashdd uldb ulhwave ulldash ulth ululdbwave ulw ulwave'.split(' ')

type Format = (value: number | null) => Partial<State>

const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['plain', () => plainLook],
  ['b', (value) => ({ bold: isOn(value) })],
  ['i', (value) => ({ italic: isOn(value) })],
  ['strike', (value) => ({ strikethrough: isOn(value) })],
  ['striked', (value) => ({ strikethrough: isOn(value) })],
  ...underlines.map((name): [string, Format] => [name, (value) => ({ underline: isOn(value) })]),
  ['ulnone', () => ({ underline: false })],
  ['v', (value) => ({ hidden: isOn(value) })],
  ['deleted', (value) => ({ hidden: isOn(value) })],
  ['super', (value) => ({ position: isOn(value) ? 'super' : '' })],
  ['sub', (value) => ({ position: isOn(value) ? 'sub' : '' })],
  ['up', (value) => ({ position: isOn(value) ? 'super' : '' })],
  ['dn', (value) => ({ position: isOn(value) ? 'sub' : '' })],
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
