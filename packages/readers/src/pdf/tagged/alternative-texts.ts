import type { StructureChild } from '../pdfium/structure-tree.ts'
import { roleOf } from './roles.ts'

/** What the tree says of the figures of a page instead of showing them, by the marked content that draws them. */
export const readAlternativeTexts = (tree: readonly StructureChild[]): ReadonlyMap<number, string> => {
  const texts = new Map<number, string>()
  const visit = (children: readonly StructureChild[], text: string): void => {
    for (const child of children) {
      if ('element' in child) visit(child.element.children, textOf(child, text))
      else if (text !== '' && !texts.has(child.mark)) texts.set(child.mark, text)
    }
  }
  visit(tree, '')
  return texts
}

const textOf = ({ element }: Extract<StructureChild, { element: unknown }>, around: string): string =>
  roleOf(element) === 'figure' && element.alternativeText !== '' ? element.alternativeText : around
