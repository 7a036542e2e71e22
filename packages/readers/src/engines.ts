import type { EngineTable } from './engine.ts'
import { formatEngines } from './format-engines.ts'

/**
 * All engines by name; each loads its libraries when it is called for. A sandboxed process loads this module and warms
 * the engines up.
 *
 * @example const engine = await engines.pdf()
 */
export const engines = {
  ...formatEngines,
  auto: async () => (await import('./auto/auto-engine.ts')).autoEngine,
} satisfies EngineTable

export type EngineName = keyof typeof engines

/** Whether `engines` has an engine of this name. */
export const isEngineName = (name: string): name is EngineName => Object.hasOwn(engines, name)
