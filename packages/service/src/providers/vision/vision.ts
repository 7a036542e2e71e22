import { Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { gather } from '../../lib/shared-bytes.ts'
import { drawPages, type DrawnPage } from '../draw-pages.ts'
import { createVendorHttp } from '../http.ts'
import { ProviderFailure, type ParseRequest, type RemoteProvider, type RemoteWork } from '../provider.ts'
import { answerReader } from '../read-answer.ts'
import { survey, type Survey } from '../survey.ts'
import type { VendorAdapter } from '../vendor.ts'
import { answerOf } from '../vendor-check.ts'
import { mediaTypesOf } from '../vendor-media-types.ts'
import { Completion, Models, type PageAnswer } from './answer-shape.ts'
import { declaration } from './declaration.ts'
import { drawnAhead, pageSeconds, turnSeconds } from './parameters.ts'
import type { Profile } from './profile.ts'
import { profileIds, profileOf } from './profiles/profiles.ts'
import { general } from './profiles/general.ts'

const { id, name, capabilities } = declaration

const Options = Type.Object(
  {
    profile: Type.Optional(
      Type.Enum(profileIds, { description: 'How the model is asked and how its answers are read.' }),
    ),
    prompt: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4000,
        description: 'What the model is told, instead of what the profile says.',
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        description: 'Opens an encrypted document. Kept until the job ends.',
      }),
    ),
  },
  { additionalProperties: false },
)
const options = Compile(Options)

const readReference = answerReader(name, Type.Object({ pages: Type.Array(Type.Integer()) }))
const readCompletion = answerReader(name, Completion)
const readModels = answerReader(name, Models)
/** In a message about one that is missing. */
const shownModels = 10

type VisionAdapter = VendorAdapter<(typeof declaration)['settings']>

/**
 * A model that sees pictures, behind an endpoint like that of OpenAI. It is asked about one page at a time; each answer
 * is kept as it comes, so that no page is asked about again, and all of them are read together at the end.
 */
