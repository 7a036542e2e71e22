import { createAnswerThreads } from '../providers/vendor-answers.ts'
import { mistakesIn, readValues } from '../lib/setting.ts'
import type { AdapterValues } from '../providers/adapter.ts'
import { adaptersOf } from '../providers/plugin/adapters-of.ts'
import { externalAdapter } from '../service/external-adapter.ts'
import type { Provider } from '../providers/provider.ts'
import { exerciseVendor, type VendorTest } from './exercise-vendor.ts'

/** An adapter of a module, and a fake of the vendor that it asks. */
export type AdapterTest = Omit<VendorTest, 'name' | 'openProvider'> & {
  /** The URL of the module that exports the adapter: `import.meta.resolve('../provider.js')`. */
  readonly module: string
  /** Of a module with several adapters: the id of one. */
  readonly id?: string
  /** The environment of the service, for a fake at this URL. */
  readonly environment: (fake: { readonly url: string; readonly key: string }) => Readonly<Record<string, string>>
}

/** They rest, and keep no process alive, once a test has ended. */
const threads = createAnswerThreads({ maxMebibytes: 512 })

/**
 * Holds an adapter to everything that the service expects of it, over a fake of its vendor: some fifty tests for
 * `node --test`, among them what every provider promises, what goes wrong on the way to a vendor, and that no key and no
 * name of a document leaves by a way that it should not.
 *
 * @example
 * await exerciseAdapter({
 *   module: import.meta.resolve('../provider.js'),
 *   key: 'right-key-0123456789',
 *   openFake,
 *   environment: ({ url, key }) => ({ ACME_URL: url, ACME_API_KEY: key }),
 *   steps: ['submit'],
 * })
 */
export const exerciseAdapter = async ({ module, id, environment, ...test }: AdapterTest): Promise<void> => {
  const adapters = await adaptersOf(module)
  const adapter = id === undefined ? adapters[0] : adapters.find(({ declaration }) => declaration.id === id)
  if (adapter === undefined) throw new TypeError(`${module} exports no adapter ${id ?? ''}`)
  const { declaration } = adapter
  const reader = { kind: 'plugin', id: declaration.id, module } as const
  const opened = externalAdapter(adapter, { variable: 'POLYPARSE_PLUGINS', place: module, reader })

  /** As the service reads the environment: a setting that is wrong or missing is a mistake of the test. */
  const valuesIn = (given: Readonly<Record<string, string>>): AdapterValues => {
    const { settings, needs } = opened.declaration
    const values = readValues(settings, given)
    const [wrong] = mistakesIn(Object.values(settings), given)
    if (wrong !== undefined) throw new TypeError(`${wrong.variable} ${wrong.message}`)
    const missing = needs.find((need) => values[need] === null)
    if (missing !== undefined) throw new TypeError(`${settings[missing]?.variable ?? missing} is missing`)
    return values
  }

  const openProvider: VendorTest['openProvider'] = (url, { key, sandbox }): Promise<Provider> =>
    opened.open(valuesIn(environment({ url, key })), { sandbox, answers: threads, whenUnknown: 'fail' })
  exerciseVendor({ ...test, name: declaration.name, openProvider })
}
