import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { EngineFailure } from '@polyparse/engine'
import type * as Runtime from '#onnxruntime'
import type { Calibration } from '../recognition/recognition-lines.ts'
import { type InstalledModel, type ModelPart, readModelFile } from './models.ts'
import type { DetectionLimits } from './parameters.ts'

/** Numbers in as many dimensions as there are in `dims`, the last one closest together. */
export type Tensor = { readonly data: Float32Array; readonly dims: readonly number[] }

/** The networks of a model have failed while they read a page. */
export class NetworkFailure extends EngineFailure {
  constructor(model: string, cause: unknown) {
    super('engine_crashed', `The model ${model} failed while it read a page.`, { cause })
  }
}

/**
 * A network with one input and one output.
 * @throws {NetworkFailure}
 */
export type Network = (input: Tensor) => Promise<Tensor>

export type Networks = {
  readonly detect: Network
  readonly recognize: Network
  /** The characters by the classes of `recognize`. The first class is none. */
  readonly characters: readonly string[]
  readonly limits: DetectionLimits
  readonly calibration: Calibration
}

const { resolve } = createRequire(import.meta.url)

/** One thread, as for Tesseract. */
const paddleSessionOptions = {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
}

let paddleNetworkCache: { readonly path: string; readonly networks: Promise<Networks> } | null = null

/**
 * The networks of a model, loaded for the first page and kept.
 * @throws {EngineFailure} `engine_crashed` where they cannot be loaded, or are others than those of the model.
 */
export const networksOf = (installed: InstalledModel): Promise<Networks> => {
  const path = installed.files.recognition
  if (paddleNetworkCache?.path === path) return paddleNetworkCache.networks
  const networks = loadPaddleNetworks(installed)
  paddleNetworkCache = { path, networks }
  // The next page tries again.
  networks.catch(() => (paddleNetworkCache = null))
  return networks
}

const loadPaddleNetworks = async (installed: InstalledModel): Promise<Networks> => {
  try {
    const runtime = await startRuntime()
    const load = async (part: ModelPart): Promise<Network> => {
      const run = await network(runtime, await readModelFile(installed, part))
      return async (input) => {
        try {
          return await run(input)
        } catch (error) {
          // A failure may have broken the memory of the runtime, so the next page loads it again.
          paddleNetworkCache = null
          throw new NetworkFailure(installed.model.name, error)
        }
      }
    }
    const characters = (await readModelFile(installed, 'characters')).toString('utf8')
    return {
      detect: await load('detection'),
      recognize: await load('recognition'),
      characters: ['', ...characters.replace(/\r?\n$/, '').split(/\r?\n/), ' '],
      limits: installed.model.limits,
      calibration: installed.model.calibration,
    }
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure('engine_crashed', `The model ${installed.model.name} cannot be loaded.`, { cause: error })
  }
}

/** The runtime would otherwise look for its WebAssembly itself, and start threads. */
const startRuntime = async (): Promise<typeof Runtime> => {
  const runtime = await import('#onnxruntime')
  runtime.env.wasm.numThreads = 1
  runtime.env.wasm.wasmBinary ??= await readFile(resolve('#onnxruntime-wasm'))
  return runtime
}

const network = async (runtime: typeof Runtime, bytes: Uint8Array): Promise<Network> => {
  const session = await runtime.InferenceSession.create(bytes, paddleSessionOptions)
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]]
  return async ({ data, dims }) => {
    const found = (await session.run({ [input]: new runtime.Tensor('float32', data, dims) }))[output]
    if (!(found?.data instanceof Float32Array)) throw new TypeError('a network of PP-OCR answers with numbers')
    return { data: found.data, dims: found.dims }
  }
}
