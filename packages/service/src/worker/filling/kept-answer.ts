import { type Static, Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { fillingPurposes } from '../../jobs/filling.ts'

/** The kept answer about one portion of a document. */
const KeptAnswer = Type.Object({
  key: Type.Integer(),
  /** The purpose of the question about the portion. */
  purpose: Type.Enum([...fillingPurposes]),
  /** True if it was cut off and its parts were asked about instead. */
  isDivided: Type.Boolean(),
  pages: Type.Array(Type.Integer()),
  text: Type.String(),
  isCut: Type.Boolean(),
  isDeclined: Type.Boolean(),
  /** Why there is no answer; null: there is one. */
  failure: Type.Union([Type.String(), Type.Null()]),
  model: Type.Union([Type.String(), Type.Null()]),
  tokens: Type.Union([Type.Object({ input: Type.Number(), output: Type.Number() }), Type.Null()]),
  /** US dollars. */
  cost: Type.Union([Type.Number(), Type.Null()]),
})
export type KeptAnswer = Static<typeof KeptAnswer>

const keptAnswers = Compile(Type.Array(KeptAnswer))

/** Answers that this service has written down. */
export const readKeptAnswers = (json: string): KeptAnswer[] => {
  const answers: unknown = JSON.parse(json)
  if (!keptAnswers.Check(answers)) throw new TypeError('answers about portions are what was kept of them')
  return answers
}
