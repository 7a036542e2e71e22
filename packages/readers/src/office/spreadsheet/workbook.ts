import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn, findAll, textOf, type XmlElement } from '../../xml/element.ts'
import { readElements } from '../../xml/read-xml.ts'
import { mainPart, relatedPart, targetOf } from '../package/relationships.ts'
import { readNumberFormats } from './number-formats.ts'

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

/** Text in runs, without how it is pronounced. Characters that XML cannot hold are written `_x000D_`. */
export const richText = (element: XmlElement | undefined): string =>
  elementsIn(element)
    .filter(({ name }) => name !== 'x:rPh' && name !== 'x:phoneticPr')
    .map((child) => (child.name === 'x:t' ? textOf(child) : findAll(child, 'x:t').map(textOf).join('')))
    .join('')
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?/g, '\n')
    .trim()
