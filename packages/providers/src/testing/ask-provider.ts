import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Document } from '@polyparse/document'
import { createPageAnswers } from './page-answers.ts'
import { isRemote, type ParseRequest, type Provider } from '../provider.ts'
import { documentOf } from '../parsed-document.ts'

/** A provider's outcome for a document, local or remote, without a worker, a database or patience. */
export const askProvider = async (
  provider: Provider,
  request: ParseRequest,
  signal: AbortSignal,
): Promise<Document> => {
  if (!isRemote(provider)) return documentOf(await provider.parse(request, signal))
  const upload = (await provider.upload?.(request, signal)) ?? null
  const submitted = await provider.submit({ request, upload, token: randomUUID() }, signal)
  if (submitted.kind === 'done') return documentOf(submitted.document)
  const work = { reference: submitted.reference, request, answers: createPageAnswers() }
  for (;;) {
    const polled = await provider.poll(work, signal)
    if (polled.kind === 'done') return documentOf(polled.document)
    if (polled.kind === 'ready') return documentOf(await provider.fetch(work, signal))
    await setTimeout(Math.min(20, polled.pollInSeconds * 1000), undefined, { signal })
  }
}
