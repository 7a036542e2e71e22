import type { CatalogEntry, JobParameters, Operation } from '@polyparse/contract'
import { type OutputId, outputIds } from '@polyparse/document/schema'
import { labelsOf, labelsRequest, type ChosenLabels } from './labels.ts'
import { readPages } from './pages.ts'
import { readMessages } from '../language/messages.ts'

export type ChosenOptions = Readonly<Record<string, unknown>>

/** The user's choices in the workbench, apart from the document. */
export type Choices = {
  readonly operation: Operation
  /** The provider of `parse`. */
  readonly provider: string
  /** The providers of `compare`. */
  readonly providers: readonly string[]
  /** Null for the default outputs, which show most of what the providers can do. */
  readonly outputs: readonly OutputId[] | null
  /** The pages as the user typed them. */
  readonly pages: string
  readonly options: Readonly<Record<string, ChosenOptions>>
  readonly includeRaw: boolean
  /** Keeps images of the pages with the result. */
  readonly pageImages?: boolean
  /** The labels of which the document gets one, or each range of its pages. */
  readonly labels?: ChosenLabels
}

/**
 * The initial choices: all providers that run on this machine, side by side, but those derived from others. Remote ones
 * may cost money.
 */
export const firstChoices = (catalog: readonly CatalogEntry[]): Choices => {
  const enabled = catalog.filter((entry) => entry.enabled)
  const own = enabled.filter(({ options }) => options !== undefined)
  const compared = (own.length > 0 ? own : enabled).filter(({ derived }) => derived !== true)
  const providers = compared.map(({ id }) => id)
  return {
    operation: providers.length > 1 ? 'compare' : 'parse',
    provider: enabled.find((entry) => entry.default)?.id ?? providers[0] ?? '',
    providers,
    outputs: null,
    pages: '',
    options: {},
    includeRaw: false,
  }
}

/** The reader that a document on the home page is sent to; null where none runs on this machine: others may charge. */
export const bestReader = (catalog: readonly CatalogEntry[]): CatalogEntry | null =>
  catalog.find(({ derived, enabled }) => derived === true && enabled) ?? null

/** The choices for a document that is parsed as soon as it arrives. */
export const quickChoices = ({ id }: CatalogEntry, catalog: readonly CatalogEntry[]): Choices => ({
  ...firstChoices(catalog),
  operation: 'parse',
  provider: id,
})

/** The choices that a job was created with, to create another like it. */
export const choicesOf = (parameters: JobParameters, catalog: readonly CatalogEntry[]): Choices => {
  const first = firstChoices(catalog)
  const { operation, provider, providers, outputs, pages, providerOptions, includeRaw, pageImages } = parameters
  const { classification } = parameters
  return {
    operation,
    provider: provider ?? first.provider,
    providers: providers ?? first.providers,
    outputs,
    pages: pages?.join(', ') ?? '',
    options: providerOptions ?? {},
    includeRaw: includeRaw ?? false,
    ...(pageImages === true && { pageImages }),
    ...(classification !== undefined && { labels: labelsOf(classification) }),
  }
}

export const chosenProviders = (
  { operation, provider, providers }: Choices,
  catalog: readonly CatalogEntry[],
): CatalogEntry[] => {
  const ids = operation === 'parse' ? [provider] : providers
  return catalog.filter(({ id }) => ids.includes(id))
}

/** The outputs that can be chosen here: an extraction needs a schema, for which there is a view of its own, and a classification labels, which are asked for beside them. */
export const choosableOutputs: readonly OutputId[] = outputIds.filter(
  (id) => id !== 'extraction' && id !== 'classification',
)

/** The outputs that all chosen providers offer; a comparison leaves out a provider without one of its outputs. */
export const offeredOutputs = (choices: Choices, catalog: readonly CatalogEntry[]): OutputId[] => {
  const chosen = chosenProviders(choices, catalog)
  return choosableOutputs.filter((id) => chosen.every(({ capabilities }) => capabilities.outputs.includes(id)))
}

/** `json` repeats the others, but without it there are no boxes over the page. */
const defaultOutputs: readonly OutputId[] = ['markdown', 'html', 'tables', 'images', 'chunks', 'json', 'metadata']

export const wantedOutputs = (choices: Choices, catalog: readonly CatalogEntry[]): OutputId[] =>
  offeredOutputs(choices, catalog).filter((id) => (choices.outputs ?? defaultOutputs).includes(id))

/** The parameters of the job, or a message about what is missing. */
export const toParameters = (
  choices: Choices,
  catalog: readonly CatalogEntry[],
): { readonly parameters: JobParameters } | { readonly error: string } => {
  const messages = readMessages()
  const chosen = chosenProviders(choices, catalog).map(({ id }) => id)
  const [first] = chosen
  if (first === undefined) return { error: messages.workbench.chooseProvider }
  const asked = choices.labels === undefined ? { classification: null } : labelsRequest(choices.labels)
  if ('sameName' in asked) return { error: messages.workbench.sameLabel(asked.sameName) }
  const { classification } = asked
  const outputs = [...wantedOutputs(choices, catalog), ...(classification === null ? [] : ['classification' as const])]
  if (outputs.length === 0) return { error: messages.workbench.chooseOutput }
  const read = readPages(choices.pages)
  if ('error' in read) return { error: messages.workbench.pagesInvalid(read.error) }
  const given = Object.entries(choices.options).filter(
    ([id, options]) => chosen.includes(id) && Object.keys(options).length > 0,
  )
  return {
    parameters: {
      operation: choices.operation,
      outputs,
      ...(choices.operation === 'parse' ? { provider: first } : { providers: chosen }),
      ...(read.pages !== null && { pages: [...read.pages] }),
      ...(given.length > 0 && {
        providerOptions: Object.fromEntries(given.map(([id, options]) => [id, { ...options }])),
      }),
      ...(choices.includeRaw && { includeRaw: true }),
      ...(choices.pageImages === true && { pageImages: true }),
      ...(classification !== null && { classification }),
    },
  }
}
