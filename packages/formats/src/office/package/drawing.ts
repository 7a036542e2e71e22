import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, findFirst, isOn, textOfElement, type XmlElement } from '../../xml/element.ts'
import { alternativeTextOfShape } from '../office-text.ts'
import type { CellFormats } from '../spreadsheet/format-number.ts'
import { chartTable } from '../tables.ts'
import { type PackagePart, readPart, targetOfRelationship } from './relationships.ts'

/** A picture of DrawingML (`pic`), whatever contains it; nothing where its file is missing or external. */
export const pictureBlocks = (archive: Archive, part: PackagePart, picture: XmlElement): FlowBlock[] => {
  const target = targetOfRelationship(part, findFirst(picture, 'a:blip')?.attributes['r:embed'])
  const data = target === undefined || target.external ? null : archive.read(target.target)
  if (data === null) return []
  const described = [findFirst(picture, 'p:cNvPr'), findFirst(picture, 'xdr:cNvPr')].find((one) => one !== undefined)
  const alternative = described?.attributes['descr'] ?? described?.attributes['title']
  return [{ type: 'picture', text: alternativeTextOfShape(alternative), picture: { data } }]
}

/** The chart that a frame shows. */
export const chartBlocks = (
  archive: Archive,
  part: PackagePart,
  chart: XmlElement,
  cellFormats: CellFormats,
): FlowBlock[] => {
  const target = targetOfRelationship(part, chart.attributes['r:id'])
  return target === undefined || target.external ? [] : chartOfPart(archive, target.target, cellFormats)
}

/** Returns what floats over the cells of a sheet: pictures, charts, diagrams and the text of shapes. */
export const sheetDrawingBlocks = (archive: Archive, part: PackagePart, cellFormats: CellFormats): FlowBlock[] =>
  findAll(part.root, 'xdr:pic', 'xdr:sp', 'c:chart', 'dgm:relIds').flatMap((element): FlowBlock[] => {
    if (element.name === 'xdr:pic') return pictureBlocks(archive, part, element)
    if (element.name === 'c:chart') return chartBlocks(archive, part, element, cellFormats)
    if (element.name === 'dgm:relIds') return diagramBlocks(archive, part, element)
    const text = findAll(childOf(element, 'xdr:txBody'), 'a:p')
      .map((paragraph) => findAll(paragraph, 'a:t').map(textOfElement).join(''))
      .join('\n')
      .trim()
    return text === '' ? [] : [{ type: 'paragraph', text }]
  })

/** The numbers of a chart as the file keeps them beside the drawing (ISO/IEC 29500-1, 21.2). */
export const chartOfPart = (archive: Archive, name: string | null, cellFormats: CellFormats): FlowBlock[] => {
  const part = name === null ? null : readPart(archive, name)
  const chart = childOf(part?.root, 'c:chart')
  const series = findAll(childOf(chart, 'c:plotArea'), 'c:ser')
  const [first] = series
  const since1904 = isOn(childOf(part?.root, 'c:date1904'), 'val')
  const shown: NumberShown = (value, code) => cellFormats.number(value, code, since1904)
  const common = pointsOf(childOf(first, 'c:cat') ?? childOf(first, 'c:xVal'), shown)
  return chartTable({
    title: titleOf(chart),
    axes: axisTitles(chart),
    series: series.map((one) => {
      const own = pointsOf(childOf(one, 'c:xVal'), shown)
      return {
        name: nameOfSeries(childOf(one, 'c:tx'), shown),
        // Values on an axis belong to their series; labels are those of the first one for all.
        labels: own.length > 0 ? own : common,
        values: pointsOf(childOf(one, 'c:val') ?? childOf(one, 'c:yVal'), shown),
      }
    }),
  })
}

const titleOf = (element: XmlElement | undefined): string =>
  findAll(childOf(element, 'c:title'), 'a:t').map(textOfElement).join('').trim()

