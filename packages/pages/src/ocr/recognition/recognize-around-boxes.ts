import type { Raster } from '@polyparse/engine/images'
import { withoutBoxes } from './boxes-apart.ts'
import type { RasterBox } from './find-tick-boxes.ts'
import type { RecognizedLine } from './recognition-lines.ts'
import type { RecognitionTime } from './recognition-time.ts'
import { isLetterOfWord, touchesWord } from './words-in-boxes.ts'

type BoxReading<Found> = { readonly found: Found; readonly text: Raster; readonly apart: readonly RasterBox[] }

/**
 * A raster read without the boxes that are taken off it; with them, if a box was so near to a word that it may have been one
 * of its letters, and then is one of a longer word. The first reading stays where there is no time for that.
 */
export const recognizeAroundBoxes = async <Found extends { readonly lines: readonly RecognizedLine[] }>(
  raster: Raster,
  apart: readonly RasterBox[],
  { recognize, time }: { readonly recognize: (raster: Raster) => Promise<Found>; readonly time: RecognitionTime },
): Promise<BoxReading<Found>> => {
  const text = withoutBoxes(raster, apart)
  const found = await recognize(text)
  const near = apart.filter(({ box }) => touchesWord(found.lines, box))
  if (near.length === 0) return { found, text, apart }
  const whole = await time.again(() => recognize(raster))
  return whole !== null && near.some(({ box }) => isLetterOfWord(whole.lines, box))
    ? { found: whole, text: raster, apart: [] }
    : { found, text, apart }
}
