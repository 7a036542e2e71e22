import type { ParseResult } from '@polyparse/contract'
import { textsOfResult } from './view/texts/texts-of.ts'

/** Outputs of which two results need the same one to be compared, the one with the most structure first. */
const unlike = ['markdown', 'text', 'html', 'chunks', 'tables'] as const

/**
 * Two results reduced to outputs that can be compared with each other: `json` and `pages` can, as both have pages and
 * blocks; of the others both need the same one. Null where they have none in common.
 */
export const comparableResults = (one: ParseResult, other: ParseResult): readonly [ParseResult, ParseResult] | null => {
  if (hasPages(one) && hasPages(other)) return [one, other]
  const output = unlike.find((each) => each in one.outputs && each in other.outputs)
  if (output === undefined) return null
  const only = (result: ParseResult): ParseResult => ({ ...result, outputs: { [output]: result.outputs[output] } })
  return [only(one), only(other)]
}

const hasPages = ({ outputs: { json, pages } }: ParseResult): boolean => json !== undefined || pages !== undefined

/** Tells whether two results have the same texts to the letter, with the same kinds of blocks in the same order. */
export const haveSameText = (one: ParseResult, other: ParseResult): boolean => {
  const [texts, others] = [textsOfResult(one), textsOfResult(other)]
  return (
    texts.pages.length === others.pages.length &&
    texts.pages.every(({ page, units }, index) => {
      const counterpart = others.pages[index]
      return page === counterpart?.page && JSON.stringify(units) === JSON.stringify(counterpart.units)
    })
  )
}
