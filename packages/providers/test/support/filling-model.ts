import { isRecord, jsonOfRequest, openFake, type FakeReply, type FakeVendor } from './fake.ts'

/** What a model was asked, by whichever API. */
export type FilledQuestion = {
  readonly prompt: string
  readonly pictures: number
  /** The schema of the answer, where it was sent one apart from the prompt. */
  readonly schema: unknown
}

export type FillingAnswer = { readonly text: string; readonly end?: 'finished' | 'cut' | 'declined' }

/** A model behind the APIs of OpenAI, Anthropic and Google, that answers what it is told to. */
export type FillingModel = FakeVendor & { readonly questions: readonly FilledQuestion[] }

export const openFillingModel = async (
  answerTo: (question: FilledQuestion, nth: number) => FillingAnswer | FakeReply | Promise<FillingAnswer | FakeReply>,
): Promise<FillingModel> => {
  const questions: FilledQuestion[] = []
  const fake = await openFake({
    stepOf: () => 'poll',
    refuse: () => null,
    perform: async (asked) => {
      const api = apis.find(({ path }) => path.test(asked.path))
      if (api === undefined) return { status: 404, json: { error: { message: 'Not Found', code: 404 } } }
      const question = api.questionIn(jsonOfRequest(asked))
      questions.push(question)
      const answer = await answerTo(question, questions.length)
      return 'status' in answer ? answer : { status: 200, json: api.reply(answer.text, answer.end ?? 'finished') }
    },
  })
  return { ...fake, questions }
}

type Api = {
  readonly path: RegExp
  readonly questionIn: (body: Readonly<Record<string, unknown>>) => FilledQuestion
  readonly reply: (text: string, end: NonNullable<FillingAnswer['end']>) => unknown
}

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((part, step) => {
    if (Array.isArray(part)) return typeof step === 'number' ? part[step] : undefined
    return isRecord(part) ? part[step] : undefined
  }, value)

const questionOf = (parts: unknown, schema: unknown): FilledQuestion => {
  const list: readonly unknown[] = Array.isArray(parts) ? parts : []
  const texts = list.map((part) => at(part, 'text')).filter((text) => typeof text === 'string')
  return { prompt: texts.join('\n'), pictures: list.length - texts.length, schema }
}

const apis: readonly Api[] = [
  {
    path: /\/chat\/completions$/,
    questionIn: (body) =>
      questionOf(at(body, 'messages', 0, 'content'), at(body, 'response_format', 'json_schema', 'schema')),
    reply: (text, end) => ({
      model: 'tiny-vision',
      choices: [
        {
          message: { content: end === 'declined' ? null : text, refusal: end === 'declined' ? 'No.' : null },
          finish_reason: end === 'cut' ? 'length' : 'stop',
        },
      ],
      usage: { prompt_tokens: 1000, completion_tokens: 100 },
    }),
  },
  {
    path: /\/v1\/messages$/,
    questionIn: (body) => questionOf(at(body, 'messages', 0, 'content'), at(body, 'tools', 0, 'input_schema')),
    reply: (text, end) => ({
      type: 'message',
      model: 'tiny-claude-20261001',
      content: end === 'declined' ? [] : [{ type: 'tool_use', id: 'toolu_1', name: 'answer', input: JSON.parse(text) }],
      stop_reason: { finished: 'tool_use', cut: 'max_tokens', declined: 'refusal' }[end],
      usage: { input_tokens: 1000, output_tokens: 100 },
    }),
  },
  {
    path: /:generateContent$/,
    questionIn: (body) =>
      questionOf(at(body, 'contents', 0, 'parts'), at(body, 'generationConfig', 'responseJsonSchema')),
    reply: (text, end) => ({
      candidates: [
        {
          ...(end !== 'declined' && { content: { parts: [{ text }] } }),
          finishReason: { finished: 'STOP', cut: 'MAX_TOKENS', declined: 'SAFETY' }[end],
        },
      ],
      usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 100 },
      modelVersion: 'tiny-gemini-001',
    }),
  },
]
