import { Check } from '@polyparse/document/typebox/value'
import type { AnswerReader } from '../answer-reader.ts'
import { explanationsIn } from '../http-failure.ts'
import { answerReader } from '../read-answer.ts'
import { FinishedJob, FullResult, JobStatus, UrlResult } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { toAnswer } from './to-answer.ts'

const { name } = declaration

const readStatus = answerReader(name, JobStatus)
const readFinished = answerReader(name, FinishedJob)
const readFull = answerReader(name, FullResult)

const picturesIn = (result: unknown): string[] =>
  readFull(result).chunks.flatMap(({ blocks }) => blocks.flatMap(({ image_url: url }) => (url ? [url] : [])))

export const reader: AnswerReader = {
  looks: {
    job: (body) => {
      const { status, progress, reason, error } = readStatus(body)
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
      const { result } = readFinished(body).result
      return Check(UrlResult, result) ? { url: result.url, pictures: [] } : { url: null, pictures: picturesIn(result) }
    },
  },
  fileLooks: { file: (result) => ({ url: null, pictures: picturesIn(result) }) },
  /** What was behind a URL takes the place of the URL in `raw`. */
  read: ([body, file], { survey: { pages: selected, pageCount }, files }) => {
    const { result, usage } = readFinished(body).result
    return toAnswer({
      result: readFull(file ?? result),
      usage,
      raw: file === undefined ? body : { response: body, result: file },
      selected,
      pageCount,
      findFile: (url) => ({ data: files.get(url) ?? null }),
    })
  },
}
