import { createDocumentModel, type DocumentModelScript, type Question } from './document-model.ts'
import { isRecord, jsonOfRequest, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'

export const anthropicKey = 'anthropic-fake-0123456789abcdef'

type Anthropic = FakeVendor & { readonly questions: readonly Question[] }

/** The Messages API of Anthropic, as its SDK for TypeScript (1.13) describes it. */
export const openAnthropic = async (script: DocumentModelScript = {}): Promise<Anthropic> => {
  const { questions, answer } = createDocumentModel(script)

  const reply = (asked: FakeRequest): FakeReply => {
    const { model, messages, max_tokens: maxTokens } = jsonOfRequest(asked)
    if (typeof maxTokens !== 'number') return problem(400, 'invalid_request_error', 'max_tokens: Field required')
    if (model !== 'tiny-claude') return problem(404, 'not_found_error', `model: ${String(model)}`)
    const [message] = Array.isArray(messages) ? messages : []
    const content: unknown = isRecord(message) ? message['content'] : null
    const [shown, words] = Array.isArray(content) ? content : []
    const source: unknown = isRecord(shown) ? shown['source'] : null
    if (!isRecord(shown) || !isRecord(source) || !isRecord(words) || source['type'] !== 'base64')
      return problem(400, 'invalid_request_error', 'messages.0.content: Input should be a valid list')
    const mediaType = String(source['media_type'])
    if (shown['type'] !== (mediaType === 'application/pdf' ? 'document' : 'image'))
      return problem(400, 'invalid_request_error', 'messages.0.content.0.source.media_type: Input should be valid')
    const { text, end } = answer(mediaType, Buffer.from(String(source['data']), 'base64'), String(words['text']))
    return {
      status: 200,
      json: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'tiny-claude-20261001',
        content: end === 'declined' ? [] : [{ type: 'text', text, citations: null }],
        stop_reason: { finished: 'end_turn', cut: 'max_tokens', declined: 'refusal' }[end],
        stop_sequence: null,
        usage: {
          input_tokens: 900,
          output_tokens: 100,
          cache_creation_input_tokens: 100,
          cache_read_input_tokens: null,
        },
      },
    }
  }

  const fake = await openFake({
    stepOf: () => 'poll',
    refuse: (headers) => {
      if (headers['anthropic-version'] !== '2023-06-01')
        return problem(400, 'invalid_request_error', 'anthropic-version: header is required')
      return headers['x-api-key'] === anthropicKey ? null : problem(401, 'authentication_error', 'invalid x-api-key')
    },
    perform: (asked) => {
      if (asked.path === '/v1/models/tiny-claude') return { status: 200, json: { type: 'model', id: 'tiny-claude' } }
      return asked.path === '/v1/messages' ? reply(asked) : problem(404, 'not_found_error', 'Not Found')
    },
  })
  return { ...fake, questions }
}

const problem = (status: number, type: string, message: string): FakeReply => ({
  status,
  json: { type: 'error', error: { type, message }, request_id: 'req_1' },
})
