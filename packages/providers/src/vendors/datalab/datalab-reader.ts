import type { AnswerReader } from '../../answer-reader.ts'
import { explanationsIn } from '../../http-failure.ts'
import { answerReader } from '../../read-answer.ts'
import { DatalabResult, Status } from './datalab-answer-shape.ts'
import { datalabDeclaration } from './declaration.ts'
import { datalabToAnswer } from './datalab-to-answer.ts'

const { name } = datalabDeclaration

const readDatalabStatus = answerReader(name, Status)
const readResult = answerReader(name, DatalabResult)

export const datalabReader: AnswerReader = {
  looks: {
    conversion: (body) => {
      const { status, success = null, error_in: errorIn = null } = readDatalabStatus(body)
      return { status, success, errorIn, explanations: explanationsIn(body) }
    },
  },
  read: ([raw], { survey }) => datalabToAnswer(readResult(raw), { raw, selected: survey.pages }),
}
