import type { Sandbox } from '@polyparse/sandbox'
import { mistakesIn, readValues } from '../setting.ts'
import type { AdapterValues } from '../adapter.ts'
import { adaptersOf } from '../plugin/adapters-of.ts'
import type { Provider } from '../provider.ts'
import { createAnswerThreads } from '../vendor-answers.ts'
import { externalAdapter } from '../plugin/external-adapter.ts'
import { openSandbox } from './open-sandbox.ts'

/** The environment of the service. */
type Environment = Readonly<Record<string, string>>

export type OpenedAdapter = {
  readonly name: string
  /** The provider that the service makes in this environment. */
  readonly open: (environment: Environment, sandbox: Pick<Sandbox, 'run'>) => Promise<Provider>
}

/** They rest, and keep no process alive, once a test has ended. */
const threads = createAnswerThreads({ maxMebibytes: 512 })

/** The adapter of a module, by its URL; of several, the one with this id. */
export const openAdapter = async (module: string, id?: string): Promise<OpenedAdapter> => {
  const adapters = await adaptersOf(module)
  const adapter = id === undefined ? adapters[0] : adapters.find(({ declaration }) => declaration.id === id)
  if (adapter === undefined) throw new TypeError(`${module} exports no adapter ${id ?? ''}`)
  const { declaration } = adapter
  const reader = { kind: 'plugin', id: declaration.id, module } as const
  const external = externalAdapter(adapter, { variable: 'POLYPARSE_PLUGINS', place: module, reader })

  /** Reads the environment as the service does: a setting that is wrong or missing is a mistake of the test. */
  const valuesIn = (environment: Environment): AdapterValues => {
    const { settings, needs } = external.declaration
    const [wrong] = mistakesIn(Object.values(settings), environment)
    if (wrong !== undefined) throw new TypeError(`${wrong.variable} ${wrong.message}`)
    const values = readValues(settings, environment)
    const missing = needs.find((need) => values[need] === null)
    if (missing !== undefined) throw new TypeError(`${settings[missing]?.variable ?? missing} is missing`)
    return values
  }
  return {
    name: declaration.name,
    open: (environment, sandbox) =>
      external.open(valuesIn(environment), { sandbox, answers: threads, whenUnknown: 'fail' }),
  }
}

/**
 * The provider of a plugin, as the service makes it in this environment; for tests of its own.
 *
 * @example
 * const { provider, close } = await openProvider(import.meta.resolve('./provider.js'), { ACME_URL: fake.url })
 */
export const openProvider = async (
  module: string,
  environment: Environment = {},
  { id }: { readonly id?: string } = {},
): Promise<{ readonly provider: Provider; readonly close: () => Promise<void> }> => {
  const adapter = await openAdapter(module, id)
  const sandbox = await openSandbox()
  return { provider: await adapter.open(environment, sandbox), close: () => sandbox.close() }
}
