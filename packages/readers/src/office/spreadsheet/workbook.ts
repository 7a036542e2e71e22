import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn, findAll, textOf, type XmlElement } from '../../xml/element.ts'
import { readElements } from '../../xml/read-xml.ts'
import { mainPart, relatedPart, targetOf } from '../package/relationships.ts'

export type Sheet = { readonly name: string; readonly hidden: boolean; readonly part: string | null }

export type Workbook = {
  readonly sheets: readonly Sheet[]
  /** Texts that cells refer to by index. */
  readonly texts: readonly string[]
  readonly formats: readonly string[]
  readonly since1904: boolean
}

export const readWorkbook = (archive: Archive): Workbook => {
  const main = mainPart(archive)
  const sheets = elementsIn(childOf(main.root, 'x:sheets'), 'x:sheet').map(({ attributes }): Sheet => {
    const target = targetOf(main, attributes['r:id'])
    return {
      name: attributes['name'] ?? '',
      hidden: (attributes['state'] ?? 'visible') !== 'visible',
      part: target === undefined || target.external ? null : target.target,
    }
  })
  const shared = main.relationships.find(({ kind }) => kind === 'sharedStrings')
  return {
    sheets,
    texts: readTexts(shared === undefined ? null : archive.read(shared.target)),
    formats: readNumberFormats(relatedPart(archive, main, 'styles')?.root),
    since1904: /^(?:1|true)$/.test(childOf(main.root, 'x:workbookPr')?.attributes['date1904'] ?? ''),
  }
}

const readTexts = (bytes: Uint8Array | null): string[] => {
  const texts: string[] = []
  if (bytes !== null) readElements(bytes, new Set(['x:si']), (item) => texts.push(richText(item)))
  return texts
}

/** The text of runs without phonetic guides. Characters that XML cannot hold are written `_x000D_`. */
export const richText = (element: XmlElement | undefined): string =>
  elementsIn(element)
    .filter(({ name }) => name !== 'x:rPh' && name !== 'x:phoneticPr')
    .map((child) => (child.name === 'x:t' ? textOf(child) : findAll(child, 'x:t').map(textOf).join('')))
    .join('')
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?/g, '\n')
    .trim()

/** The built-in formats (ISO/IEC 29500-1, 18.8.30); dates that depend on the locale are in ISO 8601. */
const builtIn: Readonly<Record<string, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}

/** The format code of each cell style, by its index. */
const readNumberFormats = (root: XmlElement | undefined): readonly string[] => {
  const codes = new Map(
    elementsIn(childOf(root, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      attributes['numFmtId'] ?? '',
      attributes['formatCode'] ?? 'General',
    ]),
  )
  return elementsIn(childOf(root, 'x:cellXfs'), 'x:xf').map(({ attributes }) => {
    const id = attributes['numFmtId'] ?? '0'
    return codes.get(id) ?? builtIn[id] ?? 'General'
  })
}
