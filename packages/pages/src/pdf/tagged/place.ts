import type { BlockType } from '@polyparse/document'
import type { StructureElement } from '../../pdfium/structure-tree.ts'
import type { TaggedPiece, SeenPieces } from './piece.ts'
import { isTableShaped } from './shaped-tables.ts'
import { headingLevelOfRole, type TaggedRole, roleOf } from './roles.ts'

/** A position in the tree, and what text found there becomes. */
export type TaggedPlace = {
  readonly key: string
  /** Null in groups, in which texts are separate. */
  readonly text: BlockType | null
  readonly level?: number
  /** The depth of nested sections and lists. */
  readonly sections: number
  readonly lists: number
  /** The numbering of the list around it. */
  readonly numbering: string
  readonly item: TaggedItem | null
}

/** An item of a list in the reading; `isUsed` once it has text. */
export type TaggedItem = { readonly key: string; readonly marker: string | null; isUsed: boolean }

export const topPlace = (key: string): TaggedPlace => ({
  key,
  text: null,
  sections: 0,
  lists: 0,
  numbering: '',
  item: null,
})

export const headingPlace = (element: StructureElement, place: TaggedPlace): TaggedPlace => ({
  ...place,
  text: 'heading',
  item: null,
  level: headingLevelOfRole(element.type) ?? Math.min(6, Math.max(1, place.sections)),
})

/** The place within a group; a group whose children are all inline is one text. */
export const groupPlace = (element: StructureElement, place: TaggedPlace): TaggedPlace => {
  const isText = element.children.every((child) => !('element' in child) || isWithinText(child.element, true))
  return { ...place, text: isText ? 'paragraph' : null }
}

/** The first text of a list item is the item, every other one in it a paragraph. */
export const pieceAt = (
  { key, text, level, item, lists }: TaggedPlace,
  seen: SeenPieces,
): Omit<TaggedPiece, 'words'> => {
  if (item === null) return { type: text ?? 'paragraph', key, ...(level !== undefined && { level }) }
  const isItem = seen.has(key) ? seen.get(key) === 'list_item' : !seen.has(item.key) && !item.isUsed
  item.isUsed = true
  return isItem
    ? { type: 'list_item', key, level: lists, item: item.key, marker: item.marker }
    : { type: 'paragraph', key }
}

/** Roles that occur within a text as well as on their own. */
const flowing = new Set<TaggedRole>(['inline', 'neutral', 'label', 'formula', 'figure', 'note', 'artifact'])
const textual = new Set<TaggedRole>(['text', 'group', 'section', ...flowing])

/** Tells whether an element may be within a text without being part of it. */
export const isAside = (role: TaggedRole): boolean => role === 'note' || role === 'figure'

/**
 * Tells whether an element is part of a text: it neither is nor holds a block. Neutral types are part of a
 * text around them; on their own only if they have the type that browsers give to a stretch of text.
 */
export const isWithinText = (element: StructureElement, inText: boolean): boolean => {
  const role = roleOf(element)
  if (role === 'neutral') return (inText || isStretch(element)) && !holdsBlock(element)
  return (role === 'inline' || role === 'label') && !holdsBlock(element)
}

/** Tells whether an element is one text, be it in paragraphs: as the text of a note, of a caption, of a heading may be. */
export const isOneText = ({ children }: StructureElement): boolean =>
  children.every((child) => !('element' in child) || (textual.has(roleOf(child.element)) && isOneText(child.element)))

const isStretch = ({ type, children }: StructureElement): boolean =>
  type === 'NonStruct' && children.every((child) => !('element' in child))

const holdsBlock = (element: StructureElement): boolean =>
  isTableShaped(element) ||
  element.children.some(
    (child) => 'element' in child && (!flowing.has(roleOf(child.element)) || holdsBlock(child.element)),
  )
