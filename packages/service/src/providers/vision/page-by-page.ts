import { Type } from '@polyparse/document/typebox'
import { gather } from '../../lib/shared-bytes.ts'
import type { ParseRequest, RemoteProvider, RemoteWork } from '../provider.ts'
import { answerReader } from '../read-answer.ts'
import { survey, type Survey } from '../survey.ts'
import type { VendorParts } from '../vendor.ts'
import { mediaTypesOf } from '../vendor-media-types.ts'
import { pageSeconds, turnSeconds } from './parameters.ts'

/** How a model is asked about the pages of a document. */
export type PageAsker = {
  /** The name that callers know. */
  readonly name: string
  /** Opens the document; null: none is given. Rejects options that are not valid. */
  readonly passwordOf: (request: ParseRequest) => string | null
  /**
   * Asks about the next of these pages and keeps each answer as it comes. Resolves to how many of them, from the first
   * one on, have one now: at least one.
   */
  readonly askNext: (
    work: RemoteWork,
    open: readonly number[],
    asked: { readonly surveyed: Survey; readonly signal: AbortSignal },
  ) => Promise<number>
}

/**
 * The steps of a provider that asks a model about pages. Each answer is kept as it comes, so that no page is asked about
 * again, and all of them are read together at the end.
 */
export const pageByPage = (
  { name, passwordOf, askNext }: PageAsker,
  { sandbox, answers }: VendorParts,
): Pick<RemoteProvider, 'mediaTypes' | 'limits' | 'whenUnknown' | 'submit' | 'poll' | 'fetch'> => {
  const readReference = answerReader(name, Type.Object({ pages: Type.Array(Type.Integer()) }))
  const surveyOf = (request: ParseRequest, signal: AbortSignal): Promise<Survey> =>
    survey(request, sandbox, signal, passwordOf(request))
  return {
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'tiff', 'webp', 'gif', 'bmp'),
    limits: {
      concurrency: 8,
      answerSeconds: 120,
      pollSeconds: turnSeconds + pageSeconds + 60,
      deadlineSeconds: 24 * 3600,
    },
    // Nothing is sent by a submit, so nothing is lost or paid for twice if its outcome is unknown.
    whenUnknown: 'retry',

    submit: async ({ request }, signal) => {
      const { pages, pageCount } = await surveyOf(request, signal)
      const numbers = pages ?? Array.from({ length: pageCount ?? 0 }, (_, index) => index + 1)
      return { kind: 'submitted', reference: { pages: numbers }, pollInSeconds: 0 }
    },

    poll: async (work, signal) => {
      const { pages } = readReference(work.reference)
      const tell = (left: number) => work.request.onProgress?.({ done: pages.length - left, total: pages.length })
      const answered = await work.answers.pages()
      let open = pages.filter((page) => !answered.has(page))
      if (open.length === 0) return { kind: 'ready' }
      const surveyed = await surveyOf(work.request, signal)
      const endAt = performance.now() + turnSeconds * 1000
      while (open.length > 0 && performance.now() < endAt) {
        tell(open.length)
        open = open.slice(await askNext(work, open, { surveyed, signal }))
      }
      tell(open.length)
      return open.length === 0 ? { kind: 'ready' } : { kind: 'working', pollInSeconds: 0 }
    },

    fetch: async ({ request, answers: kept }, signal) => {
      const surveyed = await surveyOf(request, signal)
      const bytes = await gather(listOf(await kept.all()))
      return answers.read({ bodies: [bytes], request, survey: surveyed }, signal)
    },
  }
}

/** Answers as one list in JSON. */
async function* listOf(answers: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[')
  for (const [index, answer] of answers.entries()) yield Buffer.from(index === 0 ? answer : `,${answer}`)
  yield Buffer.from(']')
}
