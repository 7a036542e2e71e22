/** How captions and notes of tables begin, in the languages most documents here are in. */
export const isCaptionLabel = (text: string): boolean =>
  /^(?:table|figure|fig\.|exhibit|chart|box|tabelle|abbildung|tableau|tabla|cuadro|tabella|tabela|tabel)\s*(?:\d|[IVXA-H]+\b)/iu.test(
    text,
  )

export const isNoteLabel = (text: string): boolean =>
  /^(?:sources?|notes?|nb|quellen?|anmerkung(?:en)?|fuentes?|notas?|fonte|bron)\s*[:.]/iu.test(text)
