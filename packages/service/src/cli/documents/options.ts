import { readFileSync } from 'node:fs'
import { limits } from '@polyparse/contract'
import { type OutputId, outputIds } from '@polyparse/document'
import { InvalidArgumentError } from 'commander'
import { allowedUrl, parseServiceUrl } from '../service/address.ts'

/** Readers of the options that say what is wanted of a document. */
export const outputsOption = (text: string): OutputId[] => {
  const outputs = members(text).map((member) => outputIds.find((id) => id === member))
  if (outputs.length === 0 || outputs.includes(undefined))
    throw new InvalidArgumentError(`It must be one or more of ${outputIds.join(', ')}, separated by commas.`)
  return [...new Set(outputs.filter((output) => output !== undefined))]
}

const maxPageNumber = 2_147_483_647

/** `1-3,7` to the numbers of the pages. */
export const pagesOption = (text: string): number[] => {
  const pages = new Set<number>()
  for (const member of members(text)) {
    const [, first, last = first] = /^(\d{1,10})(?:\s*-\s*(\d{1,10}))?$/.exec(member) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (!(from >= 1 && to >= from && to <= maxPageNumber)) throw wrongPages()
    if (pages.size + to - from >= limits.pages) throw wrongPages()
    for (let page = from; page <= to; page += 1) pages.add(page)
  }
  if (pages.size === 0) throw wrongPages()
  return [...pages].toSorted((one, other) => one - other)
}

const wrongPages = (): InvalidArgumentError =>
  new InvalidArgumentError(
    `It must be page numbers and ranges from 1, separated by commas, such as 1-3,7; at most ${limits.pages} pages.`,
  )

export const providersOption = (text: string): string[] => {
  const providers = [...new Set(members(text))]
  if (providers.length === 0 || providers.length > limits.providers)
    throw new InvalidArgumentError(`It must be one to ${limits.providers} providers, separated by commas.`)
  return providers
}

/** JSON, or with an @ before it a file of JSON, which no list of processes shows. */
export const providerOptionsOption = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text)
    if (isObject(value) && Object.values(value).every(isObject)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new InvalidArgumentError(`The file ${text.slice(1)} cannot be read.`)
  }
  throw new InvalidArgumentError(
    'It must be JSON from providers to their options, such as {"provider-b":{"languages":["deu"]}}, or @ and a file of it.',
  )
}

export const urlOption = (text: string): string => {
  const url = parseServiceUrl(text)
  if (url === null) throw new InvalidArgumentError(`It must be ${allowedUrl}.`)
  return url
}

const members = (text: string): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
