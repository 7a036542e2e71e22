import type { Box } from '@polyparse/document'
import { greyRange, type Raster } from '@polyparse/engine/images'
import type { RecognizedLine } from './recognition-lines.ts'
import { recognizedBullets, recognizedDashes } from '../parameters.ts'

/** The bullet that an area holds, filled or hollow by its shape; null when the area holds anything else. */
export const findBullet = (raster: Raster, area: Box, { size, baseline }: RecognizedLine): '•' | '◦' | null => {
  const ink = inkIn(raster, area)
  if (ink === null) return null
  const [across, down] = [ink.box[2] - ink.box[0], ink.box[3] - ink.box[1]]
  const isRound =
    Math.abs(across - down) <=
    Math.max(recognizedBullets.roundnessPixels, Math.max(across, down) * recognizedBullets.roundness)
  const isSized =
    Math.min(across, down) >= Math.max(recognizedBullets.minSidePixels, size * recognizedBullets.minSide) &&
    Math.max(across, down) <= size * recognizedBullets.maxSide
  if (!isRound || !isSized || ink.box[3] > baseline + 1) return null
  const isFilled = ink.share > recognizedBullets.minFilledShare
  // No line begins with a full stop: a dot there may lie as low as one.
  if (isFilled && Math.max(across, down) < size * recognizedBullets.maxDotSide) return '•'
  if (baseline - ink.box[3] < size * recognizedBullets.minRaise) return null
  return isFilled ? '•' : '◦'
}

/** The white between a dash at the start of a word and the rest of the word, in pixels; null when there is none. */
export const gapAfterDash = (
  { width, pixels }: Raster,
  [left, top, right, bottom]: Box,
  size: number,
): { readonly from: number; readonly to: number } | null => {
  const isWhite = (x: number): boolean => {
    for (let y = top; y < bottom; y += 1) if ((pixels[y * width + x] ?? 255) < recognizedDashes.minWhite) return false
    return true
  }
  for (
    let from = left + Math.round(size * recognizedDashes.minWidth);
    from < Math.min(right, left + size * recognizedDashes.maxWidth);
    from += 1
  ) {
    if (!isWhite(from)) continue
    let to = from
    while (to < right && isWhite(to)) to += 1
    return to - from >= size * recognizedDashes.minGap ? { from, to } : null
  }
  return null
}

/** The bounds of what is dark in an area, and how much of them it fills. */
const inkIn = (
  { width, height, pixels }: Raster,
  [x0, y0, x1, y1]: Box,
): { readonly box: Box; readonly share: number } | null => {
  const [left, top] = [Math.max(0, Math.round(x0)), Math.max(0, Math.round(y0))]
  const [right, bottom] = [Math.min(width, Math.round(x1)), Math.min(height, Math.round(y1))]
  const { dark, light } = greyRange({ width, pixels }, [left, top, right, bottom])
  if (light - dark < recognizedBullets.minContrast) return null
  const threshold = (dark + light) / 2
  let box: Box | null = null
  let count = 0
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      if ((pixels[y * width + x] ?? 255) > threshold) continue
      count += 1
      box = box === null ? [x, y, x + 1, y + 1] : [Math.min(box[0], x), box[1], Math.max(box[2], x + 1), y + 1]
    }
  }
  return box === null ? null : { box, share: count / ((box[2] - box[0]) * (box[3] - box[1])) }
}
