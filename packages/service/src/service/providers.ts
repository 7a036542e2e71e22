import { spareSlots } from '../queue/queue.ts'
import { join } from 'node:path'
import { readerEngines } from '@polyparse/readers'
import { createSandbox, type Layers, type Sandbox } from '@polyparse/sandbox'
import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import { SettingsError, type SettingMistake } from '@polyparse/providers/settings'
import { bindingMistakes, bindProviders } from '@polyparse/providers/composition'
import type { DrawPageImages, MissingProvider } from '@polyparse/providers/port'
import { type Converter, createConverter, createPageImages } from '@polyparse/providers/composition'
import { withConverter } from '@polyparse/providers/composition'
import { createLocalProvider } from '@polyparse/providers/composition'
import { modelNotice, openPaddleOcr } from './paddle-ocr.ts'
import { isRemote, type Provider } from '@polyparse/providers/port'
import { createAnswerThreads, type AnswerThreads } from '@polyparse/providers/composition'
import { builtInAdapters, openInstances, openVendors } from './vendors.ts'
import { localProviders } from './local-ids.ts'
import type { Adapter } from '@polyparse/providers/port'
import { engineLimits } from './engine-limits.ts'
import { existingLanguagesFolder } from './languages-folder.ts'
import { openToNativeCode } from './open-to-native-code.ts'
import type { Operations } from './operations.ts'
import { withDefaultOptions } from './default-options.ts'

type ProviderParts = {
  readonly sandbox: Pick<Sandbox, 'run'>
  readonly answers: AnswerThreads
  /** Besides those of the service itself. */
  readonly moreAdapters?: readonly Adapter[]
  readonly moreProviders: readonly Provider[]
}

/**
 * All providers under the ids that the operator gives them. The local ones read their documents in `sandbox`; vendors,
 * whose answers are read in `answers`, are enabled if there is a key for them.
 */
export const openProviders = async (
  settings: Settings,
  { sandbox, answers, moreAdapters = [], moreProviders }: ProviderParts,
): Promise<readonly (Provider | MissingProvider)[]> => {
  const parts = { sandbox, languagesFolder: existingLanguagesFolder(settings) }
  const converter = openConverter(settings)
  const local = [
    ...localProviders.map((provider) => createLocalProvider(provider, parts)),
    openPaddleOcr(settings, parts),
  ].map((provider) => ('missing' in provider ? provider : withConverter(provider, converter)))
  const known = [...builtInAdapters, ...moreAdapters]
  const vendors = await openVendors(settings, { sandbox, answers }, known)
  const adapters = [...local, ...vendors, ...moreProviders]
  const instances = await openInstances(settings, { sandbox, answers }, known)
  const mistakes = bindingMistakes(adapters, settings.providers, instances)
  if (mistakes.length > 0)
    throw new SettingsError(mistakes.map((message) => ({ variable: 'POLYPARSE_PROVIDERS', message })))
  const providers = withDefaultOptions(settings, bindProviders(adapters, settings.providers, instances))
  requireProviders(settings, enabledOf(providers))
  return providers.map((provider) =>
    withDeadline(
      priced(provider, settings.providerPrices.get(provider.id)),
      settings.providerDeadlines.get(provider.id),
    ),
  )
}

/** Draws the images of pages that jobs ask to be kept, unless the operator keeps none. */
export const openPageDrawing = (settings: Settings, sandbox: Pick<Sandbox, 'run'>): DrawPageImages =>
  settings.pageImageRetentionSeconds === 0
    ? async () => ({ images: [], missing: 'The operator keeps no images of pages.' })
    : createPageImages({ sandbox, converter: openConverter(settings) })

/** The operator's converter, or null; what a document may use of our processors is enough by the clock for another machine. */
const openConverter = ({
  converterUrl,
  converterKind: kind,
  documentCpuSeconds: seconds,
  maxUploadBytes: maxBytes,
}: Settings): Converter | null =>
  converterUrl === null ? null : createConverter({ kind, baseUrl: converterUrl, seconds, maxBytes })

/** The provider at the price that the operator pays per page; if that is nothing, its spending is not counted. */
const priced = (provider: Provider | MissingProvider, perPage: number | undefined): Provider | MissingProvider => {
  if (perPage === undefined || 'missing' in provider || !isRemote(provider)) return provider
  const { price: _listed, ...rest } = provider
  return perPage === 0 ? rest : { ...rest, price: { perPage } }
}

/** The provider with the time that the operator gives it for a document. */
const withDeadline = (
  provider: Provider | MissingProvider,
  deadlineSeconds: number | undefined,
): Provider | MissingProvider => {
  if (deadlineSeconds === undefined || 'missing' in provider || !isRemote(provider)) return provider
  return { ...provider, limits: { ...provider.limits, deadlineSeconds } }
}

