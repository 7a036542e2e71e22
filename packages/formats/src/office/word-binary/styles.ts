import { settings, settingsIn } from './settings.ts'
import type { Streams } from './streams.ts'

/** The looks of characters. */
export type WordCharacterLook = {
  readonly bold: boolean
  readonly italic: boolean
  /** Struck out, by one line or by two. */
  readonly struck: boolean
  readonly struckTwice: boolean
  readonly underlined: boolean
  /** The number of a colour; 0 for none. */
  readonly highlight: number
  readonly hidden: boolean
  readonly capitals: boolean
  readonly deleted: boolean
  /** 1 is above the line, 2 below it. */
  readonly position: number
  readonly font: number
  /** The number of the language (MS-LCID). */
  readonly language: number
}

/** A style with everything it inherits from the styles it is based on. */
export type WordBinaryStyle = {
  /** The number of a style of Word's own (MS-DOC 2.9.260), whatever it is called. */
  readonly builtIn: number
  /** 0 is the highest of headings, 9 is body text. */
  readonly outlineLevel: number
  readonly list: ListUse
  readonly look: WordCharacterLook
}

/** A list by its number, from 1, with 0 for none; and the depth in it, from 0. */
export type ListUse = { readonly list: number; readonly level: number }

export const bodyLevel = 9
const plainLook: WordCharacterLook = {
  bold: false,
  italic: false,
  struck: false,
  struckTwice: false,
  underlined: false,
  highlight: 0,
  hidden: false,
  capitals: false,
  deleted: false,
  position: 0,
  font: 0,
  language: 0,
}
export const plainWordStyle: WordBinaryStyle = {
  builtIn: 0,
  outlineLevel: bodyLevel,
  list: { list: 0, level: 0 },
  look: plainLook,
}

/** Kinds of styles. */
const docStyleKinds = { paragraph: 1, character: 2 }
const noStyle = 0x0fff
/** A longer chain of styles is a loop. */
const maxDocStyleDepth = 30

export type WordBinaryStyles = {
  style(number: number): WordBinaryStyle
  /** Returns what a style of characters sets, as settings. */
  characterSettings(number: number): Buffer
}

type Definition = {
  readonly builtIn: number
  readonly base: number
  readonly paragraph: Buffer
  readonly characters: Buffer
}

/** The style sheet of a document (MS-DOC 2.9.271). */
export const readWordBinaryStyles = ({ structure }: Streams): WordBinaryStyles => {
  const definitions = definitionsIn(structure('styles'))
  const resolved = new Map<number, WordBinaryStyle>()
  const style = (number: number, depth = 0): WordBinaryStyle => {
    const definition = definitions.get(number)
    if (definition === undefined || depth > maxDocStyleDepth) return plainWordStyle
    const known = resolved.get(number)
    if (known !== undefined) return known
    const based = style(definition.base, depth + 1)
    const found = withParagraphSettings({ ...based, builtIn: definition.builtIn }, definition.paragraph)
    const heading = definition.builtIn >= 1 && definition.builtIn <= 9 ? { outlineLevel: definition.builtIn - 1 } : {}
    const whole = { ...found, ...heading, look: withCharacterSettings(based.look, definition.characters, based.look) }
    resolved.set(number, whole)
    return whole
  }
  return { style, characterSettings: (number) => definitions.get(number)?.characters ?? Buffer.alloc(0) }
}

const definitionsIn = (bytes: Buffer): Map<number, Definition> => {
  const definitions = new Map<number, Definition>()
  if (bytes.length < 6) return definitions
  const baseBytes = bytes.readUInt16LE(4)
  let at = 2 + bytes.readUInt16LE(0)
  for (let number = 0; at + 2 <= bytes.length; number += 1) {
    const length = bytes.readUInt16LE(at)
    const definition = bytes.subarray(at + 2, at + 2 + length)
    if (definition.length >= baseBytes + 2 && baseBytes >= 10)
      definitions.set(number, definitionOf(definition, baseBytes))
    at += 2 + length
  }
  return definitions
}

const definitionOf = (bytes: Buffer, baseBytes: number): Definition => {
  const kind = bytes.readUInt16LE(2) & 15
  let at = baseBytes + 2 + (bytes.readUInt16LE(baseBytes) + 1) * 2
  const next = (): Buffer => {
    const length = at + 2 <= bytes.length ? bytes.readUInt16LE(at) : 0
    const part = bytes.subarray(at + 2, at + 2 + length)
    at += 2 + length + (length % 2)
    return part
  }
  const paragraph = kind === docStyleKinds.paragraph ? next().subarray(2) : Buffer.alloc(0)
  const characters = kind === docStyleKinds.paragraph || kind === docStyleKinds.character ? next() : Buffer.alloc(0)
  const base = bytes.readUInt16LE(2) >> 4
  return { builtIn: bytes.readUInt16LE(0) & 0x0fff, base: base === noStyle ? -1 : base, paragraph, characters }
}

/** The same with the outline level and the list that settings name. */
export const withParagraphSettings = (style: WordBinaryStyle, list: Buffer): WordBinaryStyle => {
  let { outlineLevel } = style
  const use = { ...style.list }
  for (const { number, operand } of settingsIn(list)) {
    if (number === settings.outlineLevel) outlineLevel = operand.readUInt8(0)
    else if (number === settings.list) use.list = operand.readUInt16LE(0)
    else if (number === settings.listLevel) use.level = operand.readUInt8(0)
  }
  return { ...style, outlineLevel, list: use }
}

/** The same with what settings change; some refer to the look that the style has. */
export const withCharacterSettings = (
  look: WordCharacterLook,
  list: Buffer,
  styled: WordCharacterLook,
): WordCharacterLook => {
  const changed: { -readonly [Name in keyof WordCharacterLook]: WordCharacterLook[Name] } = { ...look }
  for (const { number, operand } of settingsIn(list)) {
    const value = operand.readUInt8(0)
    if (number === settings.bold) changed.bold = toggled(value, styled.bold)
    else if (number === settings.italic) changed.italic = toggled(value, styled.italic)
    else if (number === settings.struck) changed.struck = toggled(value, styled.struck)
    else if (number === settings.struckTwice) changed.struckTwice = toggled(value, styled.struckTwice)
    else if (number === settings.underline) changed.underlined = value !== 0
    else if (number === settings.highlight) changed.highlight = value
    else if (number === settings.hidden) changed.hidden = toggled(value, styled.hidden)
    else if (number === settings.capitals) changed.capitals = toggled(value, styled.capitals)
    else if (number === settings.deleted) changed.deleted = value !== 0
    else if (number === settings.position) changed.position = value
    else if (number === settings.font) changed.font = operand.readUInt16LE(0)
    else if (number === settings.language) changed.language = operand.readUInt16LE(0)
  }
  return changed
}

/** Off, on, as the style, or the opposite of it (MS-DOC 2.9.331). */
const toggled = (value: number, styled: boolean): boolean => {
  if (value === 0x80) return styled
  return value === 0x81 ? !styled : value === 1
}
