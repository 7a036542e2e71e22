import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { EngineFailure } from '@polyparse/engine'
import { installedModels, paddlePackages, runtimePackage } from './models.ts'

/** Numbers in as many dimensions as there are in `dims`, the last one closest together. */
export type Tensor = { readonly data: Float32Array; readonly dims: readonly number[] }

/** A network with one input and one output. */
export type Network = (input: Tensor) => Promise<Tensor>

export type Networks = {
  readonly detect: Network
  readonly recognize: Network
  /** By the classes of `recognize`. The first class is for none. */
  readonly characters: readonly string[]
}

/** What is used of ONNX Runtime. */
type Session = {
  readonly inputNames: readonly string[]
  readonly outputNames: readonly string[]
  run(
    feeds: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, { data: unknown; dims: readonly number[] }>>>
}
type Runtime = {
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => unknown
  readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> }
}

const require = createRequire(import.meta.url)

/** One thread, as for Tesseract. Threads that wait would spin; an arena for memory would keep the most it ever needed. */
const paddleSessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  logSeverityLevel: 3,
}

let paddleNetworkCache: { readonly folder: string | null; readonly networks: Promise<Networks> } | null = null

/**
 * The networks, loaded for the first page and kept.
 * @throws {EngineFailure} `unsupported_option` where they are not installed, `engine_crashed` where they cannot be loaded.
 */
export const networksOf = (folder: string | null): Promise<Networks> => {
  if (paddleNetworkCache?.folder === folder) return paddleNetworkCache.networks
  const networks = loadPaddleNetworks(folder)
  paddleNetworkCache = { folder, networks }
  // The next page tries again.
  networks.catch(() => (paddleNetworkCache = null))
  return networks
}

const loadPaddleNetworks = async (folder: string | null): Promise<Networks> => {
  const models = installedModels(folder)
  if (models === null)
    throw new EngineFailure('unsupported_option', `The second recogniser needs ${paddlePackages.join(' and ')}.`)
  try {
    const runtime: Runtime = require(runtimePackage)
    const [detect, recognize, characters] = await Promise.all([
      network(runtime, models.detection),
      network(runtime, models.recognition),
      readFile(models.characters, 'utf8'),
    ])
    return { detect, recognize, characters: ['', ...characters.replace(/\r?\n$/, '').split(/\r?\n/), ' '] }
  } catch (error) {
    throw new EngineFailure('engine_crashed', 'The networks of the second recogniser cannot be loaded.', {
      cause: error,
    })
  }
}

const network = async (runtime: Runtime, path: string): Promise<Network> => {
  // Native code gets bytes, and no path.
  const session = await runtime.InferenceSession.create(await readFile(path), paddleSessionOptions)
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  return async ({ data, dims }) => {
    const found = (await session.run({ [input]: new runtime.Tensor('float32', data, dims) }))[output]
    if (!(found?.data instanceof Float32Array)) throw new TypeError('a network of PP-OCR answers with numbers')
    return { data: found.data, dims: found.dims }
  }
}
