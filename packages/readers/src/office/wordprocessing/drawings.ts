import { findAll, findFirst, type XmlElement } from '../../xml/element.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { alternativeText } from '../alternative-text.ts'
import { chartOfPart } from '../package/chart.ts'
import { diagramBlocks } from '../package/diagram.ts'
import { targetOf } from '../package/relationships.ts'
import type { Context } from './context.ts'

/** A drawing's pictures and charts, the words of its diagrams, and what stands in its text boxes. */
export const drawingBlocks = (drawing: XmlElement, context: Context): FlowBlock[] => {
  const described = findFirst(drawing, 'wp:docPr')?.attributes
  const alternative = alternativeText(described?.['descr'] ?? described?.['title'])
  const telling = ['a:blip', 'v:imagedata', 'c:chart', 'dgm:relIds', 'w:txbxContent', 'wp:docPr']
  return findAll(drawing, ...telling).flatMap((element): FlowBlock[] => {
    const { name, attributes } = element
    if (name === 'w:txbxContent') return context.read(element, context)
    if (name === 'c:chart') return chartOfPart(context.archive, target(context, attributes['r:id']))
    if (name === 'dgm:relIds') return diagramBlocks(context.archive, context.part, element)
    if (name === 'wp:docPr') return []
    const id = name === 'a:blip' ? attributes['r:embed'] : attributes['r:id']
    const part = target(context, id)
    const data = part === null ? null : context.archive.read(part)
    return data === null ? [] : [{ type: 'picture', text: alternative, picture: { data } }]
  })
}

const target = ({ part }: Context, id: string | undefined): string | null => {
  const found = targetOf(part, id)
  return found === undefined || found.external ? null : found.target
}
