import { type Box, mapBox, type Matrix } from '@polyparse/document'
import { tickSignOf } from '../language/tick-signs.ts'
import { type Appearances, openAppearances } from './appearances.ts'
import type { Pdfium } from './library.ts'
import { fillText, floats, withRoom, withString } from './memory.ts'
import { pdfiumFieldParameters as parameters, pdfiumLimits } from './parameters.ts'

/** The value of a form field at its place on the page; `☑` or `☐` for one that is ticked. */
export type FormField = {
  readonly kind: FormFieldKind
  /** The box as displayed. */
  readonly box: Box
  /** Lines as they were entered. */
  readonly text: string
  /** Height of the font in points, no larger than a line in the box can be. */
  readonly size: number
}

export type FormFieldKind = 'text' | 'choice' | 'checkbox' | 'radio'

/** The fields of a document's form by page; it has to be closed before the document. */
export type PdfForm = { fieldsOf(page: number, display: Matrix): FormField[]; close(): void }

/** FPDF_ANNOT_WIDGET and FPDF_ANNOT_FLAG_* of fpdf_annot.h. */
const freeText = 3
const widget = 20
const unseenFlags = (1 << 1) | (1 << 5)
/** FPDF_FORMFIELD_* of fpdf_formfill.h: checkbox, radio button, combo box, list box and text. */
const pdfiumFormFieldKinds = new Map<number, FormFieldKind>([
  [2, 'checkbox'],
  [3, 'radio'],
  [4, 'choice'],
  [5, 'choice'],
  [6, 'text'],
])
/** ISO 32000-2, table 228: the value must not be shown. */
const passwordFlag = 1 << 13

/** The document's form; null if it cannot be opened. Pages that were cut out of a form have fields without it. */
export const openForm = (pdfium: Pdfium, document: number): PdfForm | null => {
  if (pdfium.FPDF_GetFormType(document) <= 0)
    return {
      fieldsOf: (page, display) =>
        readFields(pdfium, page, display, (annotation, appearances) =>
          readLooseField(pdfium, annotation, display, appearances),
        ),
      close: () => {},
    }
  const info = pdfium.PDFiumExt_OpenFormFillInfo()
  const form = info === 0 ? 0 : pdfium.PDFiumExt_InitFormFillEnvironment(document, info)
  if (form === 0) return null
  return {
    fieldsOf: (page, display) => {
      // PDFium knows whether a box is ticked only on pages that were announced to the form.
      pdfium.FORM_OnAfterLoadPage(page, form)
      try {
        return readFields(pdfium, page, display, (annotation, appearances) =>
          readField({ pdfium, form, annotation, appearances }, display),
        )
      } finally {
        pdfium.FORM_OnBeforeClosePage(page, form)
      }
    },
    close: () => {
      pdfium.PDFiumExt_ExitFormFillEnvironment(form)
      pdfium.PDFiumExt_CloseFormFillInfo(info)
    },
  }
}

const readFields = (
  pdfium: Pdfium,
  page: number,
  display: Matrix,
  read: (annotation: number, appearances: Appearances) => FormField | null,
): FormField[] => {
  const appearances = openAppearances(pdfium)
  const count = Math.min(pdfiumLimits.annotations, pdfium.FPDFPage_GetAnnotCount(page))
  const fields: FormField[] = []
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = isSeen(pdfium, annotation) ? pdfium.FPDFAnnot_GetSubtype(annotation) : null
    const typed = subtype === freeText ? readFreeText(pdfium, annotation, display, appearances) : null
    const field = subtype === widget ? read(annotation, appearances) : typed
    if (field !== null) fields.push(field)
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return fields
}

const isSeen = (pdfium: Pdfium, annotation: number): boolean =>
  (pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags) === 0

const linesOfEntry = (pdfium: Pdfium, annotation: number, key: string): string =>
  withString(pdfium, key, (name) =>
    fillText(pdfium, (pointer, size) => pdfium.FPDFAnnot_GetStringValue(annotation, name, pointer, size), 'keep lines'),
  )

/** Reads what someone has typed onto the page, as forms that are none are filled in, in lines as long as its box is wide. */
const readFreeText = (
  pdfium: Pdfium,
  annotation: number,
  display: Matrix,
  appearances: Appearances,
): FormField | null => {
  const text = linesOfEntry(pdfium, annotation, 'Contents') || appearances.textOf(annotation)
  if (text === '') return null
  const field = placedField(pdfium, annotation, display, { kind: 'text', text, ownSize: parameters.freeTextSize })
  if (field === null) return null
  const lineLength = Math.max(1, Math.floor((field.box[2] - field.box[0]) / (field.size * parameters.characterWidth)))
  return {
    ...field,
    text: text
      .split('\n')
      .flatMap((line) => wrapped(line, lineLength))
      .join('\n'),
  }
}

