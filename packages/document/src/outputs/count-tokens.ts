import type { CountTokens } from './chunks/passage.ts'

/** Longer than any word: the encoder's time grows with the square of such a run. */
const longRun = /([\p{L}\p{M}]{65,}|[^\s\p{L}\p{M}\p{N}]{65,}|\s{65,})/u
const pieces = /[^]{1,64}/gu

/**
 * Counts tokens of the encoding o200k_base, that of the OpenAI models since GPT-4o and near to that of others; what looks like a
 * special token is text. A run of more than 64 letters or signs counts as several words. Loaded when first needed.
 */
export const loadTokenCounter = async (): Promise<{ readonly count: CountTokens; readonly forget: () => void }> => {
  const { countTokens, clearMergeCache } = await import('#o200k')
  const countOf = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })
  return {
    count: (text) =>
      longRun.test(text)
        ? text
            .split(longRun)
            .flatMap((stretch) => (longRun.test(stretch) ? (stretch.match(pieces) ?? []) : [stretch]))
            .reduce((sum, piece) => sum + countOf(piece), 0)
        : countOf(text),
    /** The encoder keeps the words that it has seen; nothing of a document is to outlive it. */
    forget: clearMergeCache,
  }
}
