/**
 * How likely a word is right that Tesseract is this sure of. Measured on forty thousand words of English print at several
 * resolutions, some blurred or noisy, against the text of their PDFs: it says too little of good words, too much of bad.
 */
const measured: readonly (readonly [said: number, right: number])[] = [
  [0, 0],
  [0.2, 0.3],
  [0.4, 0.38],
  [0.6, 0.46],
  [0.7, 0.63],
  [0.8, 0.71],
  [0.85, 0.85],
  [0.9, 0.93],
  [0.92, 0.965],
  [0.94, 0.977],
  [0.95, 0.99],
  [0.96, 0.995],
  [1, 0.995],
]

/** The probability, 0–1, that a word of Tesseract's confidence (0–100) is right. */
export const calibrate = (confidence: number): number => {
  const said = Math.min(1, Math.max(0, confidence / 100))
  const above = measured.findIndex(([at]) => at >= said)
  const [high, highRight] = measured[above] ?? [1, 0.995]
  const [low, lowRight] = measured[above - 1] ?? [0, 0]
  const share = high > low ? (said - low) / (high - low) : 1
  return Math.round((lowRight + (highRight - lowRight) * share) * 1000) / 1000
}
