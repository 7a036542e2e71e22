import { centre } from '@polyparse/document'
import type { Raster } from '@polyparse/engine/images'
import type { SeenLine } from '../paddle/find-lines.ts'
import type { Networks } from '../paddle/networks.ts'
import { readSeenLines } from '../paddle/read-lines.ts'
import { doubtfulNumberLimits as limits, recognizerAgreement } from '../parameters.ts'
import { hasLostSign, type NumberWithoutSign, numbersWithoutSign } from './doubtful-numbers.ts'
import type { RecognizedLine, RecognizedWord } from './recognition-lines.ts'
import type { RecognitionTime } from './recognition-time.ts'

/**
 * Lines in which numbers that may lack a sign are read once more, each for itself, larger than in its line, while half of the time
 * is left: what has the same figures and a sign between them takes their place, and is as sure as what two readings differ on.
 */
export const lookForSigns = async (
  raster: Raster,
  lines: readonly RecognizedLine[],
  { networks, time }: { readonly networks: Networks; readonly time: RecognitionTime },
): Promise<readonly RecognizedLine[]> => {
  const inPlaceOf = new Map<RecognizedWord, RecognizedWord | null>()
  let looks = 0
  for (const line of lines)
    for (const number of numbersWithoutSign(line)) {
      looks += 1
      if (looks > limits.maxLooks) break
      const again = await time.again(() => readSeenLines(raster, [aloneIn(line, number)], networks, time.leftMs()))
      if (again === null) break
      const read = again.flatMap(({ words }) => words)
      const text = read.map((word) => word.text).join(' ')
      if (!hasLostSign(text, number)) continue
      const confidence = Math.min(recognizerAgreement.maxDisputed, ...read.map((word) => word.confidence))
      for (const [index, word] of number.words.entries())
        inPlaceOf.set(word, index > 0 ? null : { text, box: number.box, confidence })
    }
  if (inPlaceOf.size === 0) return lines
  return lines.map((line) => ({
    ...line,
    words: line.words.flatMap((word) => {
      const other = inPlaceOf.get(word)
      return other === undefined ? [word] : other === null ? [] : [other]
    }),
  }))
}

/** The place of a number with white around it, up to the middle of the white beside it in its line. */
const aloneIn = ({ words }: RecognizedLine, { from, to, box }: NumberWithoutSign): SeenLine => {
  const [x0, y0, x1, y1] = box
  const height = y1 - y0
  const margin = height * limits.marginBeside
  const [before, after] = [words[from - 1], words[to]]
  const left = before === undefined ? margin : Math.min(margin, Math.max(0, (x0 - before.box[2]) / 2))
  const right = after === undefined ? margin : Math.min(margin, Math.max(0, (after.box[0] - x1) / 2))
  const [, y] = centre(box)
  return {
    middle: [(x0 - left + x1 + right) / 2, y],
    length: x1 - x0 + left + right,
    height: height * (1 + 2 * limits.marginAbove),
    angle: 0,
  }
}
