import type { AnswerReader } from '../../answer-reader.ts'
import { originalPage } from '../../cut-pages.ts'
import { answerReader } from '../../read-answer.ts'
import { Entries } from './tika-answer-shape.ts'
import { tikaDeclaration } from './declaration.ts'
import { tikaToAnswer } from './tika-to-answer.ts'

const readEntries = answerReader(tikaDeclaration.name, Entries)

export const tikaReader: AnswerReader = {
  read: ([raw], { request, survey }) =>
    tikaToAnswer(readEntries(raw), {
      raw,
      mediaType: request.source.mediaType,
      original: originalPage(request, survey),
    }),
}
