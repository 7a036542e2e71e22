import type { KeptAnswer } from './kept-answer.ts'
import type { AskedPortion } from './portion-tree.ts'

/** What is kept of a portion about which there is no answer. */
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
