import { type Box, scaleBox } from '@polyparse/document'
import { inkThreshold, type Raster } from '@polyparse/engine/images'
import type { Fill, PageContent, Rule } from '../../layout/page-content.ts'
import { findAreas } from './find-areas.ts'
import { findRules } from './find-rules.ts'
import { recognizedRules as parameters } from '../parameters.ts'

/** The drawings of a page beside its words, in points. */
export type Drawings = Pick<PageContent, 'rules' | 'fills' | 'pictures'>

/** The lines, shaded grounds and pictures of a level grey raster. */
export const findDrawings = (raster: Raster, dpi: number): Drawings => {
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
  return { rules: rules.filter((rule) => !pictures.some((box) => isRuleWithinPicture(rule, box))), fills, pictures }
}

const { frameAcross, frameAlong } = parameters

const isRuleWithinPicture = ({ direction, at, from, to }: Rule, [x0, y0, x1, y1]: Box): boolean =>
  direction === 'horizontal'
    ? at > y0 - frameAcross && at < y1 + frameAcross && from >= x0 - frameAlong && to <= x1 + frameAlong
    : at > x0 - frameAcross && at < x1 + frameAcross && from >= y0 - frameAlong && to <= y1 + frameAlong

/** The share of a grey raster that is ink, outside some boxes (in pixels), specks that are alone left out. */
export const inkShare = (raster: Raster, except: readonly Box[]): number => {
  const { width, height, pixels } = raster
  const threshold = inkThreshold(raster)
  let [seen, ink] = [0, 0]
  for (let y = 1; y < height - 1; y += 2) {
    const skipped = except.filter(([, top, , bottom]) => y >= top && y < bottom)
    for (let x = 1; x < width - 1; x += 2) {
      if (skipped.some(([left, , right]) => x >= left && x < right)) continue
      const at = y * width + x
      seen += 1
      const isInk = (pixels[at] ?? 255) < threshold
      if (isInk && ((pixels[at + 1] ?? 255) < threshold || (pixels[at + width] ?? 255) < threshold)) ink += 1
    }
  }
  const share = seen === 0 ? 0 : ink / seen
  // The light pixels are ink on dark paper.
  return Math.min(share, 1 - share)
}
