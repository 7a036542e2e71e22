import { Type, type Static } from '@polyparse/document/typebox'

const Day = Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-15'] })

const UsagePageFields = { limit: Type.Integer({ minimum: 1 }), used: Type.Integer({ minimum: 0 }) }

/** The limits that hold for a caller now; one that the operator has not set is absent. */
export const UsageLimits = Type.Object(
  {
    paidPagesPerDay: Type.Optional(
      Type.Object(UsagePageFields, {
        description:
          'The number of pages that the account may send today (UTC) to providers with a price, and of those that are used or reserved. More fail as `spending_limit`.',
      }),
    ),
    paidCostPerJob: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'The cost that one job may have at all providers with a price together. More fails as `spending_limit`.',
      }),
    ),
    pagesPerDay: Type.Optional(
      Type.Object(UsagePageFields, {
        description:
          'The number of pages that may be read today (UTC) for jobs of this API key, and of those that were. After that it creates no jobs.',
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
          description:
            'The number of jobs whose document the provider has read. A comparison counts for each of its providers.',
        }),
        pages: Type.Integer({ minimum: 0 }),
        cost: Type.Number({
          minimum: 0,
          description: 'The cost as in the `usage` of the results, estimates included; 0 where the results have none.',
        }),
      }),
    ),
    limits: Type.Optional(UsageLimits),
  },
  { title: 'AccountUsage' },
)
export type AccountUsage = Static<typeof AccountUsage>
