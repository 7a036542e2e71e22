import { type Warning, warning } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'

const pageNounsByOfficeFormat: Readonly<Record<string, string>> = {
  pptx: 'Slide',
  odp: 'Slide',
  xlsx: 'Sheet',
  ods: 'Sheet',
}

const includeHiddenHint = 'with the option `includeHidden` it is read'

/** A slide or sheet that is hidden: it keeps its number, and its content is not read. */
export const hiddenPage = (kind: string, page: number): Warning =>
  warning(
    'hidden_page',
    `${pageNounsByOfficeFormat[kind] ?? 'Page'} ${page} is hidden in the document and was left out; ${includeHiddenHint}.`,
    page,
  )

/** Hidden text is left out, because it may carry instructions for a machine. */
export const hiddenTextOmitted = (what: string, page: number): Warning =>
  warning('hidden_text', `${what}, which was left out; ${includeHiddenHint}.`, page)

/** Cells with text in rows or columns that are hidden. */
export const hiddenCells = (count: number, sheet: number): Warning => {
  const cells = count === 1 ? 'a cell' : `${count} cells`
  const message = `Sheet ${sheet} has ${cells} with text in hidden rows or columns, which ${count === 1 ? 'was' : 'were'} left out; ${includeHiddenHint}.`
  return warning('hidden_text', message, sheet)
}

/** Formulas of which the file has no value, because the program that wrote it computes none. */
export const formulasNotComputed = (count: number, sheet: number): Warning => {
  const formulas = count === 1 ? 'A formula' : `${count} formulas`
  const message = `${formulas} of sheet ${sheet} ${count === 1 ? 'has' : 'have'} no value in the file; the formula is shown.`
  return warning('formula_not_computed', message, sheet)
}

/** Comments of reviewers, which are no part of the text. `page` is the slide or sheet that they are on. */
export const unreadComments = (count: number, page?: number): Warning[] => {
  if (count === 0) return []
  const where = page === undefined ? 'The document' : `Page ${page}`
  const message = `${where} has ${count === 1 ? 'a comment, which was' : `${count} comments, which were`} left out.`
  return [warning('comments_unread', message, page)]
}

/** Controls of a form whose answers are in a format that is not read: ActiveX, and lists over sheets. */
export const unreadControls = (count: number, page?: number, noun: 'Sheet' | 'Slide' = 'Sheet'): Warning[] => {
  if (count === 0) return []
  const where = page === undefined ? 'The document' : `${noun} ${page}`
  const message = `${where} has ${count === 1 ? 'a control of a form whose answer was' : `${count} controls of forms whose answers were`} left out.`
  return [warning('content_unread', message, page)]
}

/** Returns what is beside the text of a document, or null where its part is damaged: that must not fail the document. */
export const unlessDamaged = <Value>(read: () => Value): Value | null => {
  try {
    return read()
  } catch (error) {
    if (error instanceof EngineFailure) return null
    throw error
  }
}

/** Parts of a document in formats that are not read. */
export const unreadParts = (count: number): Warning[] => {
  if (count === 0) return []
  const parts = count === 1 ? 'A part of the document is in a format' : `${count} parts of the document are in a format`
  return [warning('content_unread', `${parts} that is not read here, and ${count === 1 ? 'was' : 'were'} left out.`)]
}
