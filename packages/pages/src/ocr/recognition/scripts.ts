/*
 * The scripts that languages are written in, under the names that Tesseract's detection of scripts gives them, and the
 * languages that come first for a script. All other languages of Tesseract are written in Latin letters.
 */

const tesseractLanguagesByScript: Readonly<Record<string, readonly string[]>> = {
  Arabic: ['ara', 'fas', 'urd', 'pus', 'snd', 'uig', 'kur_ara'],
  Armenian: ['hye'],
  Bengali: ['ben', 'asm'],
  Canadian_Aboriginal: ['iku'],
  Cherokee: ['chr'],
  Cyrillic: ['rus', 'ukr', 'bul', 'srp', 'bel', 'mkd', 'kaz', 'kir', 'mon', 'tat', 'tgk', 'aze_cyrl', 'uzb_cyrl'],
  Devanagari: ['hin', 'mar', 'nep', 'san'],
  Ethiopic: ['amh', 'tir'],
  Georgian: ['kat', 'kat_old'],
  Greek: ['ell', 'grc'],
  Gujarati: ['guj'],
  Gurmukhi: ['pan'],
  Han: ['chi_sim', 'chi_tra', 'chi_sim_vert', 'chi_tra_vert', 'jpn', 'jpn_vert'],
  Hangul: ['kor', 'kor_vert'],
  Hebrew: ['heb', 'yid'],
  Japanese: ['jpn', 'jpn_vert'],
  Kannada: ['kan'],
  Khmer: ['khm'],
  Korean: ['kor', 'kor_vert'],
  Lao: ['lao'],
  Malayalam: ['mal'],
  Myanmar: ['mya'],
  Oriya: ['ori'],
  Sinhala: ['sin'],
  Syriac: ['syr'],
  Tamil: ['tam'],
  Telugu: ['tel'],
  Thaana: ['div'],
  Thai: ['tha'],
  Tibetan: ['bod', 'dzo'],
}

const others = new Set(Object.values(tesseractLanguagesByScript).flat())

/**
 * Tells whether one of some languages is written in a script.
 * @example isScriptOf('Cyrillic', ['rus']) // true
 */
export const isScriptOf = (script: string, languages: readonly string[]): boolean => {
  const able = tesseractLanguagesByScript[script]
  // Scripts that have no language here, as the old German one, have the shapes of Latin letters.
  return able === undefined
    ? languages.some((language) => !others.has(language))
    : languages.some((language) => able.includes(language))
}

/**
 * Those of some installed languages that a page of a script may be in: the likeliest, and the likeliest for lines that run
 * down; none for Latin letters.
 * @example languagesForScript('Han', ['eng', 'chi_sim']) // ['chi_sim']
 */
export const languagesForScript = (script: string, installed: readonly string[]): readonly string[] => {
  const able = (tesseractLanguagesByScript[script] ?? []).filter((language) => installed.includes(language))
  return [able.find((language) => !isVertical(language)), able.find(isVertical)].filter((one) => one !== undefined)
}

/**
 * Tells whether a script may run from top to bottom, and none of these languages is one for such lines.
 * @example mayRunDown('Japanese', ['jpn']) // true
 */
export const mayRunDown = (script: string, languages: readonly string[]): boolean =>
  (tesseractLanguagesByScript[script] ?? []).some(isVertical) && !languages.some(isVertical)

/**
 * Tells whether a language is one for lines that run from top to bottom.
 * @example isVertical('jpn_vert') // true
 */
export const isVertical = (language: string): boolean => language.endsWith('_vert')

/** A script as it is called in a sentence: `Han` characters are those of Chinese. */
export const titleOfScript = (script: string): string => script.replaceAll('_', ' ')
