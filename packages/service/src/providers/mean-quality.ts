import type { Quality } from '@polyparse/document'

/** Where a vendor judges parts and not the document: their mean, each with the same weight; of what is 0–1. */
export const meanQuality = (scores: readonly (number | null | undefined)[]): Quality | undefined => {
  const told = scores.filter((score) => typeof score === 'number')
  if (told.length === 0) return undefined
  const mean = told.reduce((sum, score) => sum + score, 0) / told.length
  return { score: Math.round(mean * 10_000) / 10_000, scale: '0-1' }
}
