import { deserialize, serialize } from 'node:v8'
import type { SerializedResult } from '@polyparse/sandbox'
import { joinedBytes, shared } from './shared-bytes.ts'
import type { ReadAnswerOrder } from './answer-messages.ts'
import { ProviderFailure } from './provider.ts'

/**
 * A vendor's answer is here, but could not be read yet: this machine was too busy, or the call ended meanwhile. It can be
 * read later from the order, without the vendor.
 */
export class UnreadAnswer extends ProviderFailure {
  readonly order: ReadAnswerOrder

  constructor(order: ReadAnswerOrder, message: string, cause: unknown) {
    super('timeout', message, { transient: true, cause })
    this.order = order
  }
}

export type { ReadAnswerOrder }

/** Reads an answer that could not be read when it came. */
export type UnreadAnswers = {
  /** @throws {UnreadAnswer} when it can be read later, or another {@link ProviderFailure}. */
  read(order: ReadAnswerOrder, signal: AbortSignal): Promise<SerializedResult>
}

/** The order as bytes that outlive the process. */
export const keptOrder = (order: ReadAnswerOrder): Uint8Array =>
  serialize({
    ...order,
    bodies: order.bodies.map(joinedBytes),
    files: new Map([...order.files].map(([name, bytes]) => [name, bytes && joinedBytes(bytes)])),
  })

type Kept = Omit<ReadAnswerOrder, 'bodies' | 'files'> & {
  readonly bodies: readonly Uint8Array[]
  readonly files: ReadonlyMap<string, Uint8Array | null>
}

export const orderKept = (bytes: Uint8Array): ReadAnswerOrder => {
  const kept: Kept = deserialize(bytes)
  return {
    ...kept,
    bodies: kept.bodies.map((body) => [shared(body)]),
    files: new Map([...kept.files].map(([name, file]) => [name, file && [shared(file)]])),
  }
}
