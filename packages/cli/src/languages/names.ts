/** The languages of Tesseract 4 and 5, by its own codes: ISO 639-2, and what tells apart two ways to write one. */
const codes = [
  'afr amh ara asm aze aze_cyrl bel ben bod bos bre bul cat ceb ces chi_sim chi_sim_vert chi_tra chi_tra_vert chr cos cym',
  'dan deu div dzo ell eng enm epo est eus fao fas fil fin fra frk frm fry gla gle glg grc guj hat heb hin hrv hun hye iku',
  'ind isl ita ita_old jav jpn jpn_vert kan kat kat_old kaz khm kir kmr kor kor_vert lao lat lav lit ltz mal mar mkd mlt',
  'mon mri msa mya nep nld nor oci ori pan pol por pus que ron rus san sin slk slv snd spa spa_old sqi srp srp_latn sun swa',
  'swe syr tam tat tel tgk tha tir ton tur uig ukr urd uzb uzb_cyrl vie yid yor',
].flatMap((line) => line.split(' '))

/** The usual way to write of languages whose two letters, or letters and country, leave several open. */
const usual: Readonly<Record<string, string>> = {
  zh: 'chi_sim',
  'zh-cn': 'chi_sim',
  'zh-hans': 'chi_sim',
  'zh-hant': 'chi_tra',
  'zh-tw': 'chi_tra',
  nb: 'nor',
  nn: 'nor',
  tl: 'fil',
}

/**
 * The code of a language that is named by it, or by that of ISO 639-1: `pol` and `pl`. Null when it is none.
 * @example parseLanguage('pl') // 'pol'
 */
export const parseLanguage = (text: string): string | null => {
  const asked = text.trim().toLowerCase()
  if (codes.includes(asked)) return asked
  return usual[asked] ?? codes.find((code) => code.length === 3 && twoLetters(code) === asked) ?? null
}

const twoLetters = (code: string): string => new Intl.Locale(code).language

const ways: Readonly<Record<string, string>> = {
  sim: 'simplified',
  tra: 'traditional',
  vert: 'vertical',
  cyrl: 'Cyrillic',
  latn: 'Latin',
  old: 'old',
}

const english = new Intl.DisplayNames('en', { type: 'language' })

/**
 * Returns what a language is called in English: `Chinese (simplified, vertical)`.
 * @example titleOfLanguage('chi_sim_vert') // 'Chinese (simplified, vertical)'
 */
export const titleOfLanguage = (code: string): string => {
  const [language = code, ...details] = code.split('_')
  const title = (/^[a-z]{3}$/.test(language) ? english.of(language) : null) ?? language
  return details.length === 0 ? title : `${title} (${details.map((detail) => ways[detail] ?? detail).join(', ')})`
}
