import type { Warning } from './model.ts'

/**
 * Every code of a warning that readers and outputs give, and when they give it. Providers add codes of their own, so a
 * caller must expect others.
 */
export const warningCodes = {
  page_out_of_range: 'A requested page does not exist; the others were read.',
  page_recognized: 'The page has no usable text layer, or recognition was forced, so its text was read from its image.',
  page_without_text: 'The page is not blank, but no text could be read on it.',
  no_text_found: 'The document was read, but has no text.',
  low_text_yield: 'Much less text was read on the page than it seems to have.',
  script_not_covered:
    'The page is in a script, or in lines that run down, which the languages it was read in do not have, so its text is probably wrong.',
  language_not_covered:
    'The words of the page are in a language with letters that its reader does not know, so some of its letters are wrong.',
  number_uncertain:
    'Numbers that were read from an image may lack a point, comma or colon between their figures (`7 50`), or have a letter for one; the message names them.',
  handwriting_not_read:
    'The page has lines that look written by hand and could not be read surely, as only a model of recognition tells; the message says where, and which enabled providers read handwriting.',
  recognition_model_unusable:
    'A model of recognition is installed, but its files are damaged or of another version; Tesseract alone read the page.',
  implausible_text:
    'Much of the text is characters that no text has, such as those of the private use area, or the text is more than a hundred times as large as its file, so it is probably not what the document shows.',
  low_confidence:
    'Parts of the page are probably not right, by the confidence of its blocks and cells, or of the vendor.',
  table_uncertain:
    'The rows or columns of a table do not agree with the places of its words, or a table that the page seems to have was not found; the message says which table, where, and why.',
  headings_uncertain:
    'The headings of the page contradict their numbers or the outline of the document; the message says where and why.',
  lists_uncertain:
    'The lists of the page leave out a number, or have text or bullets that may belong to their items; the message says where and why.',
  order_uncertain:
    'Texts of the page may be in another order than they are to be read in, as those beside each other; the message says where.',
  page_damaged: 'The page could not be read; the others were.',
  picture_damaged:
    'A fax has damaged rows of pixels, which show what is above them, so that letters and numbers of it may be wrong; the message counts them.',
  formula_not_computed:
    'Formulas of a sheet have no values in the file, so the formulas are shown; the message counts them.',
  hidden_page: 'A slide or sheet that is hidden in the document was left out.',
  hidden_text: 'Invisible text was left out, or the invisible text layer of a scan was used as its text.',
  oblique_text:
    'The page has oblique text, as watermarks, stamps and charts have; it follows the text of the page, and counts as a page footer if several pages have it.',
  picture_text_unread:
    'Pictures or drawings on the page probably have text that could not be read; the message says where.',
  comments_unread: 'The document has comments of reviewers, which were left out.',
  content_unread: 'A part of the document is in a format that is not read, and was left out.',
  encrypted_part: 'A part of a mail is encrypted and was not read.',
  entry_unread: 'Files in an archive, or attached to a mail, could not be read; the message names them.',
  text_layer_repaired:
    'The text layer of the page does not say what the page shows; it was restored from the shapes of its characters.',
  text_layer_untrusted:
    'The text layer of the page does not say what the page shows, and some or all of it was read from the image, or is unsure.',
  character_unknown:
    'The font of a few characters does not say what they are, and nothing else tells; each is `\uFFFD` in the text.',
  charset_guessed:
    'The charset of the text is not said, or is not the one that is declared, and was guessed; the message names the guess and how sure it is.',
  content_omitted:
    'The document has parts of a kind that is not read; they were left out, and the message counts them.',
  number_format_unread:
    'Numbers of the document cannot be shown in their formats, so their plain values are shown; the message counts them.',
  image_omitted: 'An image could not be read, or was left out because it or the result would be too large.',
  image_not_converted: 'An image could not be converted, and stayed in the format that it has in the document.',
  markup_unread: 'Markup that was too long, tangled or deeply nested to be parsed stayed as plain text.',
  outline_truncated: 'The outline is nested more deeply, or has more entries, than is read; the rest was left out.',
  table_truncated: 'A table or document has more cells than are read or rendered; the rest was left out.',
  correction_unapplied:
    'Corrections do not fit what was read any more, because the document was read again; the message names their places.',
  output_uncorrected:
    'An output is not made of the text, or a model has made it, so it is as it was read in spite of corrections; the message names it.',
  extraction_failed:
    'A model that was to fill the schema did not: the service has done that without one, or a comparison lacks it.',
  extraction_incomplete:
    'A model did not answer, or not to the end, about some pages, so that values of them may be missing.',
  extraction_disputed:
    'Parts of a long document, or several models, say different things about a value; one was taken, and its confidence is low.',
  extraction_truncated:
    'An array of the extraction would have more items than are kept; the message counts those left out.',
  extraction_items_unproven:
    'Items of an array were proposed of which no value is in the document; they were left out, and the message counts them.',
  classification_failed: 'The model that was to give the labels did not, so the service has done that without one.',
  classification_incomplete:
    'A model did not answer about some pages, named a label that was not asked for, or showed nothing on the page for it, so that they have none.',
  classification_disputed:
    'The label that a model gave is not the one that titles and words speak for; its confidence is low.',
  output_truncated: 'An output was cut off, because the result would be too large.',
  raw_truncated: 'The raw response was too large and was shortened or left out.',
} as const

export type WarningCode = keyof typeof warningCodes

/**
 * A warning of a reader or an output: a code of the table, a sentence for people, and the page where it is about one.
 *
 * @example warning('page_damaged', 'Page 3 is damaged and could not be read.', 3)
 */
export const warning = (code: WarningCode, message: string, page?: number): Warning => ({
  code,
  message,
  ...(page !== undefined && { page }),
})

/** Pages 1–5000 of a short document say one thing, not thousands. */
const maxPageWarnings = 10

/**
 * A warning `page_out_of_range` for each of the requested pages that do not exist, or one with all of their numbers if
 * they are more than ten.
 *
 * @example pagesOutOfRange([9], (which) => `The document lacks ${which}.`) // its message: The document lacks page 9.
 */
export const pagesOutOfRange = (pages: readonly number[], messageOf: (which: string) => string): Warning[] => {
  const messageOfAll = () => messageOf(`${pages.length} of the requested pages, from page ${Math.min(...pages)} on`)
  return pages.length > maxPageWarnings
    ? [{ ...warning('page_out_of_range', messageOfAll()), pages: [...pages] }]
    : pages.map((page) => warning('page_out_of_range', messageOf(`page ${page}`), page))
}
