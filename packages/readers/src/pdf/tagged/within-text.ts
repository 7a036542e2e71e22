import type { StructureElement } from '../pdfium/structure-tree.ts'
import { roleOf, type Role } from './roles.ts'

/** Roles that stand within a text as well as by themselves. */
const flowing = new Set<Role>(['inline', 'neutral', 'label', 'formula', 'figure', 'note', 'artifact'])
const textual = new Set<Role>(['text', 'group', 'section', ...flowing])

/** Whether an element may stand within a text without being part of it. */
export const isAside = (role: Role): boolean => role === 'note' || role === 'figure'

/**
 * Whether an element is part of a text: neither is it a block nor does it hold one. Types that say nothing are, where a
 * text is all around them; by themselves only if they are the type that browsers give to a stretch of text.
 */
export const isWithinText = (element: StructureElement, inText: boolean): boolean => {
  const role = roleOf(element)
  if (role === 'neutral') return (inText || isStretch(element)) && !holdsBlock(element)
  return (role === 'inline' || role === 'label') && !holdsBlock(element)
}

/** Whether an element is one text, be it in paragraphs: as the text of a note, of a caption, of a heading may be. */
export const isOneText = ({ children }: StructureElement): boolean =>
  children.every((child) => !('element' in child) || (textual.has(roleOf(child.element)) && isOneText(child.element)))

const isStretch = ({ type, children }: StructureElement): boolean =>
  type === 'NonStruct' && children.every((child) => !('element' in child))

const holdsBlock = ({ children }: StructureElement): boolean =>
  children.some((child) => 'element' in child && (!flowing.has(roleOf(child.element)) || holdsBlock(child.element)))
