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
  return { ...document, usage: { ...usage, cost: roundToMillionths(cost), currency: 'USD', costIsEstimate: true } }
}

/** Returns what the document cost, in millionths of a US dollar; 0 where that is not known, or known in another currency. */
export const knownCost = ({ usage: { cost = 0, currency = 'USD' } = {} }: Document): number =>
  currency === 'USD' ? Math.max(0, Math.round(cost * 1_000_000)) : 0

/** Rounds to millionths, which drops the dust of binary fractions. */
const roundToMillionths = (amount: number): number => Math.round(amount * 1_000_000) / 1_000_000
