import type { KeptAnswer } from './kept-answer.ts'
import type { AskedPortion } from './portion-tree.ts'

/** Returns the entry that is kept for a portion without an answer. */
export const withoutAnswer = ({ key, purpose, portion }: AskedPortion, failure: string): KeptAnswer => ({
  key,
  purpose,
  isDivided: false,
  pages: pagesOfPortion(portion),
  text: '',
  isCut: false,
  isDeclined: false,
  failure,
  model: null,
  tokens: null,
  cost: null,
})

export const pagesOfPortion = (portion: AskedPortion['portion']): number[] => [
  ...new Set(portion.map(({ page }) => page)),
]
