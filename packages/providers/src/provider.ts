import type { Readable } from 'node:stream'
import type { Capabilities, FailureCode } from '@polyparse/contract'
import type { OutputId } from '@polyparse/document'
import type { PageProgress } from '@polyparse/engine'
import type { TSchema } from '@polyparse/document/typebox'
import type { SerializedResult } from '@polyparse/sandbox'
import type { ParsedDocument } from './parsed-document.ts'
import type { Price } from './price.ts'

/** A way to have a document parsed: by this service itself, or by a vendor over the network. */
export type Provider = DirectProvider | RemoteProvider

/** The properties that every provider declares: the catalog, validation and the worker read them. */
type Declaration = {
  readonly id: string
  readonly name: string
  readonly capabilities: Capabilities
  /** The adapter that is bound to the id, where that is not its own id. */
  readonly adapter?: string
  /** The media types that it reads, as detected from the bytes; all others are `unsupported` before any work. */
  readonly mediaTypes: readonly string[]
  /** The media types that it would also read if the operator had a converter for them. */
  readonly convertible?: readonly string[]
  /** The schema of `providerOptions.<id>`, or `passthrough` where a vendor checks its own. */
  readonly options: TSchema | 'passthrough'
  /** The options of the operator; those of a job replace them. */
  readonly defaultOptions?: Readonly<Record<string, unknown>>
  /** Set if it reads with the engines of others: it takes part in a compare only when it is named. */
  readonly derived?: true
  /** Set for providers that take their words from the same place; absent for vendors, whose source nobody knows. */
  readonly family?: { readonly name: string; readonly rank: number }
  /**
   * The option by which a job names another provider for the pages with the warning `low_confidence` or `handwriting_not_read`. Absent if this
   * provider never gives the warning.
   */
  readonly escalationOption?: string
}

/** Does its work in one call, which may be made again after a crash. */
export type DirectProvider = Declaration & {
  /**
   * Turns one document into the model, with the requested pages and no others. Rejects with a {@link ProviderFailure}
   * and nothing else that a caller should read; stops soon after `signal`.
   */
  parse(request: ParseRequest, signal: AbortSignal): Promise<ParsedDocument>
}

/**
 * Has its work done by a vendor, which may charge per request. So the work is divided at every point where the process
 * may die, and the worker records every step in between: `submit` is never called again unless its outcome is certain,
 * or {@link RemoteProvider.whenUnknown} says so; all the others may be called at any time again, by any process.
 *
 * Every method rejects with a {@link ProviderFailure} and nothing else that a caller should read.
 */
