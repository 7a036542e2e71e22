import type { Document } from '@polyparse/document'
import type { KnownPrice } from './messages.ts'

/** The document with what it cost, estimated by the known price where its provider does not tell. */
export const withCost = (document: Document, price: KnownPrice | null): Document => {
  const { pages, usage = {} } = document
  if (usage.cost !== undefined) return { ...document, usage: { costIsEstimate: false, ...usage } }
  if (price === null) return document
  const { credits, pages: counted = pages.length } = usage
  const { perPage, perCredit } = price
  const cost = credits === undefined || perCredit === null ? counted * perPage : credits * perCredit
  return { ...document, usage: { ...usage, cost: rounded(cost), currency: 'USD', costIsEstimate: true } }
}

/** To millionths, without the dust of binary fractions. */
const rounded = (amount: number): number => Math.round(amount * 1_000_000) / 1_000_000
