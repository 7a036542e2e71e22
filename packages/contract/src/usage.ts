import { Type, type Static } from '@polyparse/document/typebox'

const Day = Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-15'] })

const UsagePageFields = { limit: Type.Integer({ minimum: 1 }), used: Type.Integer({ minimum: 0 }) }

/** The limits that hold for a caller now; one that the operator has not set is absent. */
export const UsageLimits = Type.Object(
  {
    paidPagesPerDay: Type.Optional(
      Type.Object(UsagePageFields, {
        description:
          'How many pages the account may send today (UTC) to providers with a price, and how many are used or reserved. More fail as `spending_limit`.',
      }),
    ),
    paidCostPerJob: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'What one job may cost at providers with a price, all of them together. More fails as `spending_limit`.',
      }),
    ),
    pagesPerDay: Type.Optional(
      Type.Object(UsagePageFields, {
        description:
          'How many pages may be read today (UTC) for jobs of this API key, and how many were. After that it creates no jobs.',
      }),
    ),
  },
  { title: 'UsageLimits' },
)
export type UsageLimits = Static<typeof UsageLimits>

/** The usage of an account, by day and provider. */
export const AccountUsage = Type.Object(
  {
    from: Day,
    to: Day,
    currency: Type.Literal('USD'),
    usage: Type.Array(
      Type.Object({
        day: Day,
        provider: Type.String(),
        jobs: Type.Integer({
          minimum: 1,
          description: 'For how many jobs the provider has read the document. A comparison counts for each of them.',
        }),
        pages: Type.Integer({ minimum: 0 }),
        cost: Type.Number({
          minimum: 0,
          description: 'As in the `usage` of the results, estimates included; 0 where none is known.',
        }),
      }),
    ),
    limits: Type.Optional(UsageLimits),
  },
  { title: 'AccountUsage' },
)
export type AccountUsage = Static<typeof AccountUsage>
