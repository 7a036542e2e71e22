import type { Pdfium } from './library.ts'
import { fill } from './memory.ts'
import { pdfiumLimits } from './parameters.ts'

/** Returns the name of the only filter on the stored bytes of an image; empty if there are none or several. */
export const onlyFilter = (pdfium: Pdfium, image: number): string => {
  if (pdfium.FPDFImageObj_GetImageFilterCount(image) !== 1) return ''
  const name = fill(
    pdfium,
    (pointer, size) => pdfium.FPDFImageObj_GetImageFilter(image, 0, pointer, size),
    pdfiumLimits.filterNameBytes,
  )
  return name === null ? '' : Buffer.from(name).toString('latin1').replace(/\0$/u, '')
}
