import type { AnswerReader } from '../answer-reader.ts'
import { originalPage } from '../cut-pages.ts'
import { answerReader } from '../read-answer.ts'
import { Answer } from './answer-shape.ts'
import { blocksOfPage, sizeOf } from './blocks.ts'
import { declaration } from './declaration.ts'

const readAnswer = answerReader(declaration.name, Answer)
const pagesIn = (answer: unknown) => readAnswer(answer).result.layoutParsingResults

/** Each answer is about the pages after those of the one before. */
export const reader: AnswerReader = {
  looks: { pages: (answer) => pagesIn(answer).length },
  read: (answers, { request, survey }) => {
    const original = originalPage(request, survey)
    return {
      pages: answers.flatMap(pagesIn).map((page, index) => ({
        number: original(index + 1),
        size: sizeOf(page),
        points: null,
        blocks: blocksOfPage(page),
      })),
      raw: answers.length === 1 ? answers[0] : answers,
    }
  },
}
