import type { AnswerReader } from '../answer-reader.ts'
import { explanationsIn } from '../http-failure.ts'
import { answerReader } from '../read-answer.ts'
import { FinishedOperation, Operation } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { problemIn } from './problems.ts'
import { toAnswer } from './to-answer.ts'

const { name } = declaration

const readOperation = answerReader(name, Operation)
const readFinished = answerReader(name, FinishedOperation)

export const reader: AnswerReader = {
  looks: {
    operation: (body) => ({
      status: readOperation(body).status,
      problem: problemIn(body),
      explanations: explanationsIn(body),
    }),
    figures: (body) => (readFinished(body).analyzeResult.figures ?? []).flatMap(({ id }) => (id ? [id] : [])),
  },
  read: ([raw], { files }) =>
    toAnswer(readFinished(raw).analyzeResult, {
      vendor: name,
      raw,
      findFile: (id) => ({ data: files.get(id) ?? null }),
    }),
}
