import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, textOf, type XmlElement } from '../../xml/element.ts'
import { chartTable } from '../chart-table.ts'
import { readPart } from './relationships.ts'

/** The numbers of a chart as the file keeps them beside the drawing (ISO/IEC 29500-1, 21.2). */
export const chartOfPart = (archive: Archive, name: string | null): FlowBlock[] => {
  const part = name === null ? null : readPart(archive, name)
  const chart = childOf(part?.root, 'c:chart')
  const series = findAll(childOf(chart, 'c:plotArea'), 'c:ser')
  const [first] = series
  return chartTable({
    title: findAll(childOf(chart, 'c:title'), 'a:t').map(textOf).join('').trim(),
    categories: pointsOf(childOf(first, 'c:cat') ?? childOf(first, 'c:xVal')),
    series: series.map((one) => ({
      name: pointsOf(childOf(one, 'c:tx')).join(' '),
      values: pointsOf(childOf(one, 'c:val') ?? childOf(one, 'c:yVal')),
    })),
  })
}

const maxPoints = 10_000

/** Cached values at their places; those that are missing are ''. */
const pointsOf = (source: XmlElement | undefined): string[] => {
  const values: string[] = []
  for (const cache of findAll(source, 'c:strCache', 'c:numCache', 'c:strLit', 'c:numLit'))
    for (const point of elementsIn(cache, 'c:pt')) {
      const index = Number(point.attributes['idx'] ?? 0)
      if (index < maxPoints) values[index] = textOf(childOf(point, 'c:v'))
    }
  return Array.from(values, (value) => value ?? '')
}
