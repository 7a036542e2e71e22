import { bestEngines } from './auto/best-engines.ts'
import type { EngineOf } from './containers/reading.ts'
import type { Engine, EngineTable } from '@polyparse/engine'
import { pageTasks } from '@polyparse/pages'
import { type FormatEngineName, formatEngines } from './format-engines.ts'
import { formatReaders } from './format-readers.ts'

const auto = async (): Promise<Engine> => (await import('./auto/auto-engine.ts')).autoEngine

const makeContainerLoader = (engineOf: EngineOf) => async (): Promise<Engine> =>
  (await import('./containers/container-engine.ts')).containerEngine(engineOf)

const byFormat =
  (table: Readonly<Record<string, FormatEngineName>>): EngineOf =>
  (mediaType) => {
    const name = Object.hasOwn(table, mediaType) ? table[mediaType] : undefined
    return name === undefined ? undefined : formatEngines[name]()
  }

/** The engines that read documents, by name; each loads its libraries when it is called for. */
const readingEngines = {
  ...formatEngines,
  auto,
  autoContainer: makeContainerLoader((mediaType) => (Object.hasOwn(bestEngines, mediaType) ? auto() : undefined)),
  fastContainer: makeContainerLoader(byFormat(formatReaders.fast)),
  structureContainer: makeContainerLoader(byFormat(formatReaders.structure)),
  opticalContainer: makeContainerLoader(byFormat(formatReaders.optical)),
  paddleContainer: makeContainerLoader(byFormat(formatReaders.paddle)),
}

/**
 * All engines by name, those for other tasks than reading among them. A sandboxed process loads this module and warms the
 * engines up.
 *
 * @example const engine = await engines.pdf()
 */
export const engines = { ...readingEngines, ...pageTasks } satisfies EngineTable

export type EngineName = keyof typeof readingEngines

/**
 * Tells whether there is an engine of this name that reads documents.
 * @example isEngineName('pdf') // true
 */
export const isEngineName = (name: string): name is EngineName => Object.hasOwn(readingEngines, name)
