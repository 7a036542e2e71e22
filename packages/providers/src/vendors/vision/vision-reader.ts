import { Type } from '@polyparse/document/typebox'
import type { DocumentUsage, Warning } from '@polyparse/document'
import type { Answer, AnswerPage } from '../../answer.ts'
import type { AnswerReader } from '../../answer-reader.ts'
import { ProviderFailure } from '../../provider.ts'
import { answerReader } from '../../read-answer.ts'
import { PageAnswer } from './vision-answer-shape.ts'
import { blocksOfAnswer } from './vision-blocks.ts'
import { visionDeclaration } from './declaration.ts'
import { inventedNumbers, isModelRefusal, withoutRepetition } from './faults.ts'
import { profileOf } from './profiles/profiles.ts'

type VisionPageReading = {
  readonly page: AnswerPage | null
  readonly warnings: readonly Warning[]
  readonly isPlaced: boolean
}

/** Nothing that a model writes is believed: what shows that it is wrong becomes a warning, or a page that failed. */
const readVisionPage = (name: string, answer: PageAnswer): VisionPageReading => {
  const { page, width, height, text, isCut } = answer
  const failed = (why: string): VisionPageReading => ({
    page: null,
    warnings: [{ code: 'page_failed', message: `${name} could not read page ${page}: ${why}`, page }],
    isPlaced: true,
  })
  if (answer.failure !== null) return failed(answer.failure)
  const repeated = withoutRepetition(answer.content)
  const content = repeated ?? answer.content
  if (isModelRefusal(content)) return failed('the model declined.')
  const size = { width, height }
  const kind = profileOf(answer.profile)?.answer ?? 'markdown'
  const blocks = blocksOfAnswer(kind, content, size)
  if (blocks.length === 0 && text.trim() !== '') return failed('the model wrote nothing about it, but it has text.')
  const invented = inventedNumbers(blocks.map((block) => block.text).join('\n'), text)
  const warnings: Warning[] = [
    ...(repeated === null ? [] : [repeats(page)]),
    ...(isCut ? [truncated(page)] : []),
    ...(invented === 0 ? [] : [notOnPage(page, invented)]),
  ]
  return {
    page: {
      number: page,
      size,
      points: null,
      blocks: blocks.map((block) => ({ ...block, box: block.box ?? [0, 0, width, height] })),
    },
    warnings,
    isPlaced: blocks.every(({ box }) => box !== null),
  }
}

const repeats = (page: number): Warning => ({
  code: 'answer_repeats',
  message: `The answer about page ${page} ran in circles; what it repeated was left out, and the end of the page may be missing.`,
  page,
})
const truncated = (page: number): Warning => ({
  code: 'answer_truncated',
  message: `The answer about page ${page} was cut off because it was too long: the end of the page is missing.`,
  page,
})
const notOnPage = (page: number, count: number): Warning => ({
  code: 'text_not_on_page',
  message: `${count === 1 ? 'A number' : `${count} numbers`} in the answer about page ${page} ${count === 1 ? 'is' : 'are'} not in the text of the page.`,
  page,
})
const unplaced: Warning = {
  code: 'blocks_unplaced',
  message: 'The model does not say where blocks are, so their boxes are the whole page.',
}

/** Nothing where they were not counted for every page. */
const tokensOfPageAnswers = (answers: readonly PageAnswer[]): Pick<DocumentUsage, 'tokens'> => {
  const tokens = answers.flatMap((answer) => answer.tokens ?? [])
  const sumOf = (kind: 'input' | 'output') => tokens.reduce((sum, each) => sum + each[kind], 0)
  return tokens.length < answers.length ? {} : { tokens: { input: sumOf('input'), output: sumOf('output') } }
}

const costOfPageAnswers = (answers: readonly PageAnswer[]): Pick<DocumentUsage, 'cost' | 'currency'> => {
  const costs = answers.flatMap(({ cost }) => cost ?? [])
  if (costs.length < answers.length) return {}
  const cost = costs.reduce((sum, each) => sum + each, 0)
  return { cost: withoutDust(cost), currency: 'USD' }
}

/** Rounds to billionths: a sum of binary fractions has digits that mean nothing. */
const withoutDust = (amount: number): number => Math.round(amount * 1e9) / 1e9

/** Reads what a model has answered about pages, for the provider of this name. */
export const readerFor = (name: string): AnswerReader => {
  const readAnswers = answerReader(name, Type.Array(PageAnswer))
  return {
    read: ([raw], _facts): Answer => {
      const answers = readAnswers(raw)
      const read = answers.map((answer) => readVisionPage(name, answer))
      const pages = read.flatMap(({ page }) => (page === null ? [] : [page]))
      const warnings = read.flatMap((one) => one.warnings)
      if (pages.length === 0) {
        const why = warnings[0]?.message ?? `${name} answered nothing.`
        throw new ProviderFailure('provider_unavailable', why)
      }
      return {
        pages,
        warnings: [...warnings, ...(read.every(({ isPlaced }) => isPlaced) ? [] : [unplaced])],
        usage: { pages: answers.length, ...tokensOfPageAnswers(answers), ...costOfPageAnswers(answers) },
        model: answers.find(({ model }) => model !== null)?.model,
        raw: answers.map(({ text: _text, ...answer }) => answer),
      }
    },
  }
}

export const visionReader = readerFor(visionDeclaration.name)
