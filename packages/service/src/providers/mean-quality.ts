import type { Quality } from '@polyparse/document'

/** The mean of a vendor's scores of parts of a document, from 0 to 1, each with the same weight. */
export const meanQuality = (scores: readonly (number | null | undefined)[]): Quality | undefined => {
  const given = scores.filter((score) => typeof score === 'number')
  if (given.length === 0) return undefined
  const mean = given.reduce((sum, score) => sum + score, 0) / given.length
  return { score: Math.round(mean * 10_000) / 10_000, scale: '0-1' }
}
