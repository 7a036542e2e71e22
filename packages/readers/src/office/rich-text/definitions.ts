import { isMonospaced } from '../is-monospaced.ts'
import { encodingOfCharacterSet } from './encodings.ts'

type Style = { readonly name: string; readonly outlineLevel: number | null }

/** The fonts and styles of a document, as its tables define them piece by piece. */
export type Definitions = {
  nameFont(font: number, text: string): void
  setCharacterSet(font: number, set: number): void
  encodingOf(font: number): string | null
  isMonospaced(font: number): boolean
  nameStyle(style: number, text: string): void
  setOutlineLevel(style: number, level: number): void
  style(style: number): Style
}

export const createDefinitions = (): Definitions => {
  const fontNames = new Map<number, string>()
  const encodings = new Map<number, string | null>()
  const styleNames = new Map<number, string>()
  const outlineLevels = new Map<number, number>()
  /** A name comes in pieces and ends with a semicolon. */
  const append = (names: Map<number, string>, number: number, text: string): void => {
    names.set(number, `${names.get(number) ?? ''}${text}`.replace(/;$/, ''))
  }
  return {
    nameFont: (font, text) => append(fontNames, font, text),
    setCharacterSet: (font, set) => encodings.set(font, encodingOfCharacterSet(set)),
    encodingOf: (font) => encodings.get(font) ?? null,
    isMonospaced: (font) => isMonospaced(fontNames.get(font)),
    nameStyle: (style, text) => append(styleNames, style, text),
    setOutlineLevel: (style, level) => outlineLevels.set(style, level),
    style: (number) => {
      const name = (styleNames.get(number) ?? '').toLowerCase()
      const heading = /^heading ([1-9])$/.exec(name)?.[1]
      return { name, outlineLevel: outlineLevels.get(number) ?? (heading === undefined ? null : Number(heading) - 1) }
    },
  }
}
