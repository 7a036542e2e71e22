import type { Pdfium } from './library.ts'
import { fillText } from './memory.ts'
import { readAttribute, readCellAttributes, type CellAttributes } from './structure-attributes.ts'
import { pdfiumLimits } from './parameters.ts'

/** An element of a tagged PDF's structure tree, as far as it has content on one page. */
export type StructureElement = {
  /** The type after the document's role map: a standard one of ISO 32000-2, 14.8.4, or any other. */
  readonly type: string
  /** The identifier of a header cell of a table; '' for other elements. */
  readonly id: string
  /** The alternative text of figures and formulas; '' for other elements. */
  readonly alternativeText: string
  readonly actualText: string
  /** The numbering of the items of a list (`ListNumbering`); '' for other elements. */
  readonly numbering: string
  /** The attributes of a table cell; null for other elements. */
  readonly cell: CellAttributes | null
  /** The number of all its children, including those on other pages and those without content. */
  readonly childCount: number
  readonly children: readonly StructureChild[]
}

/** `index` is the place among all children of the parent, so it is the same on every page. */
export type StructureChild = { readonly index: number } & (
  | { readonly element: StructureElement }
  /** Id of a marked-content sequence. */
  | { readonly mark: number }
)

const cellTypes = new Set(['TD', 'TH'])
const describedTypes = new Set(['Figure', 'Formula'])

/**
 * The top of the structure tree of an open page; null when it has nothing on the page, or more than any
 * sensible page has. A damaged tree may have cycles: no element is read twice.
 */
export const readStructureTree = (pdfium: Pdfium, page: number): readonly StructureChild[] | null => {
  const tree = pdfium.FPDF_StructTree_GetForPage(page)
  if (tree === 0) return null
  try {
    return readTree(pdfium, tree)
  } finally {
    pdfium.FPDF_StructTree_Close(tree)
  }
}

const readTree = (pdfium: Pdfium, tree: number): StructureChild[] | null => {
  const visited = new Set<number>()
  let slots = 0

  const childrenOf = (count: number, childAt: (index: number) => StructureChild | null): StructureChild[] => {
    const children: StructureChild[] = []
    for (let index = 0; index < count && slots <= pdfiumLimits.slots; index += 1) {
      slots += 1
      const child = childAt(index)
      if (child !== null) children.push(child)
    }
    return children
  }

  const readElement = (element: number, index: number, depth: number): StructureChild | null => {
    if (
      element === 0 ||
      depth > pdfiumLimits.elementDepth ||
      visited.has(element) ||
      visited.size >= pdfiumLimits.elements
    )
      return null
    visited.add(element)
    const text = (name: TextCall): string => fillText(pdfium, (room, size) => pdfium[name](element, room, size))
    const type = text('FPDF_StructElement_GetType')
    const childCount = Math.max(0, pdfium.FPDF_StructElement_CountChildren(element))
    const children = childrenOf(childCount, (at) => {
      const mark = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, at)
      if (mark >= 0) return { index: at, mark }
      return readElement(pdfium.FPDF_StructElement_GetChildAtIndex(element, at), at, depth + 1)
    })
    return {
      index,
      element: {
        type,
        id: type === 'TH' ? text('FPDF_StructElement_GetID') : '',
        alternativeText: describedTypes.has(type) ? text('FPDF_StructElement_GetAltText') : '',
        actualText: text('FPDF_StructElement_GetActualText'),
        numbering: type === 'L' ? readAttribute(pdfium, element, 'ListNumbering') : '',
        cell: cellTypes.has(type) ? readCellAttributes(pdfium, element) : null,
        childCount,
        children,
      },
    }
  }

  const top = childrenOf(Math.max(0, pdfium.FPDF_StructTree_CountChildren(tree)), (at) =>
    readElement(pdfium.FPDF_StructTree_GetChildAtIndex(tree, at), at, 0),
  )
  return top.length === 0 || slots > pdfiumLimits.slots || visited.size >= pdfiumLimits.elements ? null : top
}

type TextCall =
  | 'FPDF_StructElement_GetType'
  | 'FPDF_StructElement_GetID'
  | 'FPDF_StructElement_GetAltText'
  | 'FPDF_StructElement_GetActualText'
