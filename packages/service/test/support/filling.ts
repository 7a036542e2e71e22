import type { ModelAnswer, ModelQuestion, DirectProvider, RemoteProvider } from '@polyparse/providers/port'
import { remoteProvider } from './remote-vendor.ts'
import { pagesOf, sentences, unsureProvider } from './escalation.ts'

export const invoicePages = {
  1: [['Invoice no.: A-17'], ['Customer: Acme Tools']],
  2: [['Total: 85.00 EUR', 0.4]],
} as const

/** A reader of an invoice of two pages, of which it doubts the second, under the id `auto`. */
export const invoiceReader = (): DirectProvider => ({
  ...unsureProvider(pagesOf(invoicePages)),
  capabilities: { execution: 'sync', features: ['page-selection'], outputs: ['text', 'extraction', 'classification'] },
})

export const invoiceSchema = {
  type: 'object',
  properties: { invoiceNumber: { type: 'string' }, customer: { type: 'string' }, total: { type: 'number' } },
}

/** An extraction that the model of the provider `model` is to make. */
export const askedOfModel = (more: object = {}) => ({
  provider: 'auto',
  outputs: ['extraction'] as const,
  extraction: { schema: invoiceSchema, model: 'model', ...more },
})

export const wholeAnswer: ModelAnswer = {
  text: JSON.stringify({ invoiceNumber: 'A-17', customer: 'Acme Tools', total: 85 }),
  isCut: false,
  isDeclined: false,
  model: 'tiny-1',
  tokens: { input: 1000, output: 100 },
  cost: 0.002,
}

/** A provider whose model answers like this; it also counts its questions. */
export const fillingProvider = (
  answer: (question: ModelQuestion, signal: AbortSignal, nth: number) => Promise<ModelAnswer>,
  id = 'model',
) => {
  const questions: ModelQuestion[] = []
  const { withKey: _withKey, ...base } = remoteProvider('http://127.0.0.1:9')
  const provider: RemoteProvider = {
    ...base,
    id,
    name: id === 'model' ? 'Model' : id,
    answerInJson: (question, signal) => {
      questions.push(question)
      return answer(question, signal, questions.length)
    },
  }
  return { provider, questions }
}

const boatsOfPage = 80

const lineOfBoat = (page: number, row: number): string =>
  `Boat ${page}-${row} has ${page * 100 + row} seats. ${sentences[0]}`

/** The text of so many pages, a few of which make a portion. */
const boatsPages = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, page) => [
      page + 1,
      Array.from({ length: boatsOfPage }, (__, row) => [lineOfBoat(page + 1, row)] as const),
    ]),
  )

/** A reader of so many pages, none of which it doubts, under the id `auto`. */
export const boatsReader = (count: number): DirectProvider => ({
  ...unsureProvider(pagesOf(boatsPages(count))),
  capabilities: invoiceReader().capabilities,
})

export const boatsSchema = {
  type: 'object',
  properties: {
    boats: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' }, seats: { type: 'integer' } } },
    },
  },
}

/** What a good model answers about a text of these pages. */
export const boatsIn = (prompt: string): { name: string; seats: number }[] =>
  Array.from(prompt.matchAll(/Boat (\d+-\d+) has (\d+) seats/g), ([, name = '', seats]) => ({
    name,
    seats: Number(seats),
  }))

export const everyBoat = (count: number): { name: string; seats: number }[] =>
  Object.values(boatsPages(count)).flatMap((lines) => lines.flatMap(([text]) => boatsIn(text)))
