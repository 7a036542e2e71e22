import type { AnswerReader } from '../answer-reader.ts'
import { answerReader } from '../read-answer.ts'
import { Result } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { hasItems, toAnswer } from './to-answer.ts'

const readResult = answerReader(declaration.name, Result)

export const reader: AnswerReader = {
  looks: {
    result: (body) => {
      const result = readResult(body)
      const images = (result.images_content_metadata?.images ?? []).flatMap(({ filename, presigned_url: url }) =>
        url ? [{ filename, url }] : [],
      )
      return { hasItems: hasItems(result), images }
    },
  },
  read: ([raw], { survey, files }) =>
    toAnswer({
      result: readResult(raw),
      raw,
      selected: survey.pages,
      findFile: (filename) => ({ data: files.get(filename) ?? null }),
    }),
}
