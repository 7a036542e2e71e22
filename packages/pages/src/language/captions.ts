/*
 * The labels by which tables, figures and their notes are known, in the languages that the readers come with: English,
 * German, French, Spanish, Italian, Portuguese and Dutch.
 */

const captionLabelSource = [
  'table|figure|fig|exhibit|chart|box',
  'tabelle|tab|abbildung|abb|übersicht',
  'tableau|graphique|encadré',
  'tabla|cuadro|figura|gráfico|recuadro',
  'tabella|grafico|riquadro',
  'tabela|quadro|caixa',
  'tabel|figuur|afbeelding|grafiek',
].join('|')

const captionLabelPattern = new RegExp(String.raw`^(?:${captionLabelSource})(?:\.\s*|\s+|(?=\d))`, 'iu')

/** A number, a Roman numeral, a letter with a number, or a letter early in the alphabet. The case of letters counts. */
const captionEnumeratorPattern = /^(?:\d|[IVXLC]+\b|[ivx]{2,}\b|[A-Z][.-]?\d|[A-H]\b)/u

/**
 * Tells whether a text begins like the caption of a table or a figure: `Table 3`, `Fig. 2a`, `Cuadro IV`, `Abb. A-1`. A
 * sentence that begins with one of the words (`Table views are …`) does not.
 * @example isCaptionLabel('Table 3') // true
 */
export const isCaptionLabel = (text: string): boolean => {
  const word = captionLabelPattern.exec(text)
  return word !== null && captionEnumeratorPattern.test(text.slice(word[0].length))
}

const noteLabels = [
  'sources?|notes?|n\\.?b',
  'quellen?|anmerkung(?:en)?|hinweise?',
  'remarques?',
  'fuentes?|notas?',
  'font[ei]|not[ae]',
  'fontes?|notas?',
  'bron(?:nen)?|noot|opmerking(?:en)?',
].join('|')

const noteLabel = new RegExp(String.raw`^(?:${noteLabels})\s*[:.]`, 'iu')

/**
 * Tells whether a text begins like the note or the source below a table: `Source: …`, `Anmerkung. …`.
 * @example isNoteLabel('Source: own figures') // true
 */
export const isNoteLabel = (text: string): boolean => noteLabel.test(text)
