import { dataLimitOf } from './limits.ts'
import { type Layers, provenConfinements, type Proven } from './confinement/choose.ts'
import type { ProofMemory } from './confinement/proofs.ts'
import { startEngineProcess, type EngineProcess, type EngineProcessOptions } from './engine-process.ts'

export type ProcessStarter = {
  /** One that is ready with these engines; the first one, as long as it was not started, with all if they are to be proven. */
  start(engines: ReadonlySet<string>): Promise<EngineProcess>
  /**
   * The resources that are kept from native code. Resolves with the first start, and rejects when no way to start
   * works.
   */
  readonly layers: Promise<Layers>
}

/**
 * Starts processes in the strongest confinement in which the engines were seen to start. Their start is the final
 * proof, because a library may need something of the system that the probe does not.
 */
export const createStarter = (
  options: Omit<EngineProcessOptions, 'confinement' | 'preload'>,
  { confine, preload, memory }: { readonly confine: boolean; readonly preload: boolean; readonly memory: ProofMemory },
): ProcessStarter => {
  const known = Promise.withResolvers<Layers>()
  known.promise.catch(() => {})
  let chosen: Promise<Proven & { readonly process: EngineProcess }> | null = null

  const choose = async (engines: ReadonlySet<string>): Promise<Proven & { readonly process: EngineProcess }> => {
    const { spoolDirectory, limits } = options
    let failure: unknown
    for await (const proven of provenConfinements({
      spoolDirectory,
      dataBytes: dataLimitOf(limits.memoryBytes),
      confine,
      memory,
    })) {
      try {
        const process = await startEngineProcess({
          ...options,
          confinement: proven.confinement,
          preload: preload ? 'all' : engines,
        })
        known.resolve(proven.layers)
        proven.accept()
        return { ...proven, process }
      } catch (error) {
        failure = error
        if (options.stopping.aborted) break
      }
    }
    known.reject(failure)
    throw failure
  }

  const start: ProcessStarter['start'] = async (engines) => {
    if (chosen !== null)
      return startEngineProcess({ ...options, confinement: (await chosen).confinement, preload: engines })
    chosen = choose(engines)
    try {
      return (await chosen).process
    } catch (error) {
      chosen = null
      throw error
    }
  }
  return { start, layers: known.promise }
}
