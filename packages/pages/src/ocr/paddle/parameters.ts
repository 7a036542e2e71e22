/*
 * The thresholds of the second recogniser. Those of finding lines are its authors' own, for the models of PP-OCR; what was
 * checked on photographs and scans (see ../parameters.ts) says so.
 */

import type { Calibration } from '../recognition/recognition-lines.ts'

/** The parameters in which the networks that detect lines differ. */
export type DetectionLimits = {
  /** Probability from which on a pixel is in the middle of a line, and their mean from which on there is one. */
  readonly minPixel: number
  readonly minLine: number
  /** The middle of a line is smaller than the line: by this, times its area by its outline. */
  readonly unclip: number
}

/** The models' own settings. */
export const detectionLimits = {
  v4: { minPixel: 0.3, minLine: 0.5, unclip: 1.6 },
  v6: { minPixel: 0.2, minLine: 0.4, unclip: 1.4 },
} as const satisfies Readonly<Record<string, DetectionLimits>>

/** Finding lines of text. */
export const detection = {
  /**
   * Pixels of the longer side of what the network sees at most. With fewer, small print is lost; time and memory grow with
   * their square.
   */
  maxSide: 1280,
  /** The network takes images whose sides are multiples of this many pixels. */
  multiple: 32,
  /** The mean and the deviation of the colours that it has learned from, 0 to 1, as blue, green and red. */
  means: [0.406, 0.456, 0.485],
  deviations: [0.225, 0.224, 0.229],
  /** Pixels of the shorter side of the middle of a line at least: less is dust. */
  minSide: 3,
  /** Lines of a page at most: a page of a newspaper has 1 500. */
  maxLines: 3000,
  /**
   * Radians: a line whose slope is between these is read along it, which pages that were levelled have where they are
   * crumpled or bent. The variance along it by that across it from which on a slope shows.
   */
  minSlope: 0.012,
  maxSlope: 0.6,
  minElongation: 9,
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

/** The parameters for the orientation of a page. */
export const turnParameters = {
  /** Lines that are read in both directions. */
  samples: 6,
} as const

/** Bullets. */
export const markerParameters = {
  /** Heights of the font from a marker to its text, at most. */
  maxGap: 2,
} as const

/** Chinese characters that are none. Checked on receipts. */
export const strayParameters = {
  /** Share of the characters of a page from which on it is in Chinese, or partly. */
  minShare: 0.15,
  /** Confidence from which on a word with some is one all the same. */
  minSure: 0.9,
} as const

/**
 * Characters that are alone, in heights of the font of their row. Checked on fourteen receipts, on which eighteen are
 * found.
 */
export const loneCharacters = {
  /**
   * The room that is looked at above and below the baseline, and white beside a character on both sides: words are
   * nearer.
   */
  above: 0.95,
  below: 0.3,
  minWhite: 0.6,
  maxWidth: 0.8,
  /** The height of figures and capitals, the share of its rows that have ink, and how far they are off the baseline. */
  minHeight: 0.5,
  maxHeight: 0.9,
  minInk: 0.7,
  maxOff: 0.15,
  /** The sides of a dot of a colon at most, and the white between its dots in heights of a dot. */
  maxDot: 0.25,
  minApart: 0.6,
  /** White around what is read, in heights of the character: with less or more, the network reads a figure as a letter. */
  marginBeside: 0.2,
  marginAbove: 0.15,
  /** Probability from which on it is a figure, a letter, or a colon, whose shape is seen already. */
  minFigure: 0.7,
  minLetter: 0.9,
  minColon: 0.3,
  /**
   * Baselines of one row may differ by so much, and their sizes by so many times: what is in such a row is looked for
   * once.
   */
  sameBaseline: 0.07,
  sameSize: 1.3,
  /** Places of a page that are looked at, each of which takes 4 ms. */
  maxLooks: 60,
} as const

/** Words of a line, in heights of the font. Checked on scans and photographs. */
export const paddleWordParameters = {
  /** Share of the ink of the fullest row that rows between the baseline and the top of small letters have at least. */
  minBody: 0.4,
  /**
   * Heights of the part that was found: rows without ink in letters of dots, how tall small letters or capitals may be, and
   * where they are in most parts.
   */
  maxRowGap: 0.1,
  minBodyHeight: 0.22,
  maxBodyHeight: 0.75,
  usualBody: [0.28, 0.72],
  /** And the font: of signs alone the ink shows no size. */
  minSize: 0.5,
  maxSize: 1.1,
  /** The height of a Chinese character, as a share of the font's height. */
  ideograph: 0.92,
  /**
   * White from which on there may be a space although none was read, and how far apart the characters beside it are at least,
   * in steps from one to the next as is usual in the line: letters of one width have wide white between narrow ones.
   */
  minSpace: 0.24,
  minSteps: 1.6,
  /**
   * White that is a space however near the characters beside it are: its width, and by what is usual in its line. Beside a colon
   * behind a label less is one; beside a dash, which is between the figures of one number as well, more. Checked on the 6 200
   * pairs of characters of fourteen receipts, of whose 792 spaces 44 were lost without the colon and the dash, and 23 with them.
   */
  wideWhite: {
    letter: { minWidth: 0.24, minTimesUsual: 3.5 },
    colon: { minWidth: 0.25, minTimesUsual: 2.5 },
    dash: { minWidth: 0.4, minTimesUsual: 3.2 },
  },
  /** White before a dash, in times of that after it, from which on it is the sign of a number. */
  maxTimesOfSign: 1.5,
  /** The network may have seen a character so far beside its place. */
  maxMisplaced: 0.04,
  /**
   * The share of the whites of a line that are no wider than the usual one, how many show it, its least width, and the width where
   * too few do.
   */
  usualWhite: 0.6,
  minWhites: 4,
  minUsualWhite: 0.05,
  unknownWhite: 0.13,
  /**
   * White from which on there is one in any case, as it divides columns; and from the middle of a figure to the next across such
   * white at least, as a figure is half as wide as its font is high.
   */
  minGap: 0.8,
  minColumnStep: 1.25,
} as const

/** The probability that a word is right by the mean confidence that a network has in its characters. */
export const calibrations = {
  /**
   * Measured on twenty-nine thousand words of English print at several resolutions, some blurred or noisy, against the text of
   * their PDFs.
   */
  v4: [
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
  ],
  /**
   * Measured on two thousand words of receipts and photographs, with the smaller model: whether their letters and
   * figures are in the transcript. However sure it is, on a bad photograph it is wrong in 2 of 100 words, on a scan in
   * 3 of 1000: no word that it alone has read counts as one that is right in 99 of 100.
   */
  v6: [
    [0, 0],
    [0.5, 0.2],
    [0.7, 0.4],
    [0.8, 0.45],
    [0.85, 0.5],
    [0.9, 0.65],
    [0.93, 0.72],
    [0.95, 0.8],
    [0.96, 0.86],
    [0.97, 0.88],
    [0.98, 0.91],
    [0.985, 0.935],
    [0.99, 0.94],
    [1, 0.949],
  ],
} as const satisfies Readonly<Record<string, Calibration>>
