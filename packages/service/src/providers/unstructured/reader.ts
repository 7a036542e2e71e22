import type { AnswerReader } from '../answer-reader.ts'
import { originalPage } from '../cut-pages.ts'
import { answerReader } from '../read-answer.ts'
import type { Survey } from '../survey.ts'
import { Elements } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const readElements = answerReader(declaration.name, Elements)

export const reader: AnswerReader = {
  read: ([raw], { request, survey }) =>
    toAnswer(readElements(raw), { raw, original: originalPage(request, survey), expected: pagesOf(survey) }),
}

const pagesOf = ({ pages, pageCount }: Survey): readonly number[] =>
  pages ?? Array.from({ length: pageCount ?? 0 }, (_, index) => index + 1)
