import { extname, join } from 'node:path'
import { Worker as Thread } from 'node:worker_threads'
import { createWorker, OEM, PSM, type Page as TesseractPage, type Worker } from '#tesseract'
import { EngineFailure } from '../../engine-failure.ts'
import type { Raster } from '../../images/raster.ts'
import { requireLanguages } from './languages.ts'

export type { TesseractPage }

/** How long Tesseract may take to load, and for one page, before it is given up, in milliseconds. */
const limits = { load: 30_000, page: 90_000 }

type Loaded = { readonly key: string; readonly worker: Promise<Worker> }

/** One for reading, kept warm: another set of languages takes its place, as each costs some 200 MB. */
let reader: Loaded | null = null

/** What is to be read in an upright grey raster: blocks, paragraphs, lines and words, boxes in pixels. */
export const readRaster = async (
  raster: Raster,
  { languages, dpi }: { readonly languages: readonly string[]; readonly dpi: number },
): Promise<TesseractPage> => {
  const worker = await readerFor(languages)
  const page = async (): Promise<TesseractPage> => {
    await worker.setParameters({ user_defined_dpi: String(Math.round(dpi)) })
    return (await worker.recognize(portable(raster), {}, { text: false, blocks: true })).data
  }
  return orGiveUp(page(), limits.page)
}

const readerFor = (languages: readonly string[]): Promise<Worker> => {
  requireLanguages(languages)
  const key = languages.join('+')
  if (reader?.key === key) return reader.worker
  stop(reader)
  const worker = orGiveUp(startReader(key), limits.load)
  reader = { key, worker }
  return worker
}

const startReader = async (key: string): Promise<Worker> => {
  const worker = await createWorker(key, OEM.LSTM_ONLY, options)
  // The library's own default reads the page as one block of text, which loses its columns.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO })
  letGo(worker)
  return worker
}

/** A reader that waits keeps nobody waiting: a process may end beside it. While it reads, its time limit holds the process. */
const letGo = (worker: Worker): void => {
  const thread: unknown = Reflect.get(worker, 'worker')
  if (thread instanceof Thread) thread.unref()
}

/** How a raster has to be turned, clockwise, to stand upright, and how sure that is; null when it cannot be told. */
export const readOrientation = async (
  raster: Raster,
): Promise<{ readonly turn: 0 | 90 | 180 | 270; readonly confidence: number } | null> => {
  // Needed rarely: not kept.
  const worker = createWorker('osd', OEM.TESSERACT_ONLY, { ...options, legacyCore: true, legacyLang: true })
  try {
    const { data } = await withTimeout(
      worker.then((loaded) => loaded.detect(portable(raster))),
      limits.load,
    )
    const turn = turns.find((degrees) => degrees === data.orientation_degrees)
    return turn === undefined ? null : { turn, confidence: data.orientation_confidence ?? 0 }
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

const options = {
  workerPath: join(import.meta.dirname, `tesseract-thread${extname(import.meta.filename)}`),
  langPath: '.',
  cacheMethod: 'none',
  gzip: true,
  // Without it the library throws where nobody can catch; its promises are rejected all the same.
  errorHandler: () => {},
}

/** A call that failed or never came back leaves the reader in an unknown state: the next page gets a new one. */
const orGiveUp = async <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> => {
  try {
    return await withTimeout(work, milliseconds)
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

const withTimeout = async <Value>(work: Promise<Value>, milliseconds: number): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(
      new EngineFailure('timeout', `Reading the text of an image took longer than ${milliseconds / 1000} seconds.`),
    )
  }, milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The raster as a portable greymap, the one format of Tesseract's that needs no compression. */
const portable = ({ width, height, pixels }: Raster): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
