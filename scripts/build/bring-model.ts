import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { addModel } from '../../packages/cli/src/models/add-model.ts'
import { recognitionModels } from '../../packages/pages/src/ocr/paddle/models.ts'

/** The smallest model that reads most languages: 6 MB. */
const broughtName = 'pp-ocrv6-tiny'

/**
 * The models that one build fetches stay for the next; in the sources, they would change what tests and generated pages
 * say.
 */
const fetchedModels = join(import.meta.dirname, '../../node_modules/.cache/models')

/**
 * Brings the model that published packages have, with its licence, into their folder, as `polyparse models add` does. Resolves
 * with why not where it cannot be had: then Tesseract reads alone.
 */
export const bringModel = async (models: string): Promise<string | null> => {
  const folder = join(fetchedModels, broughtName)
  const model = recognitionModels.find(({ name }) => name === broughtName)
  if (model === undefined) throw new Error(`${broughtName} is no model`)
  try {
    if (!existsSync(folder))
      await addModel(model, { folder, file: null, environment: process.env, signal: AbortSignal.timeout(600_000) })
    await cp(folder, join(models, broughtName), { recursive: true })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