export const enabledOf = (providers: readonly (Provider | MissingProvider)[]): readonly Provider[] =>
  providers.filter((provider): provider is Provider => !('missing' in provider))

/** Serves a process that only lists what the providers can do. */
export const noEngines: Pick<Sandbox, 'run' | 'warm'> = {
  warm: Promise.resolve(),
  run: async () => {
    throw new TypeError('this process reads no documents')
  },
}

/** The spare process keeps the engines of a document loaded for this long after it. */
const spareMs = 600_000

/** A sandbox of engine processes with the limits of the settings. */
export const openEngines = async (
  parts: AsyncDisposableStack,
  { settings, logger, operations }: { settings: Settings; logger: Logger; operations: Operations },
): Promise<Sandbox> => {
  let isClosing = false
  const languages = existingLanguagesFolder(settings)
  logger.info(modelNotice(languages))
  const sandbox = parts.adopt(
    createSandbox({
      size: settings.workerConcurrency + spareSlots,
      spoolDirectory: join(settings.dataDirectory, 'spool'),
      limits: engineLimits(settings),
      documentsPerProcess: settings.documentsPerProcess,
      enginesModule: readerEngines.enginesModule,
      folders: languages === null ? readerEngines.folders : [...readerEngines.folders, languages],
      observer: operations.sandboxObserver,
      confine: settings.nativeConfinement !== 'off',
      preload: settings.preloadEngines === 'true',
      spareMs: settings.preloadEngines === 'true' ? spareMs : null,
    }),
    (it) => {
      isClosing = true
      return it.close()
    },
  )
  sandbox.layers.then(
    (layers) => {
      const open = openToNativeCode(layers)
      const level = isConfined(layers) ? 'info' : 'warn'
      logger[level](
        { layers, open },
        'what the system keeps native code of the engines from, and what stays open to it',
      )
    },
    (error: unknown) => {
      // A process that stops in the middle of its start has no engine either.
      if (!isClosing) logger.error({ err: error }, 'engines cannot be started')
    },
  )
  if (settings.nativeConfinement === 'required') requireConfinement(await sandbox.layers)
  return sandbox
}

/** The threads in which answers of vendors are read, each with the memory that a document may take. */
export const openAnswerThreads = (
  parts: AsyncDisposableStack,
  { documentMemoryMebibytes: maxMebibytes }: Pick<Settings, 'documentMemoryMebibytes'>,
): AnswerThreads => parts.adopt(createAnswerThreads({ maxMebibytes }), (it) => it.close())

const isConfined = ({ network, files, processes }: Layers): boolean => network && files && processes

const requireConfinement = (layers: Layers): void => {
  if (isConfined(layers)) return
  const message = 'is `required`, but this machine cannot keep a process from network, files and other processes'
  throw new SettingsError([{ variable: 'POLYPARSE_NATIVE_CONFINEMENT', message }])
}

const requireProviders = (
  { defaultProvider, autoEscalate, providerLimits, providerPrices, providerDeadlines }: Settings,
  providers: readonly Provider[],
): void => {
  const ids = providers.map(({ id }) => id)
  const helpers = providers.filter(({ escalationOption }) => escalationOption === undefined).map(({ id }) => id)
  const mistakes: SettingMistake[] = []
  if (!ids.includes(defaultProvider))
    mistakes.push({ variable: 'POLYPARSE_DEFAULT_PROVIDER', message: `must be one of ${ids.join(', ')}` })
  if (autoEscalate !== null && !helpers.includes(autoEscalate))
    mistakes.push({ variable: 'POLYPARSE_AUTO_ESCALATE', message: `must be one of ${helpers.join(', ')}` })
  if ([...providerLimits.keys()].some((id) => !ids.includes(id)))
    mistakes.push({ variable: 'POLYPARSE_PROVIDER_LIMITS', message: `may name ${ids.join(', ')}` })
  const remote = providers.filter(isRemote).map(({ id }) => id)
  if ([...providerPrices.keys()].some((id) => !remote.includes(id)))
    mistakes.push({
      variable: 'POLYPARSE_PROVIDER_PRICES',
      message: remote.length === 0 ? 'names a vendor, and none is enabled' : `may name ${remote.join(', ')}`,
    })
  if ([...providerDeadlines.keys()].some((id) => !remote.includes(id)))
    mistakes.push({
      variable: 'POLYPARSE_PROVIDER_DEADLINES',
      message: remote.length === 0 ? 'names a vendor, and none is enabled' : `may name ${remote.join(', ')}`,
    })
  if (mistakes.length > 0) throw new SettingsError(mistakes)
}
