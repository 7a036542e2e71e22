import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn } from '../../xml/element.ts'
import { mainPart, readPart, targetOfRelationship, type PackagePart } from '../package/relationships.ts'

/** A slide: the name of its part, which is read when it is opened; null where it is missing. */
export type PresentationSlide = { readonly name: string | null; readonly open: () => PackagePart | null }

/** The slides of a presentation in their order. */
export const slidesOf = (archive: Archive): PresentationSlide[] => {
  const presentation = mainPart(archive)
  return elementsIn(childOf(presentation.root, 'p:sldIdLst'), 'p:sldId').map(({ attributes }) => {
    const target = targetOfRelationship(presentation, attributes['r:id'])
    if (target === undefined) return { name: null, open: () => null }
    return { name: target.target, open: () => readPart(archive, target.target) }
  })
}

export const isHiddenSlide = ({ root }: PackagePart): boolean => /^(?:0|false)$/.test(root.attributes['show'] ?? '')
