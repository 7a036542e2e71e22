import { Type } from '@polyparse/document/typebox'

const Count = Type.Integer({ minimum: 0 })

/**
 * The cost of the work: `credits` in the provider's own units, `tokens` of a model, `cost` in `currency`. `pages` is
 * set where the provider counts them differently from the document. A document without a cost is free as far as the
 * provider tells.
 */
export const OwnUsage = Type.Object({
  pages: Type.Optional(Count),
  credits: Type.Optional(Type.Number()),
  tokens: Type.Optional(Type.Object({ input: Count, output: Count })),
  cost: Type.Optional(Type.Number()),
  /** ISO 4217. */
  currency: Type.Optional(Type.String()),
  costIsEstimate: Type.Optional(
    Type.Boolean({
      description: 'True if the cost is the pages or credits times a configured price: the provider tells none.',
    }),
  ),
})
