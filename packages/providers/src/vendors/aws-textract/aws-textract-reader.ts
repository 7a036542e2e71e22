import type { AnswerReader } from '../../answer-reader.ts'
import { originalPage } from '../../cut-pages.ts'
import { answerReader } from '../../read-answer.ts'
import { Analysis } from './aws-textract-answer-shape.ts'
import { textractDeclaration } from './declaration.ts'
import { textractToAnswer } from './aws-textract-to-answer.ts'

const { name } = textractDeclaration

const readAnalysis = answerReader(name, Analysis)

export const textractReader: AnswerReader = {
  looks: { next: (body) => readAnalysis(body).NextToken ?? null },
  read: (answers, { request, survey }) =>
    textractToAnswer(answers.map(readAnalysis), {
      vendor: name,
      raw: answers.length === 1 ? answers[0] : answers,
      originalPage: originalPage(request, survey),
    }),
}
