import { Type, type Static } from '@polyparse/document/typebox'

const Day = Type.String({ format: 'date', description: 'A day in UTC.', examples: ['2026-01-15'] })

/** What was read for an account, by day and provider. */
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
  },
  { title: 'AccountUsage' },
)
export type AccountUsage = Static<typeof AccountUsage>
