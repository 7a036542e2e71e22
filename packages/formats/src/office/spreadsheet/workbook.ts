import type { TextRun } from '@polyparse/document'
import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn, isOn, textOfElement, type XmlElement } from '../../xml/element.ts'
import { readElements } from '../../xml/read-xml.ts'
import { unlessDamaged } from '../omitted.ts'
import { mainPart, relatedPart, targetOfRelationship } from '../package/relationships.ts'
import { builtInFormat } from './built-in-formats.ts'
import { type CellFormats, createCellFormats } from './format-number.ts'
import { richRuns, richText } from './rich-text.ts'

export type Sheet = { readonly name: string; readonly hidden: boolean; readonly part: string | null }

export type Workbook = {
  readonly sheets: readonly Sheet[]
  /** Texts that cells refer to by index, and the stretches of those that have several styles. */
  readonly texts: readonly string[]
  readonly runs: ReadonlyMap<number, readonly TextRun[]>
  /** Formats of numbers, null where the file has none, and whether text is struck out, by the index of the style of a cell. */
  readonly formats: readonly (string | null)[]
  readonly struck: readonly boolean[]
  readonly since1904: boolean
  readonly cellFormats: CellFormats
  /** The places that the workbook has names for, by the names in small letters. */
  readonly names: ReadonlyMap<string, string>
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
    names: new Map(
      elementsIn(childOf(main.root, 'x:definedNames'), 'x:definedName').map((one) => [
        (one.attributes['name'] ?? '').toLowerCase(),
        textOfElement(one).trim(),
      ]),
    ),
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

/** The format code of each cell style, by its index. */
const readNumberFormats = (root: XmlElement | undefined): Workbook['formats'] => {
  const codes = new Map(
    elementsIn(childOf(root, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      attributes['numFmtId'] ?? '',
      attributes['formatCode'] ?? 'General',
    ]),
  )
  return elementsIn(childOf(root, 'x:cellXfs'), 'x:xf').map(({ attributes }) => {
    const id = attributes['numFmtId'] ?? '0'
    return codes.get(id) ?? builtInFormat(Number(id)) ?? null
  })
}

/** Tells whether each cell style strikes out its text, by its index. */
const readStruck = (root: XmlElement | undefined): readonly boolean[] => {
  const fonts = elementsIn(childOf(root, 'x:fonts'), 'x:font').map((font) => isOn(childOf(font, 'x:strike'), 'val'))
  if (!fonts.includes(true)) return []
  return elementsIn(childOf(root, 'x:cellXfs'), 'x:xf').map(
    ({ attributes }) => fonts[Number(attributes['fontId'] ?? 0)] ?? false,
  )
}