const create: VisionAdapter['create'] = (
  { key, baseUrl, profile: usual, pagesAtOnce, requestsPerSecond = 50, ...access },
  { sandbox, answers },
): RemoteProvider => {
  const model = access.model ?? ''
  const prices = pricesOf(access)
  const http = createVendorHttp({
    name,
    baseUrl,
    headers: key === '' ? {} : { authorization: `Bearer ${key}` },
    secrets: key === '' ? [] : [key],
    requestsPerSecond,
  })

  const askPage = async (
    { picture, ...page }: DrawnPage,
    { profile, prompt, signal }: { profile: Profile; prompt: string; signal: AbortSignal },
  ): Promise<PageAnswer> => {
    const counted = (tokens: PageAnswer['tokens']): Pick<PageAnswer, 'tokens' | 'cost'> => ({
      tokens,
      cost:
        tokens === null || prices === null
          ? null
          : (tokens.input * prices.input + tokens.output * prices.output) / 1_000_000,
    })
    const noTokens = counted({ input: 0, output: 0 })
    const nothing = { ...page, profile: profile.id, content: '', isCut: false, model: null, ...noTokens }
    if (picture === null) return { ...nothing, failure: 'it could not be drawn.' }
    const shown = Buffer.from(picture).toString('base64')
    const body = {
      ...profile.body,
      model,
      temperature: profile.temperature,
      max_tokens: profile.maxTokens,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: `data:image/png;base64,${shown}` } },
            { type: 'text', text: prompt },
          ],
        },
      ],
    }
    try {
      const sent = {
        method: 'POST',
        path: 'chat/completions',
        body: { json: body },
        signal,
        seconds: pageSeconds,
      } as const
      const completion = readCompletion((await http.json(sent)).body)
      const [choice] = completion.choices
      const { prompt_tokens: input, completion_tokens: output } = completion.usage ?? {}
      const isCounted = typeof input === 'number' && typeof output === 'number'
      return {
        ...nothing,
        content: choice?.message.content ?? '',
        isCut: choice?.finish_reason === 'length',
        failure: (choice?.message.refusal ?? null) === null ? null : 'the model declined.',
        model: completion.model ?? null,
        ...counted(isCounted ? { input, output } : null),
      }
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !isAboutThePage(error)) throw error
      return { ...nothing, failure: error.message }
    }
  }

  /** Asks about the next pages, some at once, and keeps each answer; resolves to how many were asked about. */
  const askNext = async (
    work: RemoteWork,
    open: readonly number[],
    { surveyed, signal }: { readonly surveyed: Survey; readonly signal: AbortSignal },
  ): Promise<number> => {
    const { profile, prompt, password } = askedFor(work.request, usual)
    const batch = open.slice(0, pagesAtOnce * drawnAhead)
    const { longestSide } = profile
    const drawn = await drawPages(work.request, batch, { sandbox, surveyed, longestSide, password, signal })
    const failures: unknown[] = []
    const waiting = [...drawn]
    const ask = async (): Promise<void> => {
      for (let page = waiting.shift(); page !== undefined && failures.length === 0; page = waiting.shift()) {
        try {
          // A worker that was taken for dead may find that another has asked meanwhile.
          if (await work.answers.has(page.page)) continue
          await work.answers.keep(page.page, JSON.stringify(await askPage(page, { profile, prompt, signal })))
        } catch (error) {
          failures.push(error)
        }
      }
    }
    await Promise.all(Array.from({ length: pagesAtOnce }, ask))
    if (failures.length > 0) throw failures[0]
    return batch.length
  }

  return {
    id,
    name,
    capabilities,
    mediaTypes: mediaTypesOf('pdf', 'png', 'jpg', 'tiff', 'webp', 'gif', 'bmp'),
    options: Options,
    limits: {
      concurrency: 8,
      answerSeconds: 120,
      pollSeconds: turnSeconds + pageSeconds + 60,
      deadlineSeconds: 24 * 3600,
    },
    // Nothing is sent by a submit, so nothing is lost or paid for twice if its outcome is unknown.
    whenUnknown: 'retry',

    submit: async ({ request }, signal) => {
      const { password } = askedFor(request, usual)
      const { pages, pageCount } = await survey(request, sandbox, signal, password)
      const numbers = pages ?? Array.from({ length: pageCount ?? 0 }, (_, index) => index + 1)
      return { kind: 'submitted', reference: { pages: numbers }, pollInSeconds: 0 }
    },

    check: async (signal) => {
      const { data } = readModels(await answerOf(http, { path: 'models', signal }))
      const ids = data.map(({ id: offered }) => offered)
      // Gemini's compatible route puts the folder before the name.
      if (ids.some((offered) => offered === model || offered === `models/${model}`)) return model
      const others = ids.slice(0, shownModels).join(', ').slice(0, 300)
      const why = `The endpoint has no model “${model}”${others === '' ? '' : `; it has ${others}`}.`
      throw new ProviderFailure('provider_unavailable', why)
    },

    poll: async (work, signal) => {
      const { pages } = readReference(work.reference)
      const tell = (left: number) => work.request.onProgress?.({ done: pages.length - left, total: pages.length })
      const answered = await work.answers.pages()
      let open = pages.filter((page) => !answered.has(page))
      if (open.length === 0) return { kind: 'ready' }
      const surveyed = await survey(work.request, sandbox, signal, askedFor(work.request, usual).password)
      const endAt = performance.now() + turnSeconds * 1000
      while (open.length > 0 && performance.now() < endAt) {
        tell(open.length)
        open = open.slice(await askNext(work, open, { surveyed, signal }))
      }
      tell(open.length)
      return open.length === 0 ? { kind: 'ready' } : { kind: 'working', pollInSeconds: 0 }
    },

    fetch: async ({ request, answers: kept }, signal) => {
      const { password } = askedFor(request, usual)
      const surveyed = await survey(request, sandbox, signal, password)
      const bytes = await gather(listOf(await kept.all()))
      return answers.read({ bodies: [bytes], request, survey: surveyed }, signal)
    },
  }
}

/** US dollars for a million tokens; null: unknown. */
const pricesOf = ({
  inputPrice,
  outputPrice,
}: {
  readonly inputPrice: number | null
  readonly outputPrice: number | null
}): { readonly input: number; readonly output: number } | null =>
  inputPrice === null && outputPrice === null ? null : { input: inputPrice ?? 0, output: outputPrice ?? 0 }

/** Answers as one list in JSON. */
async function* listOf(answers: readonly string[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from('[')
  for (const [index, answer] of answers.entries()) yield Buffer.from(index === 0 ? answer : `,${answer}`)
  yield Buffer.from(']')
}

type AskedFor = { readonly profile: Profile; readonly prompt: string; readonly password: string | null }

const askedFor = ({ options: given }: ParseRequest, usual: string): AskedFor => {
  if (!options.Check(given))
    throw new ProviderFailure('unsupported_option', 'The options of the provider are not valid.', { notAccepted: true })
  const profile = profileOf(given.profile ?? usual) ?? general
  return { profile, prompt: given.prompt ?? profile.prompt, password: given.password ?? null }
}

/** Whether the endpoint has refused one page, such as one that is too large, and others may be answered. */
const isAboutThePage = ({ code, transient }: ProviderFailure): boolean =>
  !transient && (code === 'unsupported_option' || code === 'document_damaged' || code === 'document_too_large')

export const vision: VisionAdapter = { declaration, create }
