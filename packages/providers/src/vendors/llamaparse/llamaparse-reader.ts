import type { AnswerReader } from '../../answer-reader.ts'
import { answerReader } from '../../read-answer.ts'
import { LlamaParseResult } from './llamaparse-answer-shape.ts'
import { llamaParseDeclaration } from './declaration.ts'
import { hasItems, llamaParseToAnswer } from './llamaparse-to-answer.ts'

const readResult = answerReader(llamaParseDeclaration.name, LlamaParseResult)

export const llamaParseReader: AnswerReader = {
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
    llamaParseToAnswer({
      result: readResult(raw),
      raw,
      selected: survey.pages,
      findFile: (filename) => ({ data: files.get(filename) ?? null }),
    }),
}
