import { readFileSync } from 'node:fs'
import { ClassificationRequest, type JsonSchema, limits, Metadata } from '@polyparse/contract'
import { type OutputId, outputIds } from '@polyparse/document'
import { Check } from '@polyparse/document/typebox/value'
import { labelMistakes, parseExtractionSchema } from '@polyparse/extraction'
import { InvalidArgumentError } from 'commander'
import { allowedUrl, parseServiceUrl } from '../service/address.ts'

/** Parsers of the options of document commands. */
/** The outputs of a document alone: what needs a schema or labels has a command of its own, which takes them. */
export const plainOutputs = outputIds.filter((id) => id !== 'extraction' && id !== 'classification')

/**
 * @example outputsOption('markdown,tables') // ['markdown', 'tables']
 */
export const outputsOption = (text: string): OutputId[] => {
  const outputs = splitOptionList(text).map((member) => plainOutputs.find((id) => id === member))
  if (outputs.length === 0 || outputs.includes(undefined))
    throw new InvalidArgumentError(`It must be one or more of ${plainOutputs.join(', ')}, separated by commas.`)
  return [...new Set(outputs.filter((output) => output !== undefined))]
}

/**
 * Parses `1-3,7` to page numbers.
 * @example pagesOption('1-3,7') // [1, 2, 3, 7]
 */
export const pagesOption = (text: string): number[] => {
  const pages = new Set<number>()
  for (const member of splitOptionList(text)) {
    const [, first, last = first] = /^(\d{1,10})(?:\s*-\s*(\d{1,10}))?$/.exec(member) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (!(from >= 1 && to >= from && to <= limits.pageNumber.maximum)) throw invalidPages()
    if (pages.size + to - from >= limits.pages) throw invalidPages()
    for (let page = from; page <= to; page += 1) pages.add(page)
  }
  if (pages.size === 0) throw invalidPages()
  return [...pages].toSorted((one, other) => one - other)
}

const invalidPages = (): InvalidArgumentError =>
  new InvalidArgumentError(
    `It must be page numbers and ranges, starting at 1, separated by commas, such as 1-3,7; at most ${limits.pages} pages.`,
  )

/**
 * @example providersOption('auto,provider-b') // ['auto', 'provider-b']
 */
export const providersOption = (text: string): string[] => {
  const providers = [...new Set(splitOptionList(text))]
  if (providers.length === 0 || providers.length > limits.providers)
    throw new InvalidArgumentError(`It must be one to ${limits.providers} providers, separated by commas.`)
  return providers
}

/** The options by the ids of providers. */
export type CommandProviderOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/**
 * Parses JSON or, after an @, a JSON file, which keeps secrets out of the process list.
 * @example providerOptionsOption('{"auto":{"dpi":300}}') // { auto: { dpi: 300 } }
 */
export const providerOptionsOption = (text: string): CommandProviderOptions => {
  try {
    const value: unknown = JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text)
    if (isProviderOptions(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw new InvalidArgumentError(`The file ${text.slice(1)} cannot be read.`)
  }
  throw new InvalidArgumentError(
    'It must be a JSON object with the options of each provider, such as {"provider-b":{"languages":["deu"]}}, or @FILE.',
  )
}

/** Parses the JSON Schema in a file. */
export const schemaOption = (path: string): JsonSchema => {
  const schema = jsonFileOption(path)
  const { mistakes } = parseExtractionSchema(schema)
  if (mistakes !== undefined || !isOptionsObject(schema))
    throw new InvalidArgumentError((mistakes ?? []).map(({ path: at, message }) => `${at} ${message}`.trim()).join(' '))
  return Object.fromEntries(Object.entries(schema))
}

/** Parses the JSON in a file. */
export const jsonFileOption = (path: string): unknown => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new InvalidArgumentError(`The file ${path} cannot be read.`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError(`The file ${path} is no JSON.`)
  }
}

/**
 * Collects an option that may be given several times.
 * @example metadataOption('invoice=4711') // { invoice: '4711' }
 */
export const metadataOption = (text: string, before: Metadata = {}): Metadata => {
  const [, key = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  const metadata = { ...before, [key]: value }
  if (key === '' || !Check(Metadata, metadata)) throw new InvalidArgumentError(allowedMetadata)
  return metadata
}

/**
 * Collects an option that may be given several times: a name, and after an equals sign what has the label.
 * @example labelOption('contract=What two parties sign') // [{ name: 'contract', description: 'What two parties sign' }]
 */
export const labelOption = (
  text: string,
  before: ClassificationRequest['labels'] = [],
): ClassificationRequest['labels'] => {
  const [, name = '', description] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const labels = [...before, { name: name.trim(), ...(description !== undefined && { description }) }]
  if (!Check(ClassificationRequest, { labels })) throw new InvalidArgumentError(allowedLabels)
  const [mistake] = labelMistakes(labels)
  if (mistake !== undefined) throw new InvalidArgumentError(`The name ${mistake.message}.`)
  return labels
}

const allowedLabels = `It must be NAME or NAME=DESCRIPTION, with a name of at most ${limits.labelNameLength.maxLength} and a description of 1 to ${limits.labelDescriptionLength} characters; at most ${limits.labels} are allowed.`

const { keyLength, valueLength, pairs } = limits.metadata
const allowedMetadata = `It must be KEY=VALUE, with a key of at most ${keyLength.maximum} and a value of at most ${valueLength} characters; at most ${pairs} are allowed.`

/**
 * @example urlOption('https://parse.example.com') // 'https://parse.example.com'
 */
export const urlOption = (text: string): string => {
  const url = parseServiceUrl(text)
  if (url === null) throw new InvalidArgumentError(`It must be ${allowedUrl}.`)
  return url
}

const splitOptionList = (text: string): string[] =>
  text
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '')

const isProviderOptions = (value: unknown): value is CommandProviderOptions =>
  isOptionsObject(value) && Object.values(value).every(isOptionsObject)

const isOptionsObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
