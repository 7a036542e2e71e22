import { itemAt } from '@polyparse/document/items'
import { hexColor, highlightOfHex } from '@polyparse/engine'
import { isMonospaced } from '../office-text.ts'
import { headingLevelOfStyle, styleRole, type StyleRole } from '../style-names.ts'

type Style = {
  readonly isTitle: boolean
  readonly role: StyleRole | undefined
  readonly outlineLevel: number | null
}

/** The parts of a colour, in three bytes, by the words that set them. */
const colorParts = { red: 16, green: 8, blue: 0 }
export type ColorPart = keyof typeof colorParts
export const isColorPart = (word: string): word is ColorPart => Object.hasOwn(colorParts, word)

/** The fonts, colours and styles of a document, as its tables define them. */
export type Definitions = {
  nameFont(font: number, text: string): void
  setCharacterSet(font: number, set: number): void
  encodingOf(font: number): string | null
  isMonospaced(font: number): boolean
  nameOf(font: number): string | undefined
  /** Sets red, green or blue of the colour that is defined next. */
  setColorPart(part: ColorPart, value: number): void
  /** Ends as many colours as the text of their table has semicolons. */
  endColors(text: string): void
  /** The colour in which text is highlighted by its number; undefined for one that does not highlight. */
  highlightOf(color: number): string | undefined
  nameStyle(style: number, text: string): void
  setOutlineLevel(style: number, level: number): void
  setBase(style: number, base: number): void
  style(style: number): Style
}

/** Characters of a name after which no more are added; Word allows 31 for a font, and 253 for a style. */
const maxNameLength = 1000
/** Colours after which no more are kept; Word defines some dozens. */
const maxColorCount = 10_000

export const createDefinitions = (): Definitions => {
  const fontNames = new Map<number, string>()
  const encodings = new Map<number, string | null>()
  const colors: number[] = []
  let color = 0
  const styleNames = new Map<number, string>()
  const outlineLevels = new Map<number, number>()
  const bases = new Map<number, number>()
  const resolved = new Map<number, Style>()
  /** A name comes in pieces and ends with a semicolon. */
  const append = (names: Map<number, string>, number: number, text: string): void => {
    const name = names.get(number) ?? ''
    if (name.length < maxNameLength) names.set(number, `${name}${text}`.replace(/;$/, ''))
  }
  const resolve = (number: number): Style => {
    // A style and those it is based on; a longer chain is a loop.
    const chain = [number]
    for (let base = bases.get(number); base !== undefined && chain.length < 30; base = bases.get(base)) chain.push(base)
    const names = chain.map((one) => (styleNames.get(one) ?? '').toLowerCase().split(',', 1).join('').trim())
    const levels = chain.map((one, index) => outlineLevels.get(one) ?? headingLevelOfStyle(itemAt(names, index)))
    return {
      isTitle: names[0] === 'title',
      role: names.map(styleRole).find((role) => role !== undefined),
      outlineLevel: levels.find((level) => level !== undefined) ?? null,
    }
  }
  return {
    nameFont: (font, text) => append(fontNames, font, text),
    setCharacterSet: (font, set) => encodings.set(font, encodingOfCharacterSet(set)),
    encodingOf: (font) => encodings.get(font) ?? null,
    nameOf: (font) => fontNames.get(font),
    isMonospaced: (font) => isMonospaced(fontNames.get(font)),
    setColorPart: (part, value) => {
      color |= (value & 255) << colorParts[part]
    },
    endColors: (text) => {
      for (const character of text) {
        if (character !== ';' || colors.length >= maxColorCount) continue
        colors.push(color)
        color = 0
      }
    },
    highlightOf: (number) => {
      const defined = colors[number]
      return defined === undefined ? undefined : highlightOfHex(hexColor(defined))
    },
    nameStyle: (style, text) => {
      resolved.clear()
      append(styleNames, style, text)
    },
    setOutlineLevel: (style, level) => outlineLevels.set(style, level),
    setBase: (style, base) => bases.set(style, base),
    style: (number) => {
      const known = resolved.get(number) ?? resolve(number)
      resolved.set(number, known)
      return known
    },
  }
}

/** Encodings by the character set of a font. */
const byCharacterSet: Readonly<Record<number, string>> = {
  // The character set of symbols, whose codes stay as they are.
  2: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  254: 'ibm437',
}

const encodingOfCharacterSet = (set: number): string | null => byCharacterSet[set] ?? null
