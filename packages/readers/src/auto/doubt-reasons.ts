import type { Block } from '@polyparse/document'
import { maxByWarning, minPageConfidence } from './parameters.ts'
import type { SecondPage } from './second-reading.ts'
import { confidenceOfText, hasWhiteOfColumns } from './text-agreement.ts'

/** What a page is doubted by: its warnings, whether its text was recognised, and its second reading. */
export type DoubtEvidence = {
  readonly codes: readonly string[]
  readonly isRecognized: boolean
  readonly second: SecondPage | undefined
}

/**
 * Says why a page is in doubt, in codes: the warnings that bound how far it can be believed, and what speaks against each block that is
 * less sure than a page has to be, a table by the mean of its cells. Below such a bound, only texts that a second reading contradicts say more.
 */
export const reasonsOfDoubt = (blocks: readonly Block[], evidence: DoubtEvidence): string[] => {
  const bounds = evidence.codes.filter((code) => maxByWarning[code] !== undefined)
  const reasons = blocks
    .filter(({ text, confidence = 1 }) => text !== '' && confidence < minPageConfidence)
    .flatMap((block) => reasonOfBlock(block, evidence, bounds.length > 0) ?? [])
  return [...new Set([...bounds, ...reasons])]
}

const reasonOfBlock = (block: Block, { isRecognized, second }: DoubtEvidence, isBounded: boolean): string | null => {
  if (block.text.includes('\uFFFD')) return 'character_unknown'
  if (block.table !== undefined) return isBounded ? null : 'table_uncertain'
  if (isRecognized || block.ocr === true) return isBounded ? null : 'page_recognized'
  if (confidenceOfText(block, second) >= minPageConfidence) return null
  if (hasWhiteOfColumns(block)) return 'white_in_text'
  return second === undefined ? 'not_compared' : 'readings_differ'
}
