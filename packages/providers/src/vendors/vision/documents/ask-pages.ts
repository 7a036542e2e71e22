import type { PageAnswer } from '../vision-answer-shape.ts'
import { counted, type TokenPrices } from '../cost.ts'
import { isAboutThePages } from '../page-options.ts'
import { ProviderFailure, type ParseSource } from '../../../provider.ts'
import { createPageMarks, dividedByMarks } from './page-marks.ts'
import { promptForPage, promptForPages } from './prompts.ts'
import type { ModelReply } from './wire-format.ts'

/** A page as it is known before the model is asked: its number, its size and the text in the file. */
export type KnownPage = Pick<PageAnswer, 'page' | 'width' | 'height' | 'text'>

export type Asking = {
  /** These pages as a document of their own. */
  readonly show: (pages: readonly KnownPage[]) => Promise<ParseSource>
  readonly ask: (shown: ParseSource, prompt: string) => Promise<ModelReply>
  readonly keep: (answer: PageAnswer) => Promise<void>
  /** The prompt of the caller. */
  readonly prompt: string | undefined
  readonly maxBytes: number
  readonly prices: TokenPrices
}

type Tokens = PageAnswer['tokens']
const zeroTokens: Tokens = { input: 0, output: 0 }

/**
 * Asks about some pages at once and keeps the answer about each. Pages that the answer leaves out, or in which it was
 * cut off, are asked about one by one.
 */
export const askAboutPages = async (pages: readonly KnownPage[], asking: Asking): Promise<void> => {
  const { left, spent } = pages.length > 1 ? await askTogether(pages, asking) : { left: pages, spent: zeroTokens }
  let unstated = spent
  for (const page of left) {
    await askAlone(page, unstated, asking)
    unstated = zeroTokens
  }
}

type AskTogetherResult = {
  /** Pages without an answer. */
  readonly left: readonly KnownPage[]
  /** Tokens of the request that no kept answer states. */
  readonly spent: Tokens
}

const askTogether = async (pages: readonly KnownPage[], asking: Asking): Promise<AskTogetherResult> => {
  const { show, ask, keep, prompt, maxBytes, prices } = asking
  const shown = await show(pages)
  if (shown.size > maxBytes) return { left: pages, spent: zeroTokens }
  const marks = createPageMarks(pages.length)
  const reply = await unlessRefused(() => ask(shown, promptForPages(prompt, marks)))
  if (reply instanceof ProviderFailure) return { left: pages, spent: zeroTokens }
  const parts = [...(reply.isDeclined ? [] : dividedByMarks(reply.text, marks))]
  const whole = new Map(reply.isCut ? parts.slice(0, -1) : parts)
  let spent = reply.tokens
  for (const [index, page] of pages.entries()) {
    const content = whole.get(index + 1)
    if (content === undefined) continue
    await keep({ ...createEmptyPageAnswer(page), content, model: reply.model, ...counted(spent, prices) })
    spent = zeroTokens
  }
  return { left: pages.filter((_, index) => !whole.has(index + 1)), spent }
}

const askAlone = async (page: KnownPage, spent: Tokens, asking: Asking): Promise<void> => {
  const { show, ask, keep, prompt, maxBytes, prices } = asking
  const failed = (failure: string) => keep({ ...createEmptyPageAnswer(page), failure, ...counted(spent, prices) })
  const reply = await unlessRefused(async () => {
    const shown = await show([page])
    return shown.size > maxBytes ? null : ask(shown, promptForPage(prompt))
  })
  if (reply === null) return failed('it is larger than the vendor accepts.')
  if (reply instanceof ProviderFailure) return failed(reply.message)
  const { text: content, isCut, isDeclined, model, tokens } = reply
  const failure = isDeclined ? 'the model declined.' : null
  await keep({
    ...createEmptyPageAnswer(page),
    content,
    isCut,
    failure,
    model,
    ...counted(addTokens(tokens, spent), prices),
  })
}

const createEmptyPageAnswer = (page: KnownPage): PageAnswer => ({
  ...page,
  profile: 'general',
  content: '',
  isCut: false,
  failure: null,
  model: null,
  tokens: zeroTokens,
  cost: null,
})

/** The failure instead, if it is about these pages and others may be answered. */
const unlessRefused = async <Result>(work: () => Promise<Result>): Promise<Result | ProviderFailure> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderFailure && isAboutThePages(error)) return error
    throw error
  }
}

const addTokens = (one: Tokens, other: Tokens): Tokens =>
  one === null || other === null ? null : { input: one.input + other.input, output: one.output + other.output }