export type RemoteProvider = Declaration & {
  readonly limits: RemoteLimits
  /** The next step after a submit that the vendor may or may not have accepted. A retry may be paid for twice. */
  readonly whenUnknown: 'retry' | 'fail'
  /** Absent when the vendor does not charge. */
  readonly price?: Price
  /** The number of pages to be read; null when only the vendor can say. Sends nothing to the vendor. */
  countPages?(request: ParseRequest, signal: AbortSignal): Promise<number | null>
  /** Uploads the document to the vendor, which does no work and charges nothing for that. `submit` gets its reference. */
  upload?(request: ParseRequest, signal: AbortSignal): Promise<Reference>
  /**
   * Asks for the work. The failure says whether the vendor may have accepted it: unless it is `notAccepted`, that
   * counts as unknown.
   */
  submit(submission: Submission, signal: AbortSignal): Promise<Submitted>
  /**
   * Looks in the vendor's list for the work of a submit whose outcome is unknown; null if it is not there yet. Absent
   * where a vendor lists no work, or nothing that tells ours from that of others.
   */
  find?(submission: UnknownSubmission, signal: AbortSignal): Promise<AcceptedWork | null>
  /** Asks once for the state of the work. A failure that is `gone` means that the vendor no longer knows it. */
  poll(work: RemoteWork, signal: AbortSignal): Promise<Polled>
  /** The result of work that was `ready`. */
  fetch(work: RemoteWork, signal: AbortSignal): Promise<ParsedDocument>
  /**
   * Has the vendor delete what it keeps under a reference, of an upload or of work; unfinished work is cancelled first.
   * It is not an error when nothing is left.
   */
  forget?(reference: Reference, signal: AbortSignal): Promise<void>
  /**
   * Calls the cheapest route that does no work, and sends no document. Resolves to the vendor's own words about itself,
   * such as its version; rejects where key, address, version or quota are wrong.
   */
  check?(signal: AbortSignal): Promise<string | null>
  /**
   * Has a model answer a question about a document with JSON: one request, which charges each time. Absent where the vendor has
   * no such model.
   */
  answerInJson?(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>
  /** Makes the calls with an account's key; absent where a key alone does not name the caller. */
  readonly withKey?: (key: string) => Promise<RemoteCalls>
  /** Set where the calls are made with the account's own key. */
  readonly hasAccountKey?: true
}

/** The calls to a vendor. */
export type RemoteCalls = Pick<
  RemoteProvider,
  'upload' | 'submit' | 'find' | 'poll' | 'fetch' | 'forget' | 'check' | 'answerInJson'
>

/** A question to a model about a document. */
export type ModelQuestion = {
  readonly prompt: string
  /** The JSON Schema of the answer. Whether the model keeps to it is not known. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Pages of which it is shown a picture, if the document can be drawn. */
  readonly pages: readonly number[]
  readonly request: ParseRequest
}

/** The text that a model has written, with its usage. */
export type ModelAnswer = {
  readonly text: string
  /** True if it ended because it was too long. */
  readonly isCut: boolean
  /** True if the vendor or its model would not answer. */
  readonly isDeclined: boolean
  readonly model: string | null
  /** Null where they are not counted. */
  readonly tokens: { readonly input: number; readonly output: number } | null
  /** US dollars; null where the operator has stated no price, or nobody has counted the tokens. */
  readonly cost: number | null
}

export { pricePerPage } from './price.ts'
export type { Price }

export type RemoteLimits = {
  /** The maximum number of concurrent submits, over all workers. */
  readonly concurrency: number
  /** The maximum time for the answer to a submit, upload included; after that its outcome is unknown. */
  readonly answerSeconds: number
  /** The maximum time for one poll; a minute where the vendor only tells its progress. */
  readonly pollSeconds?: number
  /** The maximum time from the submit to the result; after that the run fails as `timeout`. */
  readonly deadlineSeconds: number
  /** Larger documents are refused before anything is sent. */
  readonly bytes?: number
  readonly pages?: number
}

/**
 * A vendor's identifier of an upload or of work, with everything that later requests need. Stored in the database: no
 * secrets.
 */
export type Reference = Readonly<Record<string, unknown>>

export type RemoteWork = {
  readonly reference: Reference
  readonly request: ParseRequest
  readonly answers: PageAnswers
}

/**
 * The answers that a provider which asks about each page by itself has had, as JSON. They are kept until the run
 * ends, whatever happens to the process, so that no page is asked about again.
 */
export type PageAnswers = {
  /** Lists the pages that have an answer. */
  pages(): Promise<ReadonlySet<number>>
  /** Tells whether a page has an answer. */
  has(page: number): Promise<boolean>
  /** Stores an answer, and resolves once it is there; the first answer about a page stays. */
  keep(page: number, answer: string): Promise<void>
  /** Returns the answers by page, ascending. */
  all(): Promise<readonly string[]>
}

export type Submission = {
  readonly request: ParseRequest
  /** The result of `upload`, if there is that step. */
  readonly upload: Reference | null
  /** The same for every submit of the same work, for vendors that recognise repetitions by it. */
  readonly token: string
}

/** `secondsAgo` is the longest time since it was submitted, by the clock of the service. */
export type UnknownSubmission = Submission & { readonly secondsAgo: number }

export type AcceptedWork = {
  readonly kind: 'submitted'
  readonly reference: Reference
  readonly pollInSeconds: number
}

export type Submitted =
  | AcceptedWork
  /** The vendor answers with the result itself. */
  | { readonly kind: 'done'; readonly document: ParsedDocument }

export type Polled =
  /** `progress` counts the pages that are done, where the vendor does. */
  | { readonly kind: 'working'; readonly pollInSeconds: number; readonly progress?: PageProgress }
  | { readonly kind: 'ready' }
  /** The answer contains the result. */
  | { readonly kind: 'done'; readonly document: ParsedDocument }

/**
 * Returns the id of the adapter that understands the references of this provider.
 * @example adapterIdOf({ id: 'fast', adapter: 'provider-a' }) // 'provider-a'
 */
export const adapterIdOf = ({ id, adapter }: Pick<Provider, 'id' | 'adapter'>): string => adapter ?? id

export const isRemote = (provider: Provider): provider is RemoteProvider => 'submit' in provider

export type ParseRequest = {
  readonly source: ParseSource
  /** One-based, ascending, without duplicates; null is the whole document. */
  readonly pages: readonly number[] | null
  /** More pages than this, without a selection, is `too_many_pages`. */
  readonly maxPages: number
  readonly options: Readonly<Record<string, unknown>>
  /** The requested outputs, so that costly parts that none of them needs (pictures) can be left out. */
  readonly outputs: readonly OutputId[]
  readonly includeRaw: boolean
  /** The provider calls it as pages are done. */
  readonly onProgress?: (progress: PageProgress) => void
  /** Local providers call it with each page as soon as it is read, as the engine wrote it; absent: nobody wants it. */
  readonly onPageRead?: (number: number, page: SerializedResult) => void
}

export type ParseSource = {
  /** The account: no process reads documents of two. */
  readonly owner: string
  /** The type as detected from the bytes. */
  readonly mediaType: string
  readonly filename: string | null
  readonly size: number
  /** The bytes, from the start, as often as requested. */
  open(): Promise<Readable>
}

type FailureDetails = {
  readonly transient?: boolean
  readonly retryAfterSeconds?: number | undefined
  readonly notAccepted?: boolean
  readonly charged?: boolean
  readonly gone?: boolean
  readonly cause?: unknown
}

/** The failure of a provider, in words for the caller. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly code: FailureCode
  /** Says that the same request may succeed later. */
  readonly transient: boolean
  /** The pause that the vendor asks for. */
  readonly retryAfterSeconds: number | undefined
  /** True of a submit that the vendor is certainly not working on. */
  readonly notAccepted: boolean
  /** True of such a submit if the vendor may still charge for work that it has done. */
  readonly charged: boolean
  /** True of a poll or fetch if the vendor no longer has the work or its result. */
  readonly gone: boolean

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.transient = details.transient ?? false
    this.retryAfterSeconds = details.retryAfterSeconds
    this.notAccepted = details.notAccepted ?? false
    this.charged = details.charged ?? false
    this.gone = details.gone ?? false
  }
}
