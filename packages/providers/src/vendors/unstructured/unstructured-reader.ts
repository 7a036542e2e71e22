import type { AnswerReader } from '../../answer-reader.ts'
import { originalPage } from '../../cut-pages.ts'
import { answerReader } from '../../read-answer.ts'
import { pagesOfSurvey } from '../../survey.ts'
import { Elements } from './unstructured-answer-shape.ts'
import { unstructuredDeclaration } from './declaration.ts'
import { unstructuredToAnswer } from './unstructured-to-answer.ts'

const readElements = answerReader(unstructuredDeclaration.name, Elements)

export const unstructuredReader: AnswerReader = {
  read: ([raw], { request, survey }) =>
    unstructuredToAnswer(readElements(raw), {
      raw,
      original: originalPage(request, survey),
      expected: pagesOfSurvey(survey),
    }),
}
