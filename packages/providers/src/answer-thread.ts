import { serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { Document } from '@polyparse/document'
import { stackFrames } from '@polyparse/sandbox'
import { Compile } from '@polyparse/document/typebox/compile'
import { joinedBytes, shared, type SharedBytes } from './shared-bytes.ts'
import { answerDocument } from './answer-document.ts'
import type { AnswerOrder, AnswerReply } from './answer-messages.ts'
import { VendorAnswerError, vendorFailure } from './http-failure.ts'
import { ProviderFailure } from './provider.ts'
import { unusableAnswer } from './read-answer.ts'
import { loadReader } from './load-reader.ts'
import { tellThreadNumber } from '@polyparse/sandbox'

/* The program of the threads in which answers of vendors are read. */

const documentValidator = Compile(Document)

/** The main thread opens what is seen. The most are URLs of pictures: thousands, each of a thousand characters. */
const maxSeenBytes = 8 * 1024 * 1024

const replyTo = async (order: AnswerOrder): Promise<AnswerReply> => {
  const { name } = order.vendor
  const reader = await loadReader(order.vendor.reader)
  const { form = 'json', looks = {}, fileLooks = {} } = reader
  const answerIn = (body: SharedBytes): unknown => (form === 'text' ? decodeAnswerText(name, body) : jsonIn(name, body))
  if (order.kind === 'look') {
    const { body } = order
    const look = looks[order.look]
    const fileLook = fileLooks[order.look]
    const seen = look === undefined ? fileLook?.(fileIn(name, body)) : look(answerIn(body))
    if (look === undefined && fileLook === undefined) throw new TypeError(`answers of ${name} have no ${order.look}`)
    if (serialize(seen).length > maxSeenBytes) throw unusableAnswer(name, 'more to see than any answer has')
    return { kind: 'seen', seen }
  }
  const { request, survey } = order
  const files = new Map([...order.files].map(([file, bytes]) => [file, bytes === null ? null : joinedBytes(bytes)]))
  const answers = order.bodies.map((body, index) => (index === 0 ? answerIn(body) : fileIn(name, body)))
  const document = answerDocument(() => reader.read(answers, { request, survey, files }), {
    vendor: name,
    request,
    survey,
  })
  const [wrong] = documentValidator.Check(document) ? [] : documentValidator.Errors(document)
  if (wrong !== undefined) throw unusableAnswer(name, `${wrong.instancePath} ${wrong.message}`)
  return { kind: 'document', serialized: shared(serialize(document)) }
}

/** A body that a gateway on the way has written instead is seldom JSON, and the fault may pass. */
const jsonIn = (vendor: string, body: SharedBytes): unknown =>
  parseAnswerJson(body, (cause) => vendorFailure(vendor, 'unavailable', { cause }))

const fileIn = (vendor: string, body: SharedBytes): unknown =>
  parseAnswerJson(body, ({ message }) => unusableAnswer(vendor, message))

const parseAnswerJson = (body: SharedBytes, failure: (cause: Error) => ProviderFailure): unknown => {
  try {
    return JSON.parse(joinedBytes(body).toString())
  } catch {
    throw failure(new VendorAnswerError('a body that is not JSON'))
  }
}

const decodeAnswerText = (vendor: string, body: SharedBytes): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(joinedBytes(body))
  } catch {
    throw unusableAnswer(vendor, 'a body that is not text in UTF-8')
  }
}

const answerReplyOfError = (error: unknown): AnswerReply => {
  if (!(error instanceof ProviderFailure)) return { kind: 'failed', frames: stackFrames(error) }
  const { code, message, transient, cause } = error
  return { kind: 'refused', code, message, transient, cause: cause instanceof Error ? cause.message : '' }
}

tellThreadNumber()
parentPort?.on('message', (order: AnswerOrder) => {
  void replyTo(order)
    .catch(answerReplyOfError)
    .then((reply) => parentPort?.postMessage(reply, []))
})
