import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { childOf, elementsIn, findAll, textOf, type XmlElement } from '../../xml/element.ts'
import { readPart, targetOf, type Part } from './relationships.ts'

/** The words of a diagram (SmartArt), each point an item. */
export const diagramBlocks = (archive: Archive, part: Part, reference: XmlElement): FlowBlock[] => {
  const target = targetOf(part, reference.attributes['r:dm'])
  const data = target === undefined || target.external ? null : readPart(archive, target.target)
  const points = elementsIn(childOf(data?.root, 'dgm:ptLst'), 'dgm:pt')
  return points.flatMap((point): FlowBlock[] => {
    const text = findAll(point, 'a:p')
      .map((paragraph) => findAll(paragraph, 'a:t').map(textOf).join(''))
      .join('\n')
      .trim()
    return text === '' ? [] : [{ type: 'list_item', level: 1, marker: '•', text }]
  })
}
