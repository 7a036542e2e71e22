import { type Box, scaleBox } from '@polyparse/document'
import type { Fill, PageContent, Rule } from '../../layout/page-content.ts'
import type { Raster } from '../../images/raster.ts'
import { findAreas } from './find-areas.ts'
import { findRules } from './find-rules.ts'

/** What is drawn on a page beside its words, in points. */
export type Drawings = Pick<PageContent, 'rules' | 'fills' | 'pictures'>

/** The lines, shaded grounds and pictures of a level grey raster. */
export const readDrawings = (raster: Raster, dpi: number): Drawings => {
  const areas = findAreas(raster, dpi)
  const points = 72 / dpi
  const pictures = areas.filter(({ isEven }) => !isEven).map(({ box }) => scaleBox(box, points))
  const fills = areas
    .filter(({ isEven }) => isEven)
    .map(({ box, grey }): Fill => ({ box: scaleBox(box, points), color: grey * 0x01_01_01 }))
  const rules = findRules(raster, dpi).map(({ direction, at, from, to, thickness }): Rule => ({
    direction,
    at: at * points,
    from: from * points,
    to: to * points,
    thickness: thickness * points,
  }))
  return { rules: rules.filter((rule) => !pictures.some((box) => isWithin(rule, box))), fills, pictures }
}

const isWithin = ({ direction, at, from, to }: Rule, [x0, y0, x1, y1]: Box): boolean =>
  direction === 'horizontal'
    ? at > y0 - 2 && at < y1 + 2 && from >= x0 - 4 && to <= x1 + 4
    : at > x0 - 2 && at < x1 + 2 && from >= y0 - 4 && to <= y1 + 4
