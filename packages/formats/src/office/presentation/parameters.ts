/** Shapes of a slide that are put in order: at worst the time grows with the cube of their number, and more are a drawing. */
export const mostShapes = 100

/**
 * Parts of the shorter side that two shapes share. Frames are larger than the text in them, so that those of shapes that
 * stand apart may touch; and shapes in a row or a column are seldom aligned to the point.
 */
export const shapeOverlap = {
  /** At most this: one stands beside the other. */
  apart: 0.1,
  /** More than this: they stand in one row or column. */
  aligned: 0.5,
} as const
