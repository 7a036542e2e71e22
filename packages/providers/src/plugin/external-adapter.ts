import { SettingsError, type SettingTable } from '../setting.ts'
import type { Adapter, AdapterValues } from '../adapter.ts'
import type { ReaderSource } from '../answer-messages.ts'
import { selectedSource } from '../cut-pages.ts'
import { drawPages } from '../draw-pages.ts'
import { createVendorHttp } from '../http.ts'
import { withCheckedOptions } from './checked-options.ts'
import { mistakeInCreated } from './created.ts'
import type { CreatedProvider, ProviderAdapter, ProviderParts } from '../provider-adapter.ts'
import { settingOf, type SettingDescriptions } from '../setting-description.ts'
import { survey } from '../survey.ts'

export type AdapterOrigin = {
  /** The setting that names it, and the module or file. */
  readonly variable: string
  readonly place: string
  readonly reader: ReaderSource
}

/** An adapter from outside of the service as one of its own. */
export const externalAdapter = (adapter: ProviderAdapter, { variable, place, reader }: AdapterOrigin): Adapter => {
  const { declaration, settings, price, whenUnknown } = adapter
  const { id, name } = declaration
  const refuse = (why: string, cause?: unknown): never => {
    throw new SettingsError([{ variable, message: `names ${place}, whose adapter ${id} ${why}` }], { cause })
  }
  return {
    declaration: {
      ...declaration,
      settings: tableOfSettingDescriptions(settings),
      needs: Object.entries(settings).flatMap(([setting, { required }]) => (required === true ? [setting] : [])),
      price,
      ...(whenUnknown !== undefined && { whenUnknown }),
    },
    origin: place,
    open: async (values, { sandbox, answers, whenUnknown: decided }) => {
      const secrets = secretsIn(settings, values)
      const parts: ProviderParts = {
        settings: settingsOfAdapterValues(values),
        createHttp: (vendor) => createVendorHttp({ ...vendor, name, secrets }),
        survey: (request, signal, password) => survey(request, sandbox, signal, password),
        selectedSource: (request, surveyed, signal, password = null) =>
          selectedSource(request, surveyed, { sandbox, signal, password }),
        drawPages: (request, pages, drawing) => drawPages(request, pages, { ...drawing, sandbox }),
        answers: answers.of(declaration, reader),
        sandbox,
      }
      const created = await createExternalProvider(adapter, parts).catch((error: unknown) =>
        refuse(`could not be created: ${withoutSecrets(String(error), secrets)}`),
      )
      const wrong = mistakeInCreated(created)
      if (wrong !== null) refuse(`has created a provider that is not valid: ${wrong}`)
      const { capabilities } = declaration
      const checked = withCheckedOptions(created)
      return 'submit' in checked
        ? { ...checked, id, name, capabilities, whenUnknown: decided }
        : { ...checked, id, name, capabilities }
    },
  }
}

/** An error that it throws at once is a rejection, too. */
const createExternalProvider = async (adapter: ProviderAdapter, parts: ProviderParts): Promise<CreatedProvider> =>
  adapter.create(parts)

const tableOfSettingDescriptions = (settings: SettingDescriptions): SettingTable =>
  Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, settingOf(setting)]))

const secretsIn = (settings: SettingDescriptions, values: AdapterValues): string[] =>
  Object.entries(settings).flatMap(([name, { kind }]) => {
    const value = values[name]
    return kind === 'secret' && typeof value === 'string' ? [value] : []
  })

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text)

/** Settings that are described have no other values. */
const settingsOfAdapterValues = (values: AdapterValues): ProviderParts['settings'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
    ]),
  )
