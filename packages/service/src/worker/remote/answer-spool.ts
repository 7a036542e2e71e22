import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { serialize } from 'node:v8'
import { failureCodes } from '@polyparse/contract'
import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { BlobNotFoundError, type BlobStore } from '../../blobs/blob-store.ts'
import { openDiskBlobs } from '../../blobs/disk.ts'
import { abandonedBefore } from '../../jobs/abandoned.ts'
import type { RecordedSubmission } from '../../jobs/remote-runs.ts'
import { documentOf, type ParsedDocument } from '@polyparse/providers/port'
import type { Submitted } from '@polyparse/providers/port'
import { keptOrder, orderKept, type ReadAnswerOrder } from '@polyparse/providers/port'

/** The vendor has certainly not accepted a submit. */
export const Refused = Type.Object({
  kind: Type.Literal('refused'),
  code: Type.Enum([...failureCodes]),
  message: Type.String(),
  /** True if the vendor charges nevertheless. */
  charged: Type.Boolean(),
  /** True if nothing was sent, because of an outage of our own. */
  isOutage: Type.Boolean(),
  /** null: the run fails. */
  retryInSeconds: Type.Union([Type.Number(), Type.Null()]),
})
export type Refused = Static<typeof Refused>

/** The vendor has answered with the document, in its own form, which could not be read yet. */
export type Unread = { readonly kind: 'unread'; readonly order: ReadAnswerOrder }

/** A vendor's answer to a submit, with what it takes to record it. */
export type ReceivedAnswer = {
  readonly jobId: string
  readonly runId: string
  readonly provider: string
  readonly submission: RecordedSubmission
  readonly submitted: Submitted | Refused | Unread
}

/**
 * The answers of vendors that have yet to be recorded, as files that outlive the process. Nobody else has these
 * answers: most were paid for, and without a refusal it would be unknown whether the submit was accepted.
 */
export type AnswerSpool = {
  /**
   * Resolves to a name for the answer once it is durable. From then on this process holds it.
   * @throws {StorageFullError} or an error of the file system.
   */
  keep(answer: ReceivedAnswer): Promise<string>
  /** This process no longer tries to record it. */
  release(name: string): void
  /** It has been recorded, or nobody needs it. */
  remove(name: string): Promise<void>
  /** The answers that this process does not hold: those of earlier processes, and of others with the same directory. */
  left(): AsyncIterable<{ readonly name: string; readonly ageMs: number }>
  /** null when it has been removed. @throws {UnreadableAnswerError} */
  read(name: string): Promise<ReceivedAnswer | null>
  /** Removes what was begun long ago and never became whole. */
  removeUnfinished(): Promise<number>
}

/** The file was written by another version, in a form that this one does not know, or is damaged. */
export class UnreadableAnswerError extends Error {
  override readonly name = 'UnreadableAnswerError'
}

/** Creates the directory if needed. Only its owner can read it, as its files contain documents. */
export const openAnswerSpool = async (directory: string): Promise<AnswerSpool> => {
  const files = await openDiskBlobs(directory)
  const held = new Set<string>()
  return {
    keep: async (answer) => {
      const name = `${answer.runId}.${randomUUID()}`
      held.add(name)
      try {
        await files.write(name, contentOfSpooledAnswer(answer))
        return name
      } catch (error) {
        held.delete(name)
        throw error
      }
    },
    release: (name) => void held.delete(name),
    remove: async (name) => {
      await files.delete(name)
      held.delete(name)
    },
    left: async function* () {
      const now = await files.now()
      for await (const { path: name, modifiedAt } of files.list(''))
        if (!held.has(name)) yield { name, ageMs: now.getTime() - modifiedAt.getTime() }
    },
    read: async (name) => {
      const content = await contentIn(files, name)
      return content === null ? null : answerIn(content)
    },
    removeUnfinished: async () => files.removeUnfinished(await abandonedBefore(files)),
  }
}

const contentIn = async (files: BlobStore, name: string): Promise<Buffer | null> => {
  try {
    return await buffer(await files.read(name))
  } catch (error) {
    if (error instanceof BlobNotFoundError) return null
    throw error
  }
}

/** The first line of a file, as JSON. What follows is the document of an answer that is `done`, or what is `unread`, serialized. */
const AnswerSpoolHeader = Type.Object({
  format: Type.Literal(1),
  jobId: Type.String(),
  runId: Type.String(),
  provider: Type.String(),
  submission: Type.Object({ number: Type.Number(), token: Type.String(), recordedAt: Type.String() }),
  submitted: Type.Union([
    Type.Object({
      kind: Type.Literal('submitted'),
      reference: Type.Record(Type.String(), Type.Unknown()),
      pollInSeconds: Type.Number(),
    }),
    Type.Object({ kind: Type.Literal('done') }),
    Type.Object({ kind: Type.Literal('unread') }),
    Refused,
  ]),
})

async function* contentOfSpooledAnswer({ submitted, ...answer }: ReceivedAnswer): AsyncGenerator<Uint8Array> {
  const { kind } = submitted
  const header = { format: 1, ...answer, submitted: kind === 'done' || kind === 'unread' ? { kind } : submitted }
  yield Buffer.from(`${JSON.stringify(header)}\n`)
  if (kind === 'done') yield serializeSpooledDocument(submitted.document)
  if (kind === 'unread') yield keptOrder(submitted.order)
}

const serializeSpooledDocument = (document: ParsedDocument): Uint8Array =>
  'serialized' in document && document.chunking === undefined ? document.serialized : serialize(documentOf(document))

const answerIn = (content: Buffer): ReceivedAnswer => {
  const lineEnd = content.indexOf('\n')
  const header = parseSpoolHeader(content.subarray(0, Math.max(0, lineEnd)).toString())
  if (!Check(AnswerSpoolHeader, header)) throw new UnreadableAnswerError('not an answer in the form of this version')
  const { format: _format, submitted, ...answer } = header
  const rest = content.subarray(lineEnd + 1)
  if (submitted.kind === 'unread') return { ...answer, submitted: { kind: 'unread', order: orderKept(rest) } }
  if (submitted.kind !== 'done') return { ...answer, submitted }
  return { ...answer, submitted: { kind: 'done', document: { serialized: rest } } }
}

const parseSpoolHeader = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UnreadableAnswerError('the first line is not JSON', { cause: error })
  }
}
