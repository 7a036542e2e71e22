import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { EngineFailure } from '../../engine-failure.ts'

/** Languages that may be installed, by the three letters of their packages. */
const known = ['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld'] as const

const resolve = createRequire(import.meta.url).resolve

/**
 * The trained data of a language, gzipped, or null when its package is not installed. For reading text it is the network
 * of tessdata_best with whole numbers; what tells orientations apart (`osd`) comes in the older kind only.
 */
export const dataFile = (language: string): string | null => {
  const folder = language === 'osd' ? '4.0.0' : '4.0.0_best_int'
  try {
    return resolve(`#tessdata/${language}/${folder}/${language}.traineddata.gz`)
  } catch {
    return null
  }
}

/** The languages that text in images can be read in, by their three letters (ISO 639-2/T). */
export const recognitionLanguages: readonly string[] = known.filter((language) => dataFile(language) !== null)

/** The language that a data file is named after. */
export const languageOf = (path: string): string => basename(path).split('.')[0] ?? ''

/** @throws {EngineFailure} `unsupported_option` when one of them is not installed, or none is given. */
export const requireLanguages = (languages: readonly string[]): void => {
  const missing = languages.filter((language) => !recognitionLanguages.includes(language))
  if (missing.length === 0 && languages.length > 0) return
  const available = `Text in images can be read in ${recognitionLanguages.join(', ')}`
  throw new EngineFailure(
    'unsupported_option',
    missing.length > 0 ? `${available}, not in ${missing.join(', ')}.` : `${available}; none of them was asked for.`,
  )
}
