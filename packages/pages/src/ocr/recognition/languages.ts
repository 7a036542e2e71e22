import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { firstOf } from '@polyparse/document/items'
import { EngineFailure } from '@polyparse/engine'

/** Languages that come with the readers, by the names of Tesseract, which are those of their packages. */
const packaged = ['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld'] as const

const resolve = createRequire(import.meta.url).resolve

/** The name of a file of trained data: Tesseract's own, or gzipped as in the packages. */
const fileName = /^([a-z]{3}(?:_[a-z]+)*)\.traineddata(?:\.gz)?$/

/** No language: the orientation of pages, and equations, are detected with them. */
const noLanguages: ReadonlySet<string> = new Set(['osd', 'equ'])

/**
 * The trained data of a language, gzipped or not, from the folder of further languages if it is there, else from its
 * package; null when it is not installed. For reading text the packages have the integer network of tessdata_best;
 * orientation detection (`osd`) exists only in the older format.
 */
export const dataFile = (language: string, folder: string | null): string | null => {
  const own = folder === null ? undefined : filesIn(folder).get(language)
  if (own !== undefined) return own
  const kind = language === 'osd' ? '4.0.0' : '4.0.0_best_int'
  try {
    return resolve(`#tessdata/${language}/${kind}/${language}.traineddata.gz`)
  } catch {
    return null
  }
}

/** The files of languages in a folder, by language; none where there is no such folder. */
const filesIn = (folder: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const name of namesIn(folder)) {
    const language = fileName.exec(name)?.[1]
    if (language !== undefined && !noLanguages.has(language)) found.set(language, join(folder, name))
  }
  return found
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The languages for text in images that come with the readers, by the names of Tesseract. */
export const recognitionLanguages: readonly string[] = packaged.filter((language) => dataFile(language, null) !== null)

/** Those, and the languages of a folder of further ones. Its files are named as Tesseract's, as in `pol.traineddata`. */
export const installedLanguages = (folder: string | null): readonly string[] =>
  folder === null ? recognitionLanguages : [...new Set([...recognitionLanguages, ...filesIn(folder).keys()])]

/**
 * The language that a data file is named after.
 * @example languageOf('folder/chi_sim.traineddata.gz') // 'chi_sim'
 */
export const languageOf = (path: string): string => firstOf(basename(path).split('.'))

/** @throws {EngineFailure} `unsupported_option` when one of them is not installed, or none is given. */
export const requireLanguages = (languages: readonly string[], folder: string | null): void => {
  const installed = installedLanguages(folder)
  const missing = languages.filter((language) => !installed.includes(language))
  if (missing.length === 0 && languages.length > 0) return
  const available = `Text in images can be read in ${installed.join(', ')}`
  throw new EngineFailure(
    'unsupported_option',
    missing.length > 0 ? `${available}, not in ${missing.join(', ')}.` : `${available}; no language was requested.`,
  )
}
