import type { AnswerReader } from '../../answer-reader.ts'
import { answerReader } from '../../read-answer.ts'
import { OcrResponse } from './mistral-ocr-answer-shape.ts'
import { mistralOcrDeclaration } from './declaration.ts'
import { mistralOcrToAnswer } from './mistral-ocr-to-answer.ts'

const readMistralOcrResponse = answerReader(mistralOcrDeclaration.name, OcrResponse)

export const mistralOcrReader: AnswerReader = {
  read: ([raw], { survey }) => mistralOcrToAnswer(readMistralOcrResponse(raw), { raw, selected: survey.pages }),
}
