import type { AnswerReader } from '../answer-reader.ts'
import { originalPage } from '../cut-pages.ts'
import { answerReader } from '../read-answer.ts'
import { Analysis } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const { name } = declaration

const readAnalysis = answerReader(name, Analysis)

export const reader: AnswerReader = {
  looks: { next: (body) => readAnalysis(body).NextToken ?? null },
  read: (answers, { request, survey }) =>
    toAnswer(answers.map(readAnalysis), {
      vendor: name,
      raw: answers.length === 1 ? answers[0] : answers,
      originalPage: originalPage(request, survey),
    }),
}
