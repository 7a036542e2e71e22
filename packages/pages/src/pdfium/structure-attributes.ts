import type { Pdfium } from './library.ts'
import { fillText, withRoom, withString } from './memory.ts'
import { pdfiumLimits } from './parameters.ts'

/** The standard attributes of table cells: ISO 32000-2, table 384. */
export type CellAttributes = {
  readonly rowSpan: number
  readonly columnSpan: number
  /** Ids of the cells that head it. */
  readonly headers: readonly string[]
}

/** FPDF_OBJECT_NUMBER of fpdfview.h. */
const numberType = 2

export const readCellAttributes = (pdfium: Pdfium, element: number): CellAttributes => ({
  rowSpan: readSpan(pdfium, element, 'RowSpan'),
  columnSpan: readSpan(pdfium, element, 'ColSpan'),
  headers: readHeaders(pdfium, element),
})

/** An attribute that is a name or a text; '' where there is none. */
export const readAttribute = (pdfium: Pdfium, element: number, name: string): string => {
  const value = attributeValueOfElement(pdfium, element, name)
  return value === 0 ? '' : textOfAttributeValue(pdfium, value)
}

const readSpan = (pdfium: Pdfium, element: number, name: string): number => {
  const value = attributeValueOfElement(pdfium, element, name)
  if (value === 0 || pdfium.FPDF_StructElement_Attr_GetType(value) !== numberType) return 1
  return withRoom(pdfium, 4, (room) => {
    if (!pdfium.FPDF_StructElement_Attr_GetNumberValue(value, room)) return 1
    const span = Math.trunc(pdfium.view().getFloat32(room, true))
    return span >= 1 && span <= pdfiumLimits.span ? span : 1
  })
}

const readHeaders = (pdfium: Pdfium, element: number): string[] => {
  const value = attributeValueOfElement(pdfium, element, 'Headers')
  if (value === 0) return []
  const count = Math.min(pdfiumLimits.headersOfCell, pdfium.FPDF_StructElement_Attr_CountChildren(value))
  const headers: string[] = []
  for (let index = 0; index < count; index += 1) {
    const child = pdfium.FPDF_StructElement_Attr_GetChildAtIndex(value, index)
    if (child !== 0) headers.push(textOfAttributeValue(pdfium, child))
  }
  return headers
}

const textOfAttributeValue = (pdfium: Pdfium, value: number): string =>
  withRoom(pdfium, 4, (length) =>
    fillText(pdfium, (room, size) =>
      pdfium.FPDF_StructElement_Attr_GetStringValue(value, room, size, length)
        ? pdfium.view().getUint32(length, true)
        : 0,
    ),
  )

/** The value of the first of an element's dictionaries of attributes that has the name; 0 where none has. */
const attributeValueOfElement = (pdfium: Pdfium, element: number, name: string): number =>
  withString(pdfium, name, (pointer) => {
    const count = Math.min(pdfiumLimits.attributes, pdfium.FPDF_StructElement_GetAttributeCount(element))
    for (let index = 0; index < count; index += 1) {
      const attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, index)
      const value = attributes === 0 ? 0 : pdfium.FPDF_StructElement_Attr_GetValue(attributes, pointer)
      if (value !== 0) return value
    }
    return 0
  })
