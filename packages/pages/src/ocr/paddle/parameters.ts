/*
 * The thresholds of the second recogniser. Those of finding lines are its authors' own, for the models of PP-OCR; what was
 * checked on photographs and scans (see ../parameters.ts) says so.
 */

/** Finding lines of text. */
export const detection = {
  /**
   * Pixels of the longer side of what the network sees at most. With fewer, small print is lost; time and memory grow with
   * their square.
   */
  maxSide: 1600,
  /** What the network wants to see multiples of, in pixels. */
  multiple: 32,
  /** The mean and the deviation of the colours that it has learned from, 0 to 1, as blue, green and red. */
  means: [0.406, 0.456, 0.485],
  deviations: [0.225, 0.224, 0.229],
  /** Probability from which on a pixel is in the middle of a line, and their mean from which on there is one. */
  minPixel: 0.3,
  minLine: 0.5,
  /** Pixels of the shorter side of the middle of a line at least: less is dust. */
  minSide: 3,
  /** The middle of a line is smaller than the line: by this, times its area by its outline. */
  unclip: 1.6,
} as const

/** Reading a line. */
export const recognition = {
  /** Pixels: the height of what the network sees, and its width at least and at most, for very long lines. */
  height: 48,
  minWidth: 48,
  maxWidth: 3200,
  /** Height by width from which on a line runs up or down. */
  minUprightRatio: 1.5,
  /** Probability from which on a line is one: below, the network reads letters into pictures. */
  minConfidence: 0.5,
} as const

/** Words of a line, in heights of the font. Checked on scans and photographs. */
export const paddleWordParameters = {
  /** Share of the ink of the fullest row that rows between the baseline and the top of small letters have at least. */
  minBody: 0.4,
  /** The height of a Chinese character, as a share of the font's height. */
  ideograph: 0.92,
  /** White from which on there is a space although none was read: of blurred small print the network reads few. */
  minSpace: 0.24,
} as const

/**
 * The probability that a word is right by the mean confidence that the network has in its characters. Measured on
 * twenty-nine thousand words of English print at several resolutions, some blurred or noisy, against the text of their PDFs.
 */
export const paddleCalibration: readonly (readonly [confidence: number, probability: number])[] = [
  [0, 0],
  [0.5, 0.09],
  [0.7, 0.24],
  [0.8, 0.48],
  [0.85, 0.52],
  [0.9, 0.64],
  [0.95, 0.69],
  [0.97, 0.79],
  [0.98, 0.89],
  [0.99, 0.94],
  [0.995, 0.987],
  [1, 0.987],
]
