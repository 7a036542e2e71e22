import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { OEM } from '#tesseract'
import { dataFile, languageOf } from './languages.ts'

/*
 * The thread in which Tesseract runs: the library's own script, without its access to files and network. Each language
 * is read from its own package, although the library expects all in one folder; nothing is fetched, cached or printed.
 */

type Core = (options: object) => Promise<unknown>
type TesseractAnswerCallback = (message: unknown) => void
type TesseractWorkerAdapter = {
  getCore(engineMode: number): Promise<Core>
  gunzip(data: Uint8Array): Uint8Array
  fetch(): Promise<never>
  readCache(path: string): Promise<Uint8Array>
}
type Script = {
  setAdapter(adapter: TesseractWorkerAdapter): void
  dispatchHandlers(message: unknown, answer: TesseractAnswerCallback): void
}

const require = createRequire(import.meta.url)
const tesseractWorkerScript: Script = require('#tesseract-worker')

const silent = { print: () => {}, printErr: () => {} }

tesseractWorkerScript.setAdapter({
  // Every Node that runs this has WebAssembly with relaxed SIMD; the older engines need the larger core.
  getCore: async (engineMode) => {
    const core: Core = require(engineMode === OEM.LSTM_ONLY ? '#tesseract-core-lstm' : '#tesseract-core')
    return (options) => core({ ...options, ...silent })
  },
  gunzip: gunzipSync,
  fetch: () => Promise.reject(new Error('languages are read from their packages')),
  readCache: async (path) => {
    const folder = dirname(path)
    const file = dataFile(languageOf(path), folder === '.' ? null : folder)
    if (file === null) throw new Error('the language is not installed')
    return readFile(file)
  },
})

const statusOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'status' in message ? message.status : null

const isOf = (message: unknown, action: string): boolean =>
  typeof message === 'object' && message !== null && 'action' in message && message.action === action

parentPort?.on('message', (message) => {
  let hasEnded = false
  tesseractWorkerScript.dispatchHandlers(message, (answer) => {
    // The script ends the job twice after data that cannot be used, at which the other side of the library throws.
    if (!hasEnded) parentPort?.postMessage(answer, [])
    hasEnded ||= statusOf(answer) !== 'progress'
    // The library would keep a thread for ever that it could not start.
    if (statusOf(answer) === 'reject' && isOf(message, 'initialize')) parentPort?.close()
  })
})
