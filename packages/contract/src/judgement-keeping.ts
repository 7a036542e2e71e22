import { Type, type Static } from '@polyparse/document/typebox'

/**
 * Whether an account keeps what people say about disputes, beside its comparisons: not at all, for as long as the result, or
 * until the job is erased.
 */
export const judgementKeepings = ['off', 'with_result', 'kept'] as const
export const JudgementKeeping = Type.Enum([...judgementKeepings], {
  description:
    'Whether the account keeps judgements: `off`, `with_result` for as long as the result, or `kept` until the job is erased.',
})
export type JudgementKeeping = Static<typeof JudgementKeeping>
