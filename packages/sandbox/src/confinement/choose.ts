import { type Confinement, confinements, limited, unconfined } from './confinements.ts'
import { prove, type Reach } from './prove.ts'

/** What the system was shown to keep from native code. JavaScript and WebAssembly are bound by Node in any case. */
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

export type Proven = { readonly confinement: Confinement; readonly layers: Layers }

type ConfinementChoiceOptions = {
  readonly spoolDirectory: string
  readonly dataBytes: number
  /** Whether namespaces are tried; without them there are only limits. */
  readonly confine: boolean
}

/**
 * The confinements that work on this machine, the strongest first, each proven by a process that tried to break out of
 * it. The last one has no layers and always works. Each is tried only when the caller asks for the next.
 */
export async function* provenConfinements({
  spoolDirectory,
  dataBytes,
  confine,
}: ConfinementChoiceOptions): AsyncGenerator<Proven> {
  const plain = limited(unconfined, dataBytes)
  const options = { spoolDirectory, dataBytes }
  const reachOfPlain = process.platform === 'win32' ? null : await prove(plain, options)
  const isLimited = reachOfPlain !== null && reachOfPlain.document && !reachOfPlain.memory

  for (const confinement of confine ? confinements() : []) {
    const candidate = isLimited ? limited(confinement, dataBytes) : confinement
    const found = await prove(candidate, options)
    if (found === null || !found.document || found.network) continue
    yield { confinement: candidate, layers: layersOf(found, candidate, dataBytes) }
  }
  if (isLimited) yield { confinement: plain, layers: { ...noConfinementLayers, dataBytes } }
  yield { confinement: unconfined, layers: noConfinementLayers }
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
  // What an engine starts could outlive it, and the first process of a namespace has no more rights without a view.
  processes: !reach.processes && (!reach.systemCalls || (hasNamespace && !reach.files)),
  systemCalls: !reach.systemCalls,
  dataBytes: reach.memory ? null : dataBytes,
})
