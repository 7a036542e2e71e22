/** Shapes of a slide that are put in order: at worst the time grows with the cube of their number, and more are a drawing. */
export const mostShapes = 100

/**
 * Parts of the shorter side that two shapes share. Frames are larger than the text in them, so that those of shapes
 * that are apart may touch; and shapes in a row or a column are seldom aligned to the point.
 */
export const shapeOverlap = {
  /** Shapes that share at most this are beside each other. */
  apart: 0.1,
  /** Shapes that share more than this are in one row or column. */
  aligned: 0.5,
} as const
