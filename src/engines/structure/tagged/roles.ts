import type { StructureElement } from '../../pdfium/structure-tree.ts'

/** What an element is for the reading of blocks. */
export type Role =
  | 'group'
  | 'section'
  | 'text'
  | 'heading'
  | 'title'
  | 'list'
  | 'item'
  | 'label'
  | 'table'
  | 'row'
  | 'cell'
  | 'caption'
  | 'figure'
  | 'formula'
  | 'note'
  | 'artifact'
  | 'inline'

/** Structure types of ISO 32000-1 and -2; all others stand within a text. */
const roles: Readonly<Record<string, Role>> = {
  Document: 'group',
  DocumentFragment: 'group',
  Div: 'group',
  Aside: 'group',
  NonStruct: 'group',
  Private: 'group',
  BlockQuote: 'group',
  TOC: 'group',
  Index: 'group',
  LBody: 'group',
  THead: 'group',
  TBody: 'group',
  TFoot: 'group',
  Part: 'section',
  Art: 'section',
  Sect: 'section',
  P: 'text',
  TOCI: 'text',
  H: 'heading',
  Title: 'title',
  L: 'list',
  LI: 'item',
  Lbl: 'label',
  Table: 'table',
  TR: 'row',
  TH: 'cell',
  TD: 'cell',
  Caption: 'caption',
  Figure: 'figure',
  Formula: 'formula',
  Note: 'note',
  FENote: 'note',
  Artifact: 'artifact',
}

export const roleOf = ({ type }: StructureElement): Role =>
  Object.hasOwn(roles, type) ? (roles[type] ?? 'inline') : headingLevel(type) === null ? 'inline' : 'heading'

/** 1–6 of `H1` and its like; of the names that writers map to nothing, those that say the same. */
export const headingLevel = (type: string): number | null => {
  const digits = /^(?:H|heading[ _-]?)(\d{1,2})$/i.exec(type)?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Math.min(6, Number(digits))
}

/** Roles that stand within a text as well as by themselves. */
const flowing: readonly Role[] = ['inline', 'label', 'formula', 'figure', 'note', 'artifact']

/** Whether an element may stand within a text without being part of it. */
export const isAside = (role: Role): boolean => role === 'note' || role === 'figure'

/**
 * Whether an element is part of a text: neither is it a block nor does it hold one. Groups without a block in them
 * are, too, where a text is all around them.
 */
export const isWithinText = (element: StructureElement, inText: boolean): boolean => {
  const role = roleOf(element)
  if (element.type === 'NonStruct' || element.type === 'Private') {
    const isPlain = inText || element.children.every((child) => !('element' in child))
    return isPlain && !holdsBlock(element)
  }
  return (role === 'inline' || role === 'label') && !holdsBlock(element)
}

const textual: readonly Role[] = ['text', 'group', 'section', ...flowing]

/** Whether an element is one text, be it in paragraphs: as the text of a note, of a caption, of a heading may be. */
export const isOneText = ({ children }: StructureElement): boolean =>
  children.every((child) => {
    if (!('element' in child)) return true
    const role = roleOf(child.element)
    return textual.includes(role) && isOneText(child.element)
  })

const holdsBlock = ({ children }: StructureElement): boolean =>
  children.some((child) => {
    if (!('element' in child)) return false
    const isTransparent = flowing.includes(roleOf(child.element)) || child.element.type === 'NonStruct'
    return !isTransparent || holdsBlock(child.element)
  })
