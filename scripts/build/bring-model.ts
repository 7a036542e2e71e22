import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addModel } from '../../packages/cli/src/models/add-model.ts'
import { recognitionModels } from '../../packages/pages/src/ocr/paddle/models.ts'

/** The smallest model that reads most languages: 6 MB. */
const broughtName = 'pp-ocrv6-tiny'

/** The folder of the models that come with the readers; it is not in the repository. */
const packagedModels = join(import.meta.dirname, '../../packages/pages/models')

/**
 * Brings the model that published packages have, with its licence, as `polyparse models add` does. Resolves with why not where
 * it cannot be had: then Tesseract reads alone.
 */
export const bringModel = async (): Promise<string | null> => {
  const folder = join(packagedModels, broughtName)
  if (existsSync(folder)) return null
  const model = recognitionModels.find(({ name }) => name === broughtName)
  if (model === undefined) throw new Error(`${broughtName} is no model`)
  try {
    await addModel(model, { folder, file: null, environment: process.env, signal: AbortSignal.timeout(600_000) })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
