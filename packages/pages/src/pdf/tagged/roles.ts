import type { StructureChild, StructureElement } from '../../pdfium/structure-tree.ts'

/** The role of an element in the reading of blocks. */
export type TaggedRole =
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
  /** Uninformative: a block or part of a text, depending on its place. */
  | 'neutral'

/** Structure types of ISO 32000-1, 14.8.4, and -2, 14.8.4. */
const taggedRolesByType: Readonly<Record<string, TaggedRole>> = {
  Document: 'group',
  DocumentFragment: 'group',
  Div: 'group',
  Aside: 'group',
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

/** Those that are part of a text. */
const inlineTypes = new Set(
  'Span Quote Em Strong Sub Link Reference BibEntry Code Annot Form Ruby RB RT RP Warichu WT WP'.split(' '),
)

export const roleOf = ({ type }: StructureElement): TaggedRole => {
  const role = Object.hasOwn(taggedRolesByType, type) ? taggedRolesByType[type] : undefined
  if (role !== undefined) return role
  if (inlineTypes.has(type)) return 'inline'
  return headingLevelOfRole(type) === null ? 'neutral' : 'heading'
}

/**
 * The level, 1–6, of `H1` and the like, and of equivalent names that writers do not map; null for other types.
 * @example headingLevelOfRole('H2') // 2
 */
export const headingLevelOfRole = (type: string): number | null => {
  const digits = /^(?:H|heading[ _-]?)(\d{1,2})$/i.exec(type)?.[1]
  return digits === undefined || Number(digits) === 0 ? null : Math.min(6, Number(digits))
}

/** The alternative texts of the figures of a page, by the id of the marked content that draws them. */
export const readAlternativeTexts = (tree: readonly StructureChild[]): ReadonlyMap<number, string> => {
  const texts = new Map<number, string>()
  const visit = (children: readonly StructureChild[], text: string): void => {
    for (const child of children) {
      if ('element' in child) visit(child.element.children, alternativeTextOfChild(child, text))
      else if (text !== '' && !texts.has(child.mark)) texts.set(child.mark, text)
    }
  }
  visit(tree, '')
  return texts
}

const alternativeTextOfChild = ({ element }: Extract<StructureChild, { element: unknown }>, around: string): string =>
  roleOf(element) === 'figure' && element.alternativeText !== '' ? element.alternativeText : around
