import type { TextRun } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn, isOn, type XmlElement } from '../../xml/element.ts'
import { readElements } from '../../xml/read-xml.ts'
import { unlessDamaged } from '../omitted.ts'
import { mainPart, relatedPart, targetOfRelationship } from '../package/relationships.ts'
import { type CellFormats, createCellFormats } from './format-number.ts'
import { richRuns, richText } from './rich-text.ts'

export type Sheet = { readonly name: string; readonly hidden: boolean; readonly part: string | null }

export type Workbook = {
  readonly sheets: readonly Sheet[]
  /** Texts that cells refer to by index, and the stretches of those that have several styles. */
  readonly texts: readonly string[]
  readonly runs: ReadonlyMap<number, readonly TextRun[]>
  /** Formats of numbers, and whether text is struck out, by the index of the style of a cell. */
  readonly formats: readonly string[]
  readonly struck: readonly boolean[]
  readonly since1904: boolean
  readonly cellFormats: CellFormats
  /** The names of those who have written threads of comments, by their ids. */
  readonly persons: ReadonlyMap<string, string>
}

export const readWorkbook = (archive: Archive): Workbook => {
  const main = mainPart(archive)
  const sheets = elementsIn(childOf(main.root, 'x:sheets'), 'x:sheet').map(({ attributes }): Sheet => {
    const target = targetOfRelationship(main, attributes['r:id'])
    return {
      name: attributes['name'] ?? '',
      hidden: (attributes['state'] ?? 'visible') !== 'visible',
      part: target === undefined || target.external ? null : target.target,
    }
  })
  const shared = main.relationships.find(({ kind }) => kind === 'sharedStrings')
  const styles = relatedPart(archive, main, 'styles')?.root
  const persons = unlessDamaged(() => relatedPart(archive, main, 'person'))?.root
  return {
    sheets,
    ...readTexts(shared === undefined ? null : archive.read(shared.target)),
    formats: readNumberFormats(styles),
    struck: readStruck(styles),
    cellFormats: createCellFormats(),
    persons: new Map(
      elementsIn(persons, 'tc:person').map(({ attributes: { id = '', displayName = '' } }) => [id, displayName]),
    ),
    since1904: /^(?:1|true)$/.test(childOf(main.root, 'x:workbookPr')?.attributes['date1904'] ?? ''),
  }
}

type XlsxSharedStrings = Pick<Workbook, 'texts' | 'runs'>

const readTexts = (bytes: Uint8Array | null): XlsxSharedStrings => {
  const texts: string[] = []
  const runs = new Map<number, readonly TextRun[]>()
  if (bytes !== null)
    readElements(bytes, new Set(['x:si']), (item) => {
      const styled = richRuns(item)
      if (styled !== undefined) runs.set(texts.length, styled)
      texts.push(richText(item))
    })
  return { texts, runs }
}

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

/** Whether each cell style strikes out its text, by its index. */
const readStruck = (root: XmlElement | undefined): readonly boolean[] => {
  const fonts = elementsIn(childOf(root, 'x:fonts'), 'x:font').map((font) => isOn(childOf(font, 'x:strike'), 'val'))
  if (!fonts.includes(true)) return []
  return elementsIn(childOf(root, 'x:cellXfs'), 'x:xf').map(
    ({ attributes }) => fonts[Number(attributes['fontId'] ?? 0)] ?? false,
  )
}
