import { Type } from '@polyparse/document/typebox'
import { createVendorHttp, type VendorAnswer } from '../../../http.ts'
import type { VendorProblem } from '../../../http-failure.ts'
import { answerReader, maybe } from '../../../read-answer.ts'
import type { VendorAdapter } from '../../../vendor.ts'
import { answerOf } from '../../../vendor-check.ts'
import { valueAt } from '../../../vendor-options.ts'
import { documentModel } from '../documents/document-model.ts'
import type { WireFormat } from '../documents/wire-format.ts'
import { anthropicDeclaration } from './declaration.ts'

const { name } = anthropicDeclaration

/** https://docs.anthropic.com/en/api/messages */
const readMessage = answerReader(
  name,
  Type.Object({
    type: Type.Literal('message'),
    model: maybe(Type.String()),
    content: Type.Array(
      Type.Object({ type: Type.String(), text: maybe(Type.String()), input: Type.Optional(Type.Unknown()) }),
    ),
    stop_reason: maybe(Type.String()),
    usage: maybe(
      Type.Object({
        input_tokens: Type.Number(),
        output_tokens: Type.Number(),
        cache_creation_input_tokens: maybe(Type.Number()),
        cache_read_input_tokens: maybe(Type.Number()),
      }),
    ),
  }),
)
const readModel = answerReader(name, Type.Object({ id: Type.String() }))

/** A request may have 32 MB, and a third more than the document for its base64. */
const maxAnthropicDocumentBytes = 23_000_000

type AnthropicAdapter = VendorAdapter<(typeof anthropicDeclaration)['settings']>

/** Claude, over the Messages API: a `document` of pages, or an `image` of one. */
const createAnthropic: AnthropicAdapter['create'] = ({ key, baseUrl, requestsPerSecond = 5, ...access }, parts) => {
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    secrets: [key],
    requestsPerSecond,
    problemOf: anthropicProblem,
  })
  const wire = createAnthropicWireFormat({ model: access.model ?? '', maxTokens: access.maxTokens })
  return documentModel({ declaration: anthropicDeclaration, http, wire, access }, parts)
}

const createAnthropicWireFormat = ({
  model,
  maxTokens,
}: {
  readonly model: string
  readonly maxTokens: number
}): WireFormat => ({
  maxBytes: maxAnthropicDocumentBytes,
  requestFor: (shown, prompt) => {
    const { mediaType: media_type } = shown
    const type = media_type === 'application/pdf' ? 'document' : 'image'
    const content = [
      { type, source: { type: 'base64', media_type } },
      { type: 'text', text: prompt },
    ]
    return {
      path: 'v1/messages',
      body: {
        json: { model, max_tokens: maxTokens, messages: [{ role: 'user', content }] },
        base64: { member: '/messages/0/content/0/source/data', prefix: '', document: shown },
      },
    }
  },
  // A tool that must be called, whose input is the answer: what every model of theirs takes.
  questionFor: ({ prompt, schema }, pictures) => ({
    path: 'v1/messages',
    body: {
      model,
      max_tokens: maxTokens,
      messages: [
        {
          role: 'user',
          content: [
            ...pictures.map(({ mediaType, base64 }) => ({
              type: 'image',
              source: { type: 'base64', media_type: mediaType, data: base64 },
            })),
            { type: 'text', text: prompt },
          ],
        },
      ],
      tools: [{ name: 'answer', description: 'Takes the filled schema.', input_schema: schema }],
      tool_choice: { type: 'tool', name: 'answer' },
    },
  }),
  read: (answer) => {
    const { content, model: answered, stop_reason: stop, usage } = readMessage(answer)
    return {
      text: content.map(textOfContent).join(''),
      isCut: stop === 'max_tokens' || stop === 'model_context_window_exceeded',
      isDeclined: stop === 'refusal',
      model: answered ?? null,
      tokens:
        usage === undefined || usage === null
          ? null
          : {
              input:
                usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0),
              output: usage.output_tokens,
            },
    }
  },
  check: async (http, signal) =>
    readModel(await answerOf(http, { path: `v1/models/${encodeURIComponent(model)}`, signal })).id,
})

const textOfContent = ({ type, text, input }: { type: string; text?: string | null; input?: unknown }): string => {
  if (type === 'tool_use') return JSON.stringify(input ?? {})
  return type === 'text' ? (text ?? '') : ''
}

/** https://docs.anthropic.com/en/api/errors: a bill that is not paid is a type of its own. */
const anthropicProblem = ({ body }: VendorAnswer): VendorProblem | null =>
  valueAt(body, ['error', 'type']) === 'billing_error' ? 'quota' : null

export const anthropic: AnthropicAdapter = { declaration: anthropicDeclaration, create: createAnthropic }
