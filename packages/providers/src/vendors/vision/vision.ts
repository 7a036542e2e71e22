import { Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { drawPages, type DrawnPage } from '../../draw-pages.ts'
import { createVendorHttp } from '../../http.ts'
import { pageByPage, type PageAsker } from '../../page-by-page.ts'
import { type ModelAnswer, ProviderFailure, type ParseRequest, type RemoteProvider } from '../../provider.ts'
import { answerReader } from '../../read-answer.ts'
import { someAtOnce } from '../../some-at-once.ts'
import type { VendorAdapter } from '../../vendor.ts'
import { answerOf } from '../../vendor-check.ts'
import { Completion, VisionModels, type PageAnswer } from './vision-answer-shape.ts'
import { visionDeclaration } from './declaration.ts'
import { counted, pricesOf } from './cost.ts'
import { picturesFor } from './shown-pictures.ts'
import { invalidOptions, isAboutThePages, pageOptions } from './page-options.ts'
import { drawnAhead, pageSeconds } from './parameters.ts'
import type { Profile } from './profile.ts'
import { profileIds, profileOf } from './profiles/profiles.ts'
import { general } from './profiles/general.ts'

const { id, name, capabilities } = visionDeclaration

const VisionOptions = Type.Object(
  {
    profile: Type.Optional(
      Type.Enum(profileIds, { description: 'The way in which the model is asked and its answers are read.' }),
    ),
    ...pageOptions,
  },
  { additionalProperties: false },
)
const visionOptionsValidator = Compile(VisionOptions)

const readCompletion = answerReader(name, Completion)
const readModels = answerReader(name, VisionModels)
/** Models that a message about a missing one names. */
const shownModels = 10

type VisionAdapter = VendorAdapter<(typeof visionDeclaration)['settings']>

/** A model that sees pictures, behind an endpoint like that of OpenAI. It is asked about one page at a time. */
const createVision: VisionAdapter['create'] = (
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
    const noTokens = counted({ input: 0, output: 0 }, prices)
    const nothing = { ...page, profile: profile.id, content: '', isCut: false, model: null, ...noTokens }
    if (picture === null) return { ...nothing, failure: 'it could not be drawn.' }
    const shown = Buffer.from(picture).toString('base64')
    const body = {
      ...profile.body,
      model,
      temperature: profile.temperature,
      max_tokens: profile.maxTokens,
      messages: [
        ...(profile.system === undefined ? [] : [{ role: 'system', content: profile.system }]),
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
      return {
        ...nothing,
        content: choice?.message.content ?? '',
        isCut: choice?.finish_reason === 'length',
        failure: isDeclined(choice) ? 'the model declined.' : null,
        model: completion.model ?? null,
        ...counted(tokensOfCompletion(completion), prices),
      }
    } catch (error) {
      if (!(error instanceof ProviderFailure) || !isAboutThePages(error)) throw error
      return { ...nothing, failure: error.message }
    }
  }

  const answerInJson: NonNullable<RemoteProvider['answerInJson']> = async (question, signal) => {
    const { prompt, schema } = question
    const pictures = await picturesFor(question, sandbox, signal)
    const ask = async (form: object): Promise<ModelAnswer> => {
      const content = [
        ...pictures.map(({ mediaType, base64 }) => ({
          type: 'image_url',
          image_url: { url: `data:${mediaType};base64,${base64}` },
        })),
        { type: 'text', text: prompt },
      ]
      const { temperature, maxTokens: max_tokens } = general
      const body = { model, temperature, max_tokens, messages: [{ role: 'user', content }], ...form }
      const sent = {
        method: 'POST',
        path: 'chat/completions',
        body: { json: body },
        signal,
        seconds: pageSeconds,
      } as const
      const completion = readCompletion((await http.json(sent)).body)
      const [choice] = completion.choices
      return {
        text: choice?.message.content ?? '',
        isCut: choice?.finish_reason === 'length',
        isDeclined: isDeclined(choice),
        model: completion.model ?? null,
        ...counted(tokensOfCompletion(completion), prices),
      }
    }
    try {
      return await ask({
        response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
      })
    } catch (error) {
      // A server without structured output refuses it; the schema is also in the prompt.
      if (!(error instanceof ProviderFailure) || error.transient || error.code !== 'unsupported_option') throw error
      return ask({})
    }
  }

  const askNext: PageAsker['askNext'] = async (work, open, { surveyed, signal }) => {
    const { profile, prompt, password } = askedFor(work.request, usual)
    const batch = open.slice(0, pagesAtOnce * drawnAhead).flat()
    const { longestSide } = profile
    const drawn = await drawPages(work.request, batch, { sandbox, surveyed, longestSide, password, signal })
    await someAtOnce(drawn, pagesAtOnce, async (page) => {
      // A worker that was taken for dead may find that another has asked meanwhile.
      if (await work.answers.has(page.page)) return
      await work.answers.keep(page.page, JSON.stringify(await askPage(page, { profile, prompt, signal })))
    })
    return batch.length
  }

  return {
    id,
    name,
    capabilities,
    options: VisionOptions,
    ...pageByPage(
      { name, passwordOf: (request) => askedFor(request, usual).password, requestSeconds: pageSeconds, askNext },
      { sandbox, answers },
    ),

    answerInJson,

    check: async (signal) => {
      const { data } = readModels(await answerOf(http, { path: 'models', signal }))
      const ids = data.map(({ id: offered }) => offered)
      // Gemini's compatible route puts the folder before the name.
      if (ids.some((offered) => offered === model || offered === `models/${model}`)) return model
      const others = ids.slice(0, shownModels).join(', ').slice(0, 300)
      const why = `The endpoint has no model “${model}”${others === '' ? '' : `; it has ${others}`}.`
      throw new ProviderFailure('provider_unavailable', why)
    },
  }
}

const tokensOfCompletion = ({ usage }: Completion): ModelAnswer['tokens'] => {
  const { prompt_tokens: input, completion_tokens: output } = usage ?? {}
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : null
}

const isDeclined = (choice: Completion['choices'][number] | undefined): boolean =>
  (choice?.message.refusal ?? null) !== null || choice?.finish_reason === 'content_filter'

type AskedFor = { readonly profile: Profile; readonly prompt: string; readonly password: string | null }

const askedFor = ({ options: given }: ParseRequest, usual: string): AskedFor => {
  if (!visionOptionsValidator.Check(given)) throw invalidOptions()
  const profile = profileOf(given.profile ?? usual) ?? general
  return { profile, prompt: given.prompt ?? profile.prompt, password: given.password ?? null }
}

export const vision: VisionAdapter = { declaration: visionDeclaration, create: createVision }
