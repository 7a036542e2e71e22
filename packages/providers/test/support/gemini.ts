import { createDocumentModel, type DocumentModelScript, type Question } from './document-model.ts'
import { isRecord, jsonOfRequest, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'

export const geminiKey = 'gemini-fake-0123456789abcdef'

type Gemini = FakeVendor & { readonly questions: readonly Question[] }

/** The API of Gemini, as its SDK for TypeScript (`@google/genai` 2.32) describes it. */
export const openGemini = async (script: DocumentModelScript = {}): Promise<Gemini> => {
  const { questions, answer } = createDocumentModel(script)

  const reply = (asked: FakeRequest): FakeReply => {
    const { contents } = jsonOfRequest(asked)
    const [message] = Array.isArray(contents) ? contents : []
    const parts: unknown = isRecord(message) ? message['parts'] : null
    const [shown, words] = Array.isArray(parts) ? parts : []
    const data: unknown = isRecord(shown) ? shown['inlineData'] : null
    if (!isRecord(data) || !isRecord(words)) return problem(400, 'INVALID_ARGUMENT', 'Unable to process input')
    const file = Buffer.from(String(data['data']), 'base64')
    const { text, end } = answer(String(data['mimeType']), file, String(words['text']))
    return {
      status: 200,
      json: {
        candidates: [
          {
            ...(end !== 'declined' && {
              content: { role: 'model', parts: [{ text: 'Let me see.', thought: true }, { text }] },
            }),
            finishReason: { finished: 'STOP', cut: 'MAX_TOKENS', declined: 'RECITATION' }[end],
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 60, thoughtsTokenCount: 40 },
        modelVersion: 'tiny-gemini-001',
      },
    }
  }

  const fake = await openFake({
    stepOf: () => 'poll',
    refuse: (headers) => (headers['x-goog-api-key'] === geminiKey ? null : invalidKey),
    perform: (asked) => {
      if (asked.path === '/v1beta/models/tiny-gemini') return { status: 200, json: { name: 'models/tiny-gemini' } }
      return asked.path === '/v1beta/models/tiny-gemini:generateContent'
        ? reply(asked)
        : problem(404, 'NOT_FOUND', 'models/another is not found for API version v1beta')
    },
  })
  return { ...fake, questions }
}

const problem = (code: number, status: string, message: string, details?: readonly unknown[]): FakeReply => ({
  status: code,
  json: { error: { code, message, status, ...(details !== undefined && { details }) } },
})

const invalidKey = problem(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
])
