/* The thresholds by which what was recognised is judged. Lengths are in pixels, confidences and shares parts of one. */

/** Decides what is handwriting. Measured on twenty receipts, half of which somebody has written on, and on scans and photographs of print. */
export const handwritingLimits = {
  /** Confidence in the words of a line up to which it was not read. */
  maxConfidence: 0.5,
  /** Share of the ink of a line that is in marks no taller than its letters, and pixels of these at least: smaller print is too coarse. */
  tallShare: 0.75,
  minHeight: 30,
  /** Width of strokes at most, in heights of the letters: those of a pen have .03 to .05, those of print .07 and more. */
  maxStroke: 0.055,
  /** The number of times that the pixels of a page are looked at: the bounds of slanted lines lie over each other. */
  maxLooks: 2,
} as const