const wrapped = (line: string, length: number): string[] => {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < length) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** The text of a field that belongs to no form. */
const readLooseField = (
  pdfium: Pdfium,
  annotation: number,
  display: Matrix,
  appearances: Appearances,
): FormField | null => {
  if ((looseFlags(pdfium, annotation) & passwordFlag) !== 0) return null
  const isText = linesOfEntry(pdfium, annotation, 'FT') === 'Tx'
  const text = linesOfEntry(pdfium, annotation, 'V') || (isText ? appearances.textOf(annotation) : '')
  if (text === '') return null
  return placedField(pdfium, annotation, display, { kind: 'text', text, ownSize: 0 })
}

const looseFlags = (pdfium: Pdfium, annotation: number): number =>
  withString(pdfium, 'Ff', (key) =>
    withRoom(pdfium, 4, (room) =>
      pdfium.FPDFAnnot_GetNumberValue(annotation, key, room) ? pdfium.view().getFloat32(room, true) : 0,
    ),
  )

type FieldOfForm = {
  readonly pdfium: Pdfium
  readonly form: number
  readonly annotation: number
  readonly appearances: Appearances
}

const readField = (field: FieldOfForm, display: Matrix): FormField | null => {
  const { pdfium, form, annotation } = field
  const kind = pdfiumFormFieldKinds.get(pdfium.FPDFAnnot_GetFormFieldType(form, annotation))
  const text = kind === undefined ? '' : formFieldTextReaders[kind](field)
  if (kind === undefined || text === '') return null
  const ownSize = withRoom(pdfium, 4, (room) =>
    pdfium.FPDFAnnot_GetFontSize(form, annotation, room) ? pdfium.view().getFloat32(room, true) : 0,
  )
  return placedField(pdfium, annotation, display, { kind, text, ownSize })
}

const placedField = (
  pdfium: Pdfium,
  annotation: number,
  display: Matrix,
  { kind, text, ownSize }: Pick<FormField, 'kind' | 'text'> & { readonly ownSize: number },
): FormField | null =>
  withRoom(pdfium, 16, (room) => {
    if (!pdfium.FPDFAnnot_GetRect(annotation, room)) return null
    const [left = 0, top = 0, right = 0, bottom = 0] = floats(pdfium, room, 4)
    const box = mapBox(display, [left, bottom, right, top])
    const fitting = (box[3] - box[1]) / text.split('\n').length / parameters.lineStep
    return { kind, box, text, size: Math.min(ownSize > 0 ? ownSize : parameters.defaultSize, fitting) }
  })

const tickOf = ({ pdfium, form, annotation }: FieldOfForm): string =>
  tickSignOf({ isTicked: pdfium.FPDFAnnot_IsChecked(form, annotation) !== 0 })

const formFieldTextReaders: Record<FormFieldKind, (field: FieldOfForm) => string> = {
  checkbox: tickOf,
  radio: tickOf,
  choice: ({ pdfium, form, annotation }) =>
    chosen(pdfium, form, annotation) || valueOfFormField(pdfium, form, annotation),
  text: ({ pdfium, form, annotation, appearances }) => {
    const isSecret = (pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) !== 0
    return isSecret ? '' : valueOfFormField(pdfium, form, annotation) || appearances.textOf(annotation)
  },
}

const valueOfFormField = (pdfium: Pdfium, form: number, annotation: number): string =>
  fillText(pdfium, (pointer, size) => pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, pointer, size), 'keep lines')

/** The labels of the options that are selected, which need not be the value that is stored. */
const chosen = (pdfium: Pdfium, form: number, annotation: number): string => {
  const count = Math.min(pdfiumLimits.optionsOfField, pdfium.FPDFAnnot_GetOptionCount(form, annotation))
  const labels: string[] = []
  for (let index = 0; index < count; index += 1) {
    if (!pdfium.FPDFAnnot_IsOptionSelected(form, annotation, index)) continue
    labels.push(
      fillText(pdfium, (pointer, size) => pdfium.FPDFAnnot_GetOptionLabel(form, annotation, index, pointer, size)),
    )
  }
  return labels.filter((label) => label !== '').join(', ')
}
