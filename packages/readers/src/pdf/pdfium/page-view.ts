import type { Box } from '@polyparse/document'
import type { Raster } from '../../images/raster.ts'
import type { Pdfium } from './library.ts'
import { renderPage } from './raster.ts'

const dpi = 72
/** In points; a larger page is not looked at. */
const maxSide = 3000
/** Steps of 255 between shades that are told apart. */
const contrast = 16

/** What an open page looks like, drawn when it is first asked. */
export const createPageView = (
  pdfium: Pdfium,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
) => {
  let raster: Raster | null | 'not drawn' = 'not drawn'
  return {
    /** Whether nothing can be made out within a box, as displayed. */
    isEven([x0, y0, x1, y1]: Box): boolean {
      if (raster === 'not drawn') {
        raster = Math.max(width, height) > maxSide ? null : renderPage(pdfium, page, { dpi, channels: 1 })
      }
      if (raster === null) return false
      let [darkest, lightest] = [255, 0]
      for (let y = Math.max(0, Math.floor(y0)); y < Math.min(raster.height, y1); y += 1) {
        for (let x = Math.max(0, Math.floor(x0)); x < Math.min(raster.width, x1); x += 1) {
          const shade = raster.pixels[y * raster.width + x] ?? 255
          darkest = Math.min(darkest, shade)
          lightest = Math.max(lightest, shade)
        }
      }
      return lightest - darkest < contrast
    },
  }
}
