import { declares } from './declarations.ts'
import { attribute, descendants, type HtmlElement, type Parent, rawText } from './nodes.ts'

/** The classes whose text the style sheets of a page strike out, as in pages that word processors export. */
export const struckClasses = (root: Parent): ReadonlySet<string> =>
  new Set(
    [...descendants(root)]
      .filter(({ tagName }) => tagName === 'style')
      .flatMap((element) => rawText(element).split('}'))
      .flatMap((rule) => {
        const [selectors = '', declarations = ''] = rule.split('{')
        return isLineThrough(declarations) ? selectors.split(',').flatMap(classOfSelector) : []
      }),
  )

/** Tells whether an element strikes out all text in it, by its own style or by one of its classes. */
export const strikesOut = (element: HtmlElement, classes: ReadonlySet<string>): boolean =>
  isLineThrough(attribute(element, 'style') ?? '') ||
  (classes.size > 0 && (attribute(element, 'class') ?? '').split(/\s+/).some((name) => classes.has(name)))

const isLineThrough = (style: string): boolean => declares(style, 'text-decoration', 'line-through')

/** The class of a selector of that class alone, as in `.c3` or `span.c3`. */
const classOfSelector = (selector: string): string[] => {
  const [, name] = /^\s*(?:[a-z][a-z\d]*)?\.([\w-]+)\s*$/i.exec(selector.replace(/^.*\*\//s, '')) ?? []
  return name === undefined ? [] : [name]
}
