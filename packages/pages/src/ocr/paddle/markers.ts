import type { RecognizedLine } from '../recognition/recognition-lines.ts'
import { markerParameters as limits } from './parameters.ts'

/**
 * Lines with the markers before them. A bullet is so far from its text that the networks see a line of its own in it, and
 * read it as the sign that is most like it. No line is lost: what precedes another marker stays a line.
 */
export const withMarkers = (lines: readonly RecognizedLine[]): RecognizedLine[] => {
  const markers = new Map<RecognizedLine, RecognizedLine>()
  for (const line of lines) {
    if (!isMarker(line)) continue
    const text = lines.find(
      (other) => other !== line && !markers.has(other) && !isMarker(other) && standsBefore(line, other),
    )
    if (text !== undefined) markers.set(text, line)
  }
  const taken = new Set(markers.values())
  return lines.flatMap((line) => {
    if (taken.has(line)) return []
    const marker = markers.get(line)
    if (marker === undefined) return [line]
    const [x0, y0, x1, y1] = line.box
    return [{ ...line, words: [...marker.words, ...line.words], box: [Math.min(x0, marker.box[0]), y0, x1, y1] }]
  })
}

/** Tells whether a line is a single sign, or a letter that a bullet may look like. */
const isMarker = ({ words }: RecognizedLine): boolean =>
  words.length === 1 && words.every(({ text }) => text.length === 1 && !/[\p{N}\p{Lo}]/u.test(text))

const standsBefore = ({ box: marker }: RecognizedLine, { box: text, size }: RecognizedLine): boolean => {
  const [middle, gap] = [(marker[1] + marker[3]) / 2, text[0] - marker[2]]
  return middle > text[1] && middle < text[3] && gap > 0 && gap < size * limits.maxGap
}
