import { Type, type Static } from '@polyparse/document/typebox'

/**
 * The keeping of people's judgements on disputes beside an account's comparisons: none, for as long as the result, or
 * until the job is erased.
 */
export const judgementKeepings = ['off', 'with_result', 'kept'] as const
export const JudgementKeeping = Type.Enum([...judgementKeepings], {
  description:
    'The keeping of judgements by the account: `off`, `with_result` for as long as the result, or `kept` until the job is erased.',
})
export type JudgementKeeping = Static<typeof JudgementKeeping>
