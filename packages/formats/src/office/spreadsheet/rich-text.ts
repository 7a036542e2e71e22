import type { TextRun } from '@polyparse/document'
import { childOf, elementsIn, findAll, isOn, textOfElement, type XmlElement } from '../../xml/element.ts'

/** The text of runs without phonetic guides. */
export const richText = (element: XmlElement | undefined): string =>
  unescapeXlsxText(
    partsOfXlsxRichText(element)
      .map((part) => (part.name === 'x:t' ? textOfElement(part) : findAll(part, 'x:t').map(textOfElement).join('')))
      .join(''),
  ).trim()

/** The same text in stretches of one style; undefined where no part of it has a style of its own. */
export const richRuns = (element: XmlElement | undefined): TextRun[] | undefined => {
  const parts = partsOfXlsxRichText(element)
  // Nearly all texts are of one piece.
  if (parts.every(({ name }) => name === 'x:t')) return undefined
  const looks = parts.map((part) => lookOfXlsxRun(childOf(part, 'x:rPr')))
  if (!looks.some((look) => Object.keys(look).length > 0)) return undefined
  const runs = parts.map((part, index): TextRun => {
    const text = unescapeXlsxText(
      part.name === 'x:t' ? textOfElement(part) : findAll(part, 'x:t').map(textOfElement).join(''),
    )
    return { text, ...looks[index] }
  })
  return trimmed(runs)
}

const partsOfXlsxRichText = (element: XmlElement | undefined): XmlElement[] =>
  elementsIn(element).filter(({ name }) => name === 'x:t' || name === 'x:r')

/**
 * Characters that XML cannot hold are written `_x000D_`.
 * @example unescapeXlsxText('one_x000D_two') // 'one\ntwo'
 */
export const unescapeXlsxText = (text: string): string =>
  text
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?/g, '\n')

const lookOfXlsxRun = (properties: XmlElement | undefined): Omit<TextRun, 'text'> => {
  const isSet = (name: string): boolean => isOn(childOf(properties, name), 'val')
  const underline = childOf(properties, 'x:u')
  const raised = childOf(properties, 'x:vertAlign')?.attributes['val']
  return {
    ...(isSet('x:b') && { bold: true }),
    ...(isSet('x:i') && { italic: true }),
    ...(isSet('x:strike') && { strikethrough: true }),
    ...(underline !== undefined && underline.attributes['val'] !== 'none' && { underline: true }),
    ...(raised === 'superscript' && { superscript: true }),
    ...(raised === 'subscript' && { subscript: true }),
  }
}

/** Cuts off white space at both ends, as is done with the text. */
const trimmed = (runs: readonly TextRun[]): TextRun[] => {
  const first = runs.findIndex(({ text }) => text.trim() !== '')
  const last = runs.findLastIndex(({ text }) => text.trim() !== '')
  return runs.slice(first, last + 1).map((run, index) => {
    const start = index === 0 ? run.text.trimStart() : run.text
    return { ...run, text: index === last - first ? start.trimEnd() : start }
  })
}
