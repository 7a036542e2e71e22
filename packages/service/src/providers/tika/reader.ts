import type { AnswerReader } from '../answer-reader.ts'
import { originalPage } from '../cut-pages.ts'
import { answerReader } from '../read-answer.ts'
import { Entries } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const readEntries = answerReader(declaration.name, Entries)

export const reader: AnswerReader = {
  read: ([raw], { request, survey }) =>
    toAnswer(readEntries(raw), {
      raw,
      mediaType: request.source.mediaType,
      original: originalPage(request, survey),
    }),
}
