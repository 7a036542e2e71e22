import { lstatSync, mkdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { release } from 'node:os'
import { dirname } from 'node:path'
import { type Static, Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'

const flag = Type.Boolean()

/**
 * The proof of a confinement: its rank in the order in which confinements are tried, and the resources that it keeps
 * from native code.
 */
const Proof = Type.Object({
  rank: Type.Integer({ minimum: 0 }),
  isLimited: flag,
  layers: Type.Object({
    network: flag,
    files: flag,
    user: flag,
    processes: flag,
    systemCalls: flag,
    dataBytes: Type.Union([Type.Number(), Type.Null()]),
  }),
})
export type Proof = Static<typeof Proof>

const StoredProof = Type.Object({ circumstances: Type.Array(Type.String()), proof: Proof })
const storedProofs = Compile(StoredProof)

/** Proofs of confinements under the circumstances that they hold in; probing again costs a third of a second of CPU time. */
export type ProofMemory = {
  recall(circumstances: readonly string[]): Proof | null
  keep(circumstances: readonly string[], proof: Proof): void
}

/** The machine since its start, its kernel, this container and user, and this Node: another of them proves anew. */
export const circumstancesHere = (): readonly string[] => [
  ...['/proc/sys/kernel/random/boot_id', '/proc/self/attr/current'].map((path) =>
    orNothing(() => readFileSync(path, 'latin1').trim()),
  ),
  ...['user', 'mnt', 'pid', 'net'].map((name) => orNothing(() => readlinkSync(`/proc/self/ns/${name}`))),
  release(),
  String(process.getuid?.()),
  process.execPath,
  process.version,
]

/** The proofs of this process. */
const proofsByCircumstances = new Map<string, Proof>()

export const processMemory: ProofMemory = {
  recall: (circumstances) => proofsByCircumstances.get(JSON.stringify(circumstances)) ?? null,
  keep: (circumstances, proof) => {
    proofsByCircumstances.set(JSON.stringify(circumstances), proof)
  },
}

/**
 * Keeps the last proof in a file, for short commands. A file that is missing, damaged or not this user's alone counts as none,
 * and so does one that cannot be written.
 */
export const fileMemory = (path: string): ProofMemory => ({
  recall: (circumstances) => {
    try {
      if (!isOursAlone(dirname(path)) || !isOursAlone(path)) return null
      const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
      if (!storedProofs.Check(stored)) return null
      return JSON.stringify(stored.circumstances) === JSON.stringify(circumstances) ? stored.proof : null
    } catch {
      return null
    }
  },
  keep: (circumstances, proof) => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      const written = `${path}.${process.pid}`
      writeFileSync(written, JSON.stringify({ circumstances, proof }), { mode: 0o600, flag: 'wx' })
      renameSync(written, path)
    } catch {
      // The next command proves anew.
    }
  },
})

const othersMayWrite = 0o022

const isOursAlone = (path: string): boolean => {
  const { uid, mode } = lstatSync(path)
  return uid === process.getuid?.() && (mode & othersMayWrite) === 0
}

const orNothing = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}
