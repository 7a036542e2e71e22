import type { Sandbox } from '@polyparse/sandbox'
import type { AnswerReader } from './answer-reader.ts'
import type { PagesToDraw, DrawnPage } from './draw-pages.ts'
import type { HttpVendor, VendorHttp } from './http.ts'
import type { DirectProvider, ParseRequest, ParseSource, Price, Provider, RemoteProvider } from './provider.ts'
import type { DescribedValues, SettingDescriptions } from './setting-description.ts'
import type { Survey } from './survey.ts'
import type { VendorAnswers } from './vendor-answers.ts'

/**
 * An adapter outside of the service: what a module that `POLYPARSE_PLUGINS` names exports by default, alone or in a
 * list.
 *
 * @example
 * export default defineProvider({
 *   declaration: { id: 'acme', name: 'Acme', capabilities: { execution: 'sync', features: [], outputs: ['text'] } },
 *   settings: { url: { variable: 'ACME_URL', kind: 'url', required: true, help: 'The address of Acme.' } },
 *   price: null,
 *   create: ({ settings, createHttp }) => acme(createHttp({ baseUrl: settings.url })),
 * })
 */
export type ProviderAdapter<Settings extends SettingDescriptions = SettingDescriptions> = {
  readonly declaration: Pick<Provider, 'id' | 'name' | 'capabilities'>
  /** Read from the environment of the service, and checked before it starts. */
  readonly settings: Settings
  /** The estimate of its charges, for the spending limits of the operator; null if it charges nothing. */
  readonly price: Price | null
  /** The action when the outcome of a submit is unknown and the operator has not decided; by default `fail`. */
  readonly whenUnknown?: RemoteProvider['whenUnknown']
  /** Reads the answers that `parts.answers` is given, in a thread that loads the module anew. */
  readonly reader?: AnswerReader
  /** Called at the start, once for each id under which the adapter is offered. It sends nothing. */
  create(parts: ProviderParts<Settings>): CreatedProvider | Promise<CreatedProvider>
}

type DeclaredMember = 'id' | 'adapter' | 'name' | 'capabilities' | 'price' | 'whenUnknown' | 'defaultOptions'

/** A provider without what its adapter has declared. */
export type CreatedProvider = Omit<DirectProvider, DeclaredMember> | Omit<RemoteProvider, DeclaredMember>

/** The parts that the service hands to an adapter. */
export type ProviderParts<Settings extends SettingDescriptions = SettingDescriptions> = {
  /** The values of the declared settings, under their names. */
  readonly settings: DescribedValues<Settings>
  /**
   * HTTP with the manners of the service: streamed documents, limits of time and size, a rate, `Retry-After`, a circuit
   * breaker, redirects as mistakes of the operator, and failures that say whether work may have been accepted. The name
   * of the provider and its secrets are known, and no secret gets into an error.
   */
  readonly createHttp: (vendor: Omit<HttpVendor, 'name' | 'secrets'>) => VendorHttp
  /**
   * Looks at a document in the sandbox before anything is sent: rejects one that is empty, damaged, encrypted or too
   * long, and resolves to the pages to ask for and their sizes.
   */
  readonly survey: (request: ParseRequest, signal: AbortSignal, password?: string | null) => Promise<Survey>
  /** The document to send: of a PDF, the selected pages as a PDF of their own; anything else as it is. */
  readonly selectedSource: (
    request: Pick<ParseRequest, 'source' | 'maxPages'>,
    surveyed: Pick<Survey, 'pages'>,
    signal: AbortSignal,
    password?: string | null,
  ) => Promise<ParseSource>
  /** Pages as PNG, drawn in the sandbox. All of them are in memory at once: ask for a few at a time. */
  readonly drawPages: (
    request: Pick<ParseRequest, 'source' | 'maxPages'>,
    pages: readonly number[],
    drawing: Omit<PagesToDraw, 'sandbox'>,
  ) => Promise<DrawnPage[]>
  /** Has the adapter's `reader` read answers, in a thread with limits of time and memory. */
  readonly answers: VendorAnswers
  /** The engines of the service, each run in a process of its own without network and files. */
  readonly sandbox: Pick<Sandbox, 'run'>
}

/** The adapter as it is, with types for its settings. */
export const defineProvider = <const Settings extends SettingDescriptions>(
  adapter: ProviderAdapter<Settings>,
): ProviderAdapter<Settings> => adapter
