/* Disputes that a person has settled, and what they say about providers. Runs in browsers. */

export {
  JudgedDocument,
  type JudgedReading,
  Judgements,
  judgementsSchema,
  type Settlement,
} from './judgements/schema.ts'
export {
  type DisputeAnswer,
  type Choice,
  choicesOfDispute,
  settle,
  unjudged,
  withoutSettlement,
  withSettlement,
} from './judgements/settle.ts'
export { type Interval, judgedScores, type JudgedScore } from './judgements/scores.ts'
