import type { AnswerReader } from '../answer-reader.ts'
import { explanationsIn } from '../http-failure.ts'
import { answerReader } from '../read-answer.ts'
import { Result, Status } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const { name } = declaration

const readStatus = answerReader(name, Status)
const readResult = answerReader(name, Result)

export const reader: AnswerReader = {
  looks: {
    conversion: (body) => {
      const { status, success = null, error_in: errorIn = null } = readStatus(body)
      return { status, success, errorIn, explanations: explanationsIn(body) }
    },
  },
  read: ([raw], { survey }) => toAnswer(readResult(raw), { raw, selected: survey.pages }),
}
