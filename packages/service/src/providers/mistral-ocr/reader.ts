import type { AnswerReader } from '../answer-reader.ts'
import { answerReader } from '../read-answer.ts'
import { OcrResponse } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const readResponse = answerReader(declaration.name, OcrResponse)

export const reader: AnswerReader = {
  read: ([raw], { survey }) => toAnswer(readResponse(raw), { raw, selected: survey.pages }),
}
