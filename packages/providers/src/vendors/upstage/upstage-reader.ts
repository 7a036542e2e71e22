import type { AnswerReader } from '../../answer-reader.ts'
import { originalPage } from '../../cut-pages.ts'
import { answerReader } from '../../read-answer.ts'
import { FinishedRequest, Payload, type UpstageBatch } from './upstage-answer-shape.ts'
import { upstageDeclaration } from './declaration.ts'
import { upstageToAnswer } from './upstage-to-answer.ts'

const { name } = upstageDeclaration

const readFinishedUpstageRequest = answerReader(name, FinishedRequest)
const readPayload = answerReader(name, Payload)

/** Returns the batches in the order of their pages. */
const batchesIn = (body: unknown): UpstageBatch[] =>
  readFinishedUpstageRequest(body).batches.toSorted((a, b) => a.id - b.id)

/** Returns where the result of a batch is; null when there is none. */
const urlOf = ({ status, download_url: url }: UpstageBatch): string | null =>
  status === 'completed' && url ? url : null

export const upstageReader: AnswerReader = {
  looks: { urls: (body) => batchesIn(body).flatMap((batch) => urlOf(batch) ?? []) },
  /** The results of batches come after the answer that has their URLs, in the same order. */
  read: ([request, ...results], facts) => {
    const left = results.values()
    const batches = batchesIn(request).map((batch) => ({
      batch,
      payload: urlOf(batch) === null ? null : readPayload(left.next().value),
    }))
    const raw = { request, batches: results }
    return upstageToAnswer(batches, { vendor: name, raw, original: originalPage(facts.request, facts.survey) })
  },
}
