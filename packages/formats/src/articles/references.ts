import { childOf, elementsIn, type XmlElement } from '../xml/element.ts'
import { lineOfArticle } from './text.ts'

/** The labels of the parts of a document, for references without words of their own. */
export type ArticleReferences = {
  /** The label or title of what an element refers to; '' where it has none. */
  labelOf(reference: XmlElement): string
  /** The name of the place that a reference leads to. */
  targetOf(reference: XmlElement): string | undefined
  /** Gives an element, such as a footnote, the number that it is shown with. */
  name(element: XmlElement, label: string): void
}

/** Characters of a title that a reference repeats. */
const maxLabel = 200

/** The name by which others refer to an element. */
export const idOfReference = ({ attributes }: XmlElement): string | undefined =>
  attributes['id'] ?? attributes['xml:id']

/** Returns the first of several places. */
const targetOf = ({ attributes }: XmlElement): string | undefined =>
  (attributes['rid'] ?? attributes['linkend'] ?? attributes['linkends'])?.trim().split(/\s/, 1)[0]

export const createReferences = (root: XmlElement): ArticleReferences => {
  const names = new Map<string, string>()
  let targets: ReadonlyMap<string, XmlElement> | null = null
  return {
    targetOf,
    labelOf: ({ attributes }) => {
      const id = attributes['rid'] ?? attributes['linkend'] ?? attributes['linkends'] ?? ''
      const named = names.get(id)
      if (named !== undefined) return named
      targets ??= targetsIn(root)
      const label = labelOfArticleTarget(targets.get(id))
      names.set(id, label)
      return label
    },
    name: (element, label) => {
      const id = idOfReference(element)
      if (id !== undefined) names.set(id, label)
    },
  }
}

const labelOfArticleTarget = (target: XmlElement | undefined): string => {
  if (target === undefined) return ''
  const title = childOf(target, 'title') ?? childOf(target, 'info', 'title')
  const label = target.attributes['xreflabel'] ?? (lineOfArticle(childOf(target, 'label')) || lineOfArticle(title))
  return label.slice(0, maxLabel)
}

const targetsIn = (root: XmlElement): ReadonlyMap<string, XmlElement> => {
  const targets = new Map<string, XmlElement>()
  const search = (element: XmlElement): void => {
    const id = idOfReference(element)
    if (id !== undefined) targets.set(id, element)
    for (const child of elementsIn(element)) search(child)
  }
  search(root)
  return targets
}
