import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Type, type Static } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { CliError } from '../cli-error.ts'
import { fetchPackage } from './fetch-package.ts'

/*
 * The folder of further languages: the trained data of each, in the form in which its package has it, and beside it where
 * it is from. Files that others have put there are languages as well.
 */

const PackOrigin = Type.Object({
  package: Type.String(),
  version: Type.String(),
  integrity: Type.String(),
  license: Type.Union([Type.String(), Type.Null()]),
})
/** The package that a language was fetched in. */
export type PackOrigin = Static<typeof PackOrigin>

const dataName = (language: string): string => `${language}.traineddata.gz`
const originName = (language: string): string => `${language}.json`

/** Returns where a language of the folder is from; null for one that was put there otherwise. */
export const originOfPack = async (folder: string, language: string): Promise<PackOrigin | null> => {
  try {
    const origin: unknown = JSON.parse(await readFile(join(folder, originName(language)), 'utf8'))
    return Check(PackOrigin, origin) ? origin : null
  } catch {
    return null
  }
}

type Adding = { readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal }

/** Fetches a language into the folder, in place of what is there of it. Its file appears once it is whole. */
export const addPack = async (folder: string, language: string, adding: Adding): Promise<PackOrigin> => {
  await makeFolder(folder)
  const scratch = await mkdtemp(join(folder, '.fetching-'))
  try {
    const fetched = await fetchPackage(language, scratch, adding)
    const data = await readFile(join(fetched.folder, '4.0.0_best_int', dataName(language))).catch(() => null)
    if (data === null || !isWhole(data))
      throw new CliError(`The package ${fetched.package} ${fetched.version} has no trained data that can be used.`)
    const { package: name, version, integrity, license } = fetched
    const origin: PackOrigin = { package: name, version, integrity, license }
    await writeWhole(join(folder, dataName(language)), data)
    await writeWhole(join(folder, originName(language)), `${JSON.stringify(origin, null, 2)}\n`)
    return origin
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Removes what is in the folder of a language. False when there is nothing of it. */
export const removePack = async (folder: string, language: string): Promise<boolean> => {
  const own = new Set([dataName(language), `${language}.traineddata`, originName(language)])
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) => own.has(name))
  for (const name of names) await rm(join(folder, name), { force: true })
  return names.length > 0
}

/** Unpacked, the largest languages have 20 MB. */
const maxDataBytes = 200 * 1024 ** 2

const isWhole = (data: Buffer): boolean => {
  try {
    return gunzipSync(data, { maxOutputLength: maxDataBytes }).length > 0
  } catch {
    return false
  }
}

/** Engines may run as users of their own, so everybody may read the languages; the data directory stays private. */
const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
    await mkdir(folder, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new CliError(`The folder ${folder} cannot be made, or not be written: set POLYPARSE_LANGUAGES_DIR.`, {
      cause: error,
    })
  }
}

const writeWhole = async (path: string, content: Buffer | string): Promise<void> => {
  const partial = join(dirname(path), `.${randomUUID()}.partial`)
  await writeFile(partial, content, { mode: 0o644 })
  await rename(partial, path)
}
