import type { AnswerReader } from '../answer-reader.ts'
import { answerReader } from '../read-answer.ts'
import { KeptPortions, Processed } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const { name } = declaration

const readProcessed = answerReader(name, Processed)
const readPortions = answerReader(name, KeptPortions)

export const reader: AnswerReader = {
  /** Whether an answer can be kept, to be read with the others. */
  looks: { usable: (answer) => readProcessed(answer) !== null },
  read: ([raw], facts) => {
    const portions = readPortions(raw)
    const version = portions.find((portion) => portion.version)?.version ?? null
    return toAnswer(
      portions.flatMap(({ parts }) => parts),
      { vendor: name, version, facts },
    )
  },
}
