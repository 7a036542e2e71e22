// @ts-check
import {
  answerReader,
  defineProvider,
  mediaTypesOf,
  neutralSource,
  originalPage,
  textBlocks,
  Type,
  withKnownOutcome,
} from '@polyparse/providers'

/** As callers read it, also in errors. */
const name = 'Acme'

/** What the parser answers. Anything else is an answer that cannot be used. */
const readAnswer = answerReader(name, Type.Object({ pages: Type.Array(Type.Object({ markdown: Type.String() })) }))

export default defineProvider({
  declaration: {
    id: 'acme',
    name,
    capabilities: {
      // Whether the parser answers in one call.
      execution: 'sync',
      features: ['page-selection'],
      outputs: ['markdown', 'text', 'html', 'pages', 'tables', 'chunks', 'json', 'metadata'],
    },
  },

  settings: {
    url: { variable: 'ACME_URL', kind: 'url', required: true, help: 'The address of Acme.' },
    key: { variable: 'ACME_API_KEY', kind: 'secret', required: true, help: 'The API key for Acme.' },
  },

  // US dollars for a page, for the spending limits of the operator; null if it charges nothing.
  price: { perPage: 0.01 },

  // Runs in a thread of its own, which has limits of time and memory and loads this module anew.
  reader: {
    read: ([answer], { request, survey }) => {
      const { pages } = readAnswer(answer)
      // The number in the document of the n-th page that was sent.
      const original = originalPage(request, survey)
      return {
        pages: pages.map(({ markdown }, index) => ({
          number: original(index + 1),
          size: null,
          points: null,
          blocks: textBlocks(markdown, { box: null }),
        })),
        raw: answer,
      }
    },
  },

  create: ({ settings, createHttp, survey, selectedSource, answers }) => {
    const http = createHttp({ baseUrl: settings.url, headers: { authorization: `Bearer ${settings.key}` } })
    return {
      mediaTypes: mediaTypesOf('pdf', 'png', 'jpg'),
      // What jobs may set in `providerOptions`.
      options: Type.Object(
        { language: Type.Optional(Type.String({ description: 'The language of the document, as in `de`.' })) },
        { additionalProperties: false },
      ),
      limits: { concurrency: 4, answerSeconds: 330, deadlineSeconds: 3600 },

      submit: async ({ request }, signal) => {
        // Refuses what would be paid for in vain, before anything is sent.
        const surveyed = await survey(request, signal)
        const source = neutralSource(await selectedSource(request, surveyed, signal))
        const { bytes } = await http.bytes({
          method: 'POST',
          path: 'parse',
          body: {
            form: [
              ...Object.entries(request.options).map(([option, value]) => ({ name: option, value: String(value) })),
              { name: 'file', document: source },
            ],
          },
          seconds: 300,
          signal,
        })
        const given = { bodies: [bytes], request, survey: surveyed }
        return { kind: 'done', document: await withKnownOutcome(() => answers.read(given, signal)) }
      },

      // The answer to the submit is the result. A parser that works for minutes answers with an id instead, as
      // `{ kind: 'submitted', reference: { id }, pollInSeconds: 2 }`, and these two ask for it.
      poll: async () => ({ kind: 'ready' }),
      fetch: async () => {
        throw http.failure('gone', {}, null)
      },
    }
  },
})
