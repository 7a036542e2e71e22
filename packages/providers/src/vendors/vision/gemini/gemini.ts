import { Type } from '@polyparse/document/typebox'
import { createVendorHttp, type VendorAnswer } from '../../../http.ts'
import type { VendorProblem } from '../../../http-failure.ts'
import { answerReader, maybe } from '../../../read-answer.ts'
import type { VendorAdapter } from '../../../vendor.ts'
import { answerOf } from '../../../vendor-check.ts'
import { valueAt } from '../../../vendor-options.ts'
import { documentModel } from '../documents/document-model.ts'
import type { ModelReply, WireFormat } from '../documents/wire-format.ts'
import { geminiDeclaration } from './declaration.ts'

const { name } = geminiDeclaration

const Candidate = Type.Object({
  content: maybe(
    Type.Object({
      parts: maybe(Type.Array(Type.Object({ text: maybe(Type.String()), thought: maybe(Type.Boolean()) }))),
    }),
  ),
  finishReason: maybe(Type.String()),
})

/** https://ai.google.dev/api/generate-content#v1beta.GenerateContentResponse; a blocked request has no candidates. */
const readGeminiResponse = answerReader(
  name,
  Type.Union([
    Type.Object({
      candidates: Type.Array(Candidate, { minItems: 1 }),
      usageMetadata: maybe(
        Type.Object({
          promptTokenCount: maybe(Type.Number()),
          candidatesTokenCount: maybe(Type.Number()),
          thoughtsTokenCount: maybe(Type.Number()),
        }),
      ),
      modelVersion: maybe(Type.String()),
    }),
    Type.Object({ promptFeedback: Type.Object({ blockReason: Type.String() }) }),
  ]),
)
const readModel = answerReader(name, Type.Object({ name: Type.String() }))

/** A request may have 20 MB, and a third more than the document for its base64. */
const maxGeminiDocumentBytes = 14_000_000

/** Reasons for which an answer ends; all others mean that the model would not or may not give it. */
const ends = new Set(['STOP', 'MAX_TOKENS'])

type GeminiAdapter = VendorAdapter<(typeof geminiDeclaration)['settings']>

/** Gemini, over its own API: pages as `inlineData`. */
const createGemini: GeminiAdapter['create'] = ({ key, baseUrl, requestsPerSecond = 5, ...access }, parts) => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { 'x-goog-api-key': key },
    secrets: [key],
    requestsPerSecond,
    problemOf: geminiProblem,
  })
  const wire = createGeminiWireFormat({ model: access.model ?? '', maxTokens: access.maxTokens })
  return documentModel({ declaration: geminiDeclaration, http, wire, access }, parts)
}

const createGeminiWireFormat = ({
  model,
  maxTokens,
}: {
  readonly model: string
  readonly maxTokens: number
}): WireFormat => {
  const path = `v1beta/models/${encodeURIComponent(model.replace(/^models\//, ''))}`
  return {
    maxBytes: maxGeminiDocumentBytes,
    requestFor: (shown, prompt) => ({
      path: `${path}:generateContent`,
      body: {
        json: {
          contents: [{ role: 'user', parts: [{ inlineData: { mimeType: shown.mediaType } }, { text: prompt }] }],
          generationConfig: { maxOutputTokens: maxTokens },
        },
        base64: { member: '/contents/0/parts/0/inlineData/data', prefix: '', document: shown },
      },
    }),
    questionFor: ({ prompt, schema }, pictures) => ({
      path: `${path}:generateContent`,
      body: {
        contents: [
          {
            role: 'user',
            parts: [
              ...pictures.map(({ mediaType, base64 }) => ({ inlineData: { mimeType: mediaType, data: base64 } })),
              { text: prompt },
            ],
          },
        ],
        generationConfig: {
          maxOutputTokens: maxTokens,
          temperature: 0,
          responseMimeType: 'application/json',
          responseJsonSchema: schema,
        },
      },
    }),
    read: (answer) => {
      const response = readGeminiResponse(answer)
      return 'candidates' in response ? replyOf(response) : blocked
    },
    check: async (http, signal) => readModel(await answerOf(http, { path, signal })).name.replace(/^models\//, ''),
  }
}

const blocked: ModelReply = { text: '', isCut: false, isDeclined: true, model: null, tokens: null }

const replyOf = ({
  candidates: [candidate],
  usageMetadata: usage,
  modelVersion,
}: Exclude<ReturnType<typeof readGeminiResponse>, { promptFeedback: unknown }>): ModelReply => {
  const { promptTokenCount: input, candidatesTokenCount, thoughtsTokenCount } = usage ?? {}
  const finish = candidate?.finishReason ?? 'STOP'
  return {
    text: (candidate?.content?.parts ?? []).map(({ text, thought }) => (thought === true ? '' : (text ?? ''))).join(''),
    isCut: finish === 'MAX_TOKENS',
    isDeclined: !ends.has(finish),
    model: modelVersion ?? null,
    // Thoughts are charged like what is written.
    tokens:
      typeof input === 'number' ? { input, output: (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0) } : null,
  }
}

/** A key that is not valid is a mistake in the request, for Google. */
const geminiProblem = ({ status, body }: VendorAnswer): VendorProblem | null => {
  const details = valueAt(body, ['error', 'details'])
  const isAboutKey = Array.isArray(details) && details.some((one) => valueAt(one, ['reason']) === 'API_KEY_INVALID')
  return status === 400 && isAboutKey ? 'auth' : null
}

export const gemini: GeminiAdapter = { declaration: geminiDeclaration, create: createGemini }
