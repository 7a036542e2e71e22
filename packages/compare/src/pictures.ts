import type { Box } from '@polyparse/document/schema'

/**
 * Tells whether the centre of a block or cell lies in one of the pictures.
 * @example standsIn([10, 10, 20, 20], [[0, 0, 50, 50]]) // true
 */
export const standsIn = (bbox: Box | null, pictures: readonly Box[]): boolean => {
  if (bbox === null) return false
  const [x, y] = [(bbox[0] + bbox[2]) / 2, (bbox[1] + bbox[3]) / 2]
  return pictures.some(([left, top, right, bottom]) => x >= left && x <= right && y >= top && y <= bottom)
}
