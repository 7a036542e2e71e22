import { extname, join } from 'node:path'
import { Worker as Thread } from 'node:worker_threads'
import { createWorker, OEM, PSM, type Page as TesseractPage, type Worker } from '#tesseract'
import { EngineFailure } from '@polyparse/engine'
import type { Raster } from '@polyparse/engine/images'
import { requireLanguages } from './languages.ts'
import { recognitionLimits } from '../parameters.ts'
import { withinTime } from './within-time.ts'

export type { TesseractPage }

/** The languages in which a page is read. */
export type Languages = {
  readonly languages: readonly string[]
  /** The folder of languages beyond those that come with the readers. */
  readonly folder: string | null
}

type Loaded = { readonly key: string; readonly worker: Promise<Worker> }

/** The warm reader. Another set of languages replaces it, because each costs some 200 MB. */
let reader: Loaded | null = null

/** The text of an upright grey raster: blocks, paragraphs, lines and words, with boxes in pixels, within a CPU time. */
export const readRaster = async (
  raster: Raster,
  { languages, folder, dpi, cpuMs }: Languages & { readonly dpi: number; readonly cpuMs: number },
): Promise<TesseractPage> => {
  const worker = await readerFor({ languages, folder })
  const page = async (): Promise<TesseractPage> => {
    await worker.setParameters({ user_defined_dpi: String(Math.round(dpi)) })
    return (await worker.recognize(portable(raster), {}, { text: false, blocks: true })).data
  }
  return orStopReader(page(), cpuMs)
}

const readerFor = ({ languages, folder }: Languages): Promise<Worker> => {
  requireLanguages(languages, folder)
  const key = [...languages, folder].join('+')
  if (reader?.key === key) return reader.worker
  stop(reader)
  const worker = orStopReader(startReader({ languages, folder }), recognitionLimits.loadMs)
  reader = { key, worker }
  return worker
}

const startReader = async ({ languages, folder }: Languages): Promise<Worker> => {
  const failed = Promise.withResolvers<never>()
  // Once it has started, nobody waits for it.
  failed.promise.catch(() => {})
  // The library settles no promise of its own where the data cannot be used.
  const errorHandler = (): void => failed.reject(trainedDataFailure(languages))
  const started = createWorker(languages.join('+'), OEM.LSTM_ONLY, {
    ...tesseractWorkerOptions,
    langPath: folder ?? '.',
    errorHandler,
  })
  const worker = await Promise.race([started, failed.promise])
  // The library's own default reads the page as one block of text, which loses its columns.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
  unrefReader(worker)
  return worker
}

const trainedDataFailure = (languages: readonly string[]): EngineFailure =>
  new EngineFailure('engine_crashed', `The trained data of ${languages.join(', ')} cannot be used.`)

/** An idle reader does not keep the process alive. While it reads, its time limit does. */
const unrefReader = (worker: Worker): void => {
  const thread: unknown = Reflect.get(worker, 'worker')
  if (thread instanceof Thread) thread.unref()
}

/** The orientation of a page, and its script. */
export type Orientation = {
  /** The rotation, clockwise, that makes it upright, and Tesseract's confidence in it. */
  readonly turn: 0 | 90 | 180 | 270
  readonly confidence: number
  /** The name of its script, such as `Han`; null when it is unknown. */
  readonly script: string | null
}

/** The orientation and the script of a raster; null when they are unknown. */
export const readOrientation = async (raster: Raster): Promise<Orientation | null> => {
  // Rarely needed, so not kept.
  const worker = createWorker('osd', OEM.TESSERACT_ONLY, {
    ...tesseractWorkerOptions,
    legacyCore: true,
    legacyLang: true,
  })
  try {
    const { data } = await withinTime(
      worker.then((loaded) => loaded.detect(portable(raster))),
      recognitionLimits.loadMs,
    )
    const turn = turns.find((degrees) => degrees === data.orientation_degrees)
    return turn === undefined ? null : { turn, confidence: data.orientation_confidence ?? 0, script: data.script }
  } catch {
    return null
  } finally {
    void worker.then(
      (loaded) => loaded.terminate(),
      () => {},
    )
  }
}

const turns = [0, 90, 180, 270] as const

const tesseractWorkerOptions = {
  workerPath: join(import.meta.dirname, `tesseract-thread${extname(import.meta.filename)}`),
  langPath: '.',
  cacheMethod: 'none',
  gzip: true,
  // The library throws without it where that cannot be caught; its promises reject in either case.
  errorHandler: () => {},
}

/** A call that failed or timed out leaves the reader in an unknown state, so the next page gets a new one. */
const orStopReader = async <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> => {
  try {
    return await withinTime(work, milliseconds)
  } catch (error) {
    stop(reader)
    reader = null
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure('engine_crashed', 'Reading the text of an image failed.', { cause: error })
  }
}

const stop = (loaded: Loaded | null): void => {
  void loaded?.worker.then(
    (worker) => worker.terminate(),
    () => {},
  )
}

/** The raster as a portable greymap, the only format of Tesseract without compression. */
const portable = ({ width, height, pixels }: Raster): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
