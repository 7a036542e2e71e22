import { type Confinement, confinements, limited, unconfined } from './confinements.ts'
import { circumstancesHere, type Proof, type ProofMemory } from './proofs.ts'
import { prove, type Reach } from './prove.ts'

/**
 * The resources that the system keeps from native code, as proven by trial. Node confines JavaScript and WebAssembly in
 * any case.
 */
export type Layers = {
  /** It has no network. */
  readonly network: boolean
  /** It has no files but the engines' code and its own document, and cannot write to them. */
  readonly files: boolean
  /** It runs as a user of its own, who has no other processes. */
  readonly user: boolean
  /** It can neither read, trace nor signal other processes, and nothing that it starts outlives it. */
  readonly processes: boolean
  /** It may use only some system calls: it can start threads, but no processes, and share no memory. */
  readonly systemCalls: boolean
  /** It cannot have more memory than this, even between two measurements. */
  readonly dataBytes: number | null
}

export type Proven = {
  readonly confinement: Confinement
  readonly layers: Layers
  /** Remembers it as good enough, because an engine has started in it. */
  readonly accept: () => void
}

type ConfinementChoiceOptions = {
  readonly spoolDirectory: string
  readonly dataBytes: number
  /** True if namespaces are tried; without them there are only limits. */
  readonly confine: boolean
  readonly memory: ProofMemory
}

/**
 * The confinements that work on this machine, the strongest first, each proven by a process that tried to break out of
 * it. The last one has no layers and always works. Each is tried only when the caller asks for the next; the one that was
 * good enough the last time comes without a trial.
 */
export async function* provenConfinements({
  spoolDirectory,
  dataBytes,
  confine,
  memory,
}: ConfinementChoiceOptions): AsyncGenerator<Proven> {
  const ranked = [...(confine ? confinements() : []), unconfined]
  const circumstances = [...circumstancesHere(), String(dataBytes), String(confine)]
  const proven = (confinement: Confinement, proof: Proof): Proven => ({
    confinement: proof.isLimited ? limited(confinement, dataBytes) : confinement,
    layers: proof.layers,
    accept: () => {
      if (isCertain) memory.keep(circumstances, proof)
    },
  })

  // A confinement that works may be given up for a weaker one on a busy machine; only this start is to live with that.
  let isCertain = true
  const tryOut = async (confinement: Confinement): Promise<Reach | null> => {
    const { reach, isLate } = await prove(confinement, { spoolDirectory, dataBytes })
    if (isLate) isCertain = false
    return reach
  }

  const remembered = memory.recall(circumstances)
  const first = remembered === null ? undefined : ranked[remembered.rank]
  if (remembered !== null && first !== undefined) yield proven(first, remembered)

  const reachOfPlain = process.platform === 'win32' ? null : await tryOut(limited(unconfined, dataBytes))
  const isLimited = reachOfPlain !== null && reachOfPlain.document && !reachOfPlain.memory
  for (const [rank, confinement] of ranked.slice(0, -1).entries()) {
    const candidate = isLimited ? limited(confinement, dataBytes) : confinement
    const found = await tryOut(candidate)
    if (found === null || !found.document || found.network) continue
    yield proven(confinement, { rank, isLimited, layers: layersOf(found, candidate, dataBytes) })
  }
  const rank = ranked.length - 1
  if (isLimited) yield proven(unconfined, { rank, isLimited, layers: { ...noConfinementLayers, dataBytes } })
  yield proven(unconfined, { rank, isLimited: false, layers: noConfinementLayers })
}

const noConfinementLayers: Layers = {
  network: false,
  files: false,
  user: false,
  processes: false,
  systemCalls: false,
  dataBytes: null,
}

const layersOf = (reach: Reach, { hasOwnUser, hasNamespace }: Confinement, dataBytes: number): Layers => ({
  network: !reach.network,
  files: !reach.files && !reach.writing,
  user: hasOwnUser,
  // A process that an engine starts could outlive it, and the first process of a namespace has no more rights without a
  // view.
  processes: !reach.processes && (!reach.systemCalls || (hasNamespace && !reach.files)),
  systemCalls: !reach.systemCalls,
  dataBytes: reach.memory ? null : dataBytes,
})
