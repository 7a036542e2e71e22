import { Check } from '@polyparse/document/typebox/value'
import type { AnswerReader } from '../../answer-reader.ts'
import { explanationsIn } from '../../http-failure.ts'
import { answerReader } from '../../read-answer.ts'
import { FinishedJob, FullResult, ReductoJobStatus, UrlResult } from './reducto-answer-shape.ts'
import { reductoDeclaration } from './declaration.ts'
import { reductoToAnswer } from './reducto-to-answer.ts'

const { name } = reductoDeclaration

const readReductoStatus = answerReader(name, ReductoJobStatus)
const readFinishedReductoJob = answerReader(name, FinishedJob)
const readFull = answerReader(name, FullResult)

const picturesIn = (result: unknown): string[] =>
  readFull(result).chunks.flatMap(({ blocks }) => blocks.flatMap(({ image_url: url }) => (url ? [url] : [])))

export const reductoReader: AnswerReader = {
  looks: {
    job: (body) => {
      const { status, progress, reason, error } = readReductoStatus(body)
      const said = [error?.name, error?.message ?? reason].filter((text) => typeof text === 'string' && text !== '')
      return {
        status,
        share: Math.min(1, Math.max(0, progress ?? 0)),
        explanations: said.length > 0 ? said : explanationsIn(body),
        failure: error?.code ?? null,
      }
    },
    /** The answer with a result has the result, or a URL of it if that is large. */
    result: (body) => {
      const { result } = readFinishedReductoJob(body).result
      return Check(UrlResult, result) ? { url: result.url, pictures: [] } : { url: null, pictures: picturesIn(result) }
    },
  },
  fileLooks: { file: (result) => ({ url: null, pictures: picturesIn(result) }) },
  /** The contents of a URL take the place of the URL in `raw`. */
  read: ([body, file], { survey: { pages: selected, pageCount }, files }) => {
    const { result, usage } = readFinishedReductoJob(body).result
    return reductoToAnswer({
      result: readFull(file ?? result),
      usage,
      raw: file === undefined ? body : { response: body, result: file },
      selected,
      pageCount,
      findFile: (url) => ({ data: files.get(url) ?? null }),
    })
  },
}
