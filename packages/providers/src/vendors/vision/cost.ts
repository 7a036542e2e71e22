import type { PageAnswer } from './vision-answer-shape.ts'

/** US dollars for a million tokens; null: unknown. */
export type TokenPrices = { readonly input: number; readonly output: number } | null

/**
 * @example pricesOf({ inputPrice: 3, outputPrice: null }) // { input: 3, output: 0 }
 */
export const pricesOf = ({
  inputPrice,
  outputPrice,
}: {
  readonly inputPrice: number | null
  readonly outputPrice: number | null
}): TokenPrices =>
  inputPrice === null && outputPrice === null ? null : { input: inputPrice ?? 0, output: outputPrice ?? 0 }

/** Tokens with what they cost; null: nobody has counted them. */
export const counted = (tokens: PageAnswer['tokens'], prices: TokenPrices): Pick<PageAnswer, 'tokens' | 'cost'> => ({
  tokens,
  cost:
    tokens === null || prices === null
      ? null
      : (tokens.input * prices.input + tokens.output * prices.output) / 1_000_000,
})
