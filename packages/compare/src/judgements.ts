/* Disputes that a person has settled, and what they say about providers. Runs in browsers. */

export {
  type DisputeAnswer,
  type Choice,
  choicesOfDispute,
  settle,
  unjudged,
  withoutSettlement,
  withSettlement,
} from './judgements/settle.ts'
export {
  type FieldAnswer,
  isSameFieldValue,
  settleField,
  typedFieldValue,
  typeOfField,
  withFieldSettlement,
  withoutFieldSettlement,
} from './judgements/settle-fields.ts'
export {
  type Interval,
  judgedFieldScores,
  type JudgedFieldScore,
  judgedScores,
  type JudgedScore,
} from './judgements/scores.ts'
export { judgedByCorrections } from './judgements/corrections.ts'
