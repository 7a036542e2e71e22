import type { Archive } from '../../archive/archive.ts'
import { childOf, elementsIn } from '../../xml/element.ts'
import { mainPart, readPart, targetOf, type Part } from '../package/relationships.ts'

/** The slides of a presentation in their order; null stands for one whose part is missing. */
export const slidesOf = (archive: Archive): (() => Part | null)[] => {
  const presentation = mainPart(archive)
  return elementsIn(childOf(presentation.root, 'p:sldIdLst'), 'p:sldId').map(({ attributes }) => () => {
    const target = targetOf(presentation, attributes['r:id'])
    return target === undefined ? null : readPart(archive, target.target)
  })
}

export const isHiddenSlide = ({ root }: Part): boolean => /^(?:0|false)$/.test(root.attributes['show'] ?? '')

/** The numbers of the hidden slides. */
export const hiddenSlides = (archive: Archive): ReadonlySet<number> =>
  new Set(
    slidesOf(archive).flatMap((open, index) => {
      const slide = open()
      return slide !== null && isHiddenSlide(slide) ? [index + 1] : []
    }),
  )
