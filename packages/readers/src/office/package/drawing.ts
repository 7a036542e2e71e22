import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { childOf, findAll, findFirst, textOf, type XmlElement } from '../../xml/element.ts'
import { alternativeText } from '../alternative-text.ts'
import { chartOfPart } from './chart.ts'
import { targetOf, type Part } from './relationships.ts'

/** A picture of DrawingML (`pic`), whatever it stands in; nothing where its file is missing or lies elsewhere. */
export const pictureBlocks = (archive: Archive, part: Part, picture: XmlElement): FlowBlock[] => {
  const target = targetOf(part, findFirst(picture, 'a:blip')?.attributes['r:embed'])
  const data = target === undefined || target.external ? null : archive.read(target.target)
  if (data === null) return []
  const described = [findFirst(picture, 'p:cNvPr'), findFirst(picture, 'xdr:cNvPr')].find((one) => one !== undefined)
  const alternative = described?.attributes['descr'] ?? described?.attributes['title']
  return [{ type: 'picture', text: alternativeText(alternative), picture: { data } }]
}

/** The chart that a frame shows. */
export const chartBlocks = (archive: Archive, part: Part, chart: XmlElement): FlowBlock[] => {
  const target = targetOf(part, chart.attributes['r:id'])
  return target === undefined || target.external ? [] : chartOfPart(archive, target.target)
}

/** What lies over the cells of a sheet: pictures, charts and the words in shapes. */
export const sheetDrawingBlocks = (archive: Archive, part: Part): FlowBlock[] =>
  findAll(part.root, 'xdr:pic', 'xdr:sp', 'c:chart').flatMap((element): FlowBlock[] => {
    if (element.name === 'xdr:pic') return pictureBlocks(archive, part, element)
    if (element.name === 'c:chart') return chartBlocks(archive, part, element)
    const text = findAll(childOf(element, 'xdr:txBody'), 'a:p')
      .map((paragraph) => findAll(paragraph, 'a:t').map(textOf).join(''))
      .join('\n')
      .trim()
    return text === '' ? [] : [{ type: 'paragraph', text }]
  })
