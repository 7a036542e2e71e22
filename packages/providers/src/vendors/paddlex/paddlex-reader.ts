import type { AnswerReader } from '../../answer-reader.ts'
import { originalPage } from '../../cut-pages.ts'
import { answerReader } from '../../read-answer.ts'
import { PaddlexAnswer } from './paddlex-answer-shape.ts'
import { paddlexBlocksOfPage, sizeOf } from './paddlex-blocks.ts'
import { paddlexDeclaration } from './declaration.ts'

const readAnswer = answerReader(paddlexDeclaration.name, PaddlexAnswer)
const pagesOfPaddlexAnswer = (answer: unknown) => readAnswer(answer).result.layoutParsingResults

/** Each answer is about the pages after those of the one before. */
export const paddlexReader: AnswerReader = {
  looks: { pages: (answer) => pagesOfPaddlexAnswer(answer).length },
  read: (answers, { request, survey }) => {
    const original = originalPage(request, survey)
    return {
      pages: answers.flatMap(pagesOfPaddlexAnswer).map((page, index) => ({
        number: original(index + 1),
        size: sizeOf(page),
        points: null,
        blocks: paddlexBlocksOfPage(page),
      })),
      raw: answers.length === 1 ? answers[0] : answers,
    }
  },
}
