import { defaultTreeAdapter, type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { FindPicture } from '../../flow/flow.ts'
import { latexOfMathMl } from '../../mathematics/mathml.ts'
import type { XmlElement, XmlNode } from '../../xml/element.ts'

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode
export type HtmlElement = DefaultTreeAdapterTypes.Element
export type Parent = DefaultTreeAdapterTypes.ParentNode

export const isElement = (node: HtmlNode): node is HtmlElement => defaultTreeAdapter.isElementNode(node)
export const isTextNode = (node: HtmlNode): node is DefaultTreeAdapterTypes.TextNode =>
  defaultTreeAdapter.isTextNode(node)

export const attribute = ({ attrs }: HtmlElement, name: string): string | null =>
  attrs.find((one) => one.name === name)?.value ?? null

/** Levels; deeper nesting is an attack on the stack, and is dropped. */
export const deepest = 500

export const childElements = ({ childNodes }: Parent): HtmlElement[] => childNodes.filter(isElement)

/** All elements under a node, in document order, down to the maximum depth. */
export const descendants = function* (parent: Parent, depth = 0): Generator<HtmlElement> {
  if (depth > deepest) return
  for (const element of childElements(parent)) {
    yield element
    yield* descendants(element, depth + 1)
  }
}

/** The text as it is in the source. */
export const rawText = (parent: Parent, depth = 0): string =>
  depth > deepest
    ? ''
    : parent.childNodes
        .map((node) => {
          if (isTextNode(node)) return node.value
          if (!isElement(node)) return ''
          return node.tagName === 'br' ? '\n' : rawText(node, depth + 1)
        })
        .join('')

const neverShown = new Set(
  'head script style template noscript iframe object embed svg canvas audio video select textarea datalist rp'.split(
    ' ',
  ),
)

/** Tells whether an element is hidden, as far as the markup itself says. */
export const isHiddenElement = (element: HtmlElement): boolean =>
  neverShown.has(element.tagName) || hidesItself(element)

/** Tells whether its attributes hide an element. */
export const hidesItself = (element: HtmlElement): boolean =>
  attribute(element, 'hidden') !== null ||
  /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(element, 'style') ?? '')

/**
 * Tells whether an element is what a script has drawn of the formula before it, hidden from those who have that read to
 * them.
 */
export const isDrawnFormula = (element: HtmlElement, before: HtmlElement | null): boolean =>
  before !== null &&
  attribute(element, 'aria-hidden') === 'true' &&
  [...descendants(before)].some(({ tagName }) => tagName === 'math')

/** A formula (MathML) as LaTeX. */
export const formulaOfElement = (element: HtmlElement): string => latexOfMathMl(xmlOf(element, 'math:'))

/** An element of another vocabulary within HTML, with a prefix for the names of all elements. */
export const xmlOf = (element: HtmlElement, prefix = '', depth = 0): XmlElement => ({
  name: `${prefix}${element.tagName}`,
  attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
  children: element.childNodes.flatMap((node): XmlNode[] => {
    if (isTextNode(node)) return [node.value]
    return isElement(node) && depth < deepest ? [xmlOf(node, prefix, depth + 1)] : []
  }),
})

/** Elements that have no end tag in HTML. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** The tree of an HTML page. */
export const parseHtml = (source: string): Parent => parse(source)

/** The tree of an XHTML page: `<title/>` is an empty title there, and swallows the page where HTML is read. */
export const parseXhtml = (source: string): Parent =>
  parse(
    source.replaceAll(/<([A-Za-z][\w.-]*)(\s[^<>]*)?\/>/g, (tag, name: string, attributes = '') =>
      empty.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
    ),
  )

/** The bytes of a picture in a data URL (RFC 2397); other pictures are not fetched. */
export const embeddedPicture: FindPicture = (address) => {
  const data = /^\s*data:image\/[\w.+-]+;base64,([A-Za-z\d+/=\s]+)$/i.exec(address)?.[1]
  return data === undefined ? null : { data: Buffer.from(data, 'base64') }
}
