/** Languages by their three letters (ISO 639-2/T) as HTML and Typst name them. */
export const shortNames: Readonly<Record<string, string>> = {
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  ita: 'it',
  nld: 'nl',
  por: 'pt',
  spa: 'es',
}