/** Returns the titles of the axes. In a chart of points, the axis of the labels has values, too, and comes first. */
const axisTitles = (chart: XmlElement | undefined): readonly [labels: string, values: string] => {
  const plot = childOf(chart, 'c:plotArea')
  const [label] = [...elementsIn(plot, 'c:catAx'), ...elementsIn(plot, 'c:dateAx')]
  const [first, second] = elementsIn(plot, 'c:valAx')
  return label === undefined ? [titleOf(first), titleOf(second)] : [titleOf(label), titleOf(first)]
}

/** Reads the name from cells, or as it was written. */
const nameOfSeries = (source: XmlElement | undefined, shown: NumberShown): string =>
  pointsOf(source, shown).join(' ') || textOfElement(childOf(source, 'c:v')).trim()

type NumberShown = (value: number, code: string) => string

const maxPoints = 10_000

/** Cached values at their places, numbers as their format shows them; those that are missing are ''. */
const pointsOf = (source: XmlElement | undefined, shown: NumberShown): string[] => {
  const values: string[] = []
  for (const cache of findAll(source, 'c:strCache', 'c:numCache', 'c:strLit', 'c:numLit')) {
    const isNumber = cache.name.startsWith('c:num')
    const format = textOfElement(childOf(cache, 'c:formatCode')) || 'General'
    for (const point of elementsIn(cache, 'c:pt')) {
      const index = Number(point.attributes['idx'] ?? 0)
      const text = textOfElement(childOf(point, 'c:v'))
      if (index < maxPoints)
        values[index] = isNumber ? shownNumber(text, point.attributes['formatCode'] ?? format, shown) : text
    }
  }
  return Array.from(values, (value) => value ?? '')
}

const shownNumber = (text: string, format: string, shown: NumberShown): string => {
  const number = Number(text)
  return text.trim() === '' || Number.isNaN(number) ? text : shown(number, format)
}

/** The text of a diagram (SmartArt): each point a list item, as deep as it is under others. */
export const diagramBlocks = (archive: Archive, part: PackagePart, reference: XmlElement): FlowBlock[] => {
  const target = targetOfRelationship(part, reference.attributes['r:dm'])
  const data = target === undefined || target.external ? null : readPart(archive, target.target)
  const points = elementsIn(childOf(data?.root, 'dgm:ptLst'), 'dgm:pt')
  const inOrder = pointsInOrder(points, elementsIn(childOf(data?.root, 'dgm:cxnLst'), 'dgm:cxn'))
  return inOrder.flatMap(({ point, depth }): FlowBlock[] => {
    const text = findAll(point, 'a:p')
      .map((paragraph) => findAll(paragraph, 'a:t').map(textOfElement).join(''))
      .join('\n')
      .trim()
    return text === '' ? [] : [{ type: 'list_item', level: Math.max(depth, 1), marker: '•', text }]
  })
}

type SmartArtPoint = { readonly point: XmlElement; readonly depth: number }

/** Points under the points that they belong to; those that belong to none come last. */
const pointsInOrder = (points: readonly XmlElement[], connections: readonly XmlElement[]): SmartArtPoint[] => {
  const left = new Map(points.map((point) => [point.attributes['modelId'] ?? '', point]))
  const under = Map.groupBy(
    connections.filter(({ attributes }) => (attributes['type'] ?? 'parOf') === 'parOf'),
    ({ attributes }) => attributes['srcId'] ?? '',
  )
  const inOrder: SmartArtPoint[] = []
  const put = (id: string, depth: number): void => {
    const point = left.get(id)
    if (point === undefined || depth > deepestPoint) return
    left.delete(id)
    inOrder.push({ point, depth })
    const children = (under.get(id) ?? []).toSorted((a, b) => orderOf(a) - orderOf(b))
    for (const { attributes } of children) put(attributes['destId'] ?? '', depth + 1)
  }
  for (const point of points) if (point.attributes['type'] === 'doc') put(point.attributes['modelId'] ?? '', 0)
  for (const id of left.keys()) put(id, 1)
  return inOrder
}

/** Points under each other; deeper ones are an attack on the stack. */
const deepestPoint = 50

const orderOf = ({ attributes }: XmlElement): number => Number(attributes['srcOrd'] ?? 0) || 0
