import { Type } from '@polyparse/document/typebox'
import { gather } from './shared-bytes.ts'
import type { ParseRequest, RemoteProvider, RemoteWork } from './provider.ts'
import { answerReader, maybe } from './read-answer.ts'
import { pagesOfSurvey, survey, type Survey } from './survey.ts'
import type { VendorParts } from './vendor.ts'
import { mediaTypesOf } from './vendor-media-types.ts'

/** Pages that are asked about with one request. Their answer is kept under the first of them. */
export type Portion = readonly number[]

/** The way in which a vendor is asked about the pages of a document. */
export type PageAsker = {
  /** The name that callers know. */
  readonly name: string
  /** Opens the document; null: none is given. Rejects options that are not valid. */
  readonly passwordOf: (request: ParseRequest) => string | null
  /** Returns how many pages have one answer together; by default each has its own. */
  readonly pagesTogether?: (request: ParseRequest, surveyed: Survey) => number
  /** The longest that one request may take. */
  readonly requestSeconds: number
  /**
   * Asks about the next of these portions and keeps each answer as it comes. Resolves to how many of them, from the first
   * one on, have one now: at least one.
   */
  readonly askNext: (
    work: RemoteWork,
    open: readonly Portion[],
    asked: { readonly surveyed: Survey; readonly signal: AbortSignal },
  ) => Promise<number>
}

/** Seconds after which no further page is asked about in one poll, so that other work gets its turn. */
const turnSeconds = 120

/**
 * The steps of a provider that asks a vendor about pages. Each answer is kept as it comes, so that no page is asked about
 * again, and all of them are read together at the end.
 */
export const pageByPage = (
  { name, passwordOf, pagesTogether = () => 1, requestSeconds, askNext }: PageAsker,
  { sandbox, answers }: VendorParts,
): Pick<RemoteProvider, 'mediaTypes' | 'limits' | 'whenUnknown' | 'submit' | 'poll' | 'fetch'> => {
  const readReference = answerReader(
    name,
    Type.Object({ pages: Type.Array(Type.Integer()), together: maybe(Type.Integer({ minimum: 1 })) }),
  )
  const surveyOf = (request: ParseRequest, signal: AbortSignal): Promise<Survey> =>
    survey(request, sandbox, signal, passwordOf(request))
  return {
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'tiff', 'webp', 'gif', 'bmp'),
    limits: {
      concurrency: 8,
      answerSeconds: 120,
      pollSeconds: turnSeconds + requestSeconds + 60,
      deadlineSeconds: 24 * 3600,
    },
    // Nothing is sent by a submit, so nothing is lost or paid for twice if its outcome is unknown.
    whenUnknown: 'retry',

    submit: async ({ request }, signal) => {
      const surveyed = await surveyOf(request, signal)
      const together = pagesTogether(request, surveyed)
      return { kind: 'submitted', reference: { pages: pagesToRequest(surveyed), together }, pollInSeconds: 0 }
    },

    poll: async (work, signal) => {
      const { pages, together } = readReference(work.reference)
      const portions = portionsOf(pages, together ?? 1)
      const answered = await work.answers.pages()
      let open = portions.filter(([first]) => first === undefined || !answered.has(first))
      if (open.length === 0) return { kind: 'ready' }
      const tell = () => work.request.onProgress?.({ done: pages.length - open.flat().length, total: pages.length })
      const surveyed = await surveyOf(work.request, signal)
      const endAt = performance.now() + turnSeconds * 1000
      while (open.length > 0 && performance.now() < endAt) {
        tell()
        open = open.slice(await askNext(work, open, { surveyed, signal }))
      }
      tell()
      return open.length === 0 ? { kind: 'ready' } : { kind: 'working', pollInSeconds: 0 }
    },

    fetch: async ({ request, answers: kept }, signal) => {
      const surveyed = await surveyOf(request, signal)
      const bytes = await gather(jsonListOfAnswers(await kept.all()))
      return answers.read({ bodies: [bytes], request, survey: surveyed }, signal)
    },
  }
}

/** A document whose pages only the vendor can count is asked about as one. */
const pagesToRequest = (surveyed: Survey): readonly number[] =>
  surveyed.pageCount === null ? [1] : pagesOfSurvey(surveyed)

/**
 * @example portionsOf([1, 2, 3, 4, 5], 2) // [[1, 2], [3, 4], [5]]
 */
export const portionsOf = <Item>(items: readonly Item[], count: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / count) }, (_, index) => items.slice(index * count, (index + 1) * count))

/** Answers as one list in JSON. */
async function* jsonListOfAnswers(answers: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[')
  for (const [index, answer] of answers.entries()) yield Buffer.from(index === 0 ? answer : `,${answer}`)
  yield Buffer.from(']')
}
