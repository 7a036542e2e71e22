import type { TextRun } from '@polyparse/document'
import type { FlowBlock } from '../../flow/flow.ts'
import type { Notes } from '../../flow/notes.ts'
import type { Addresses } from './addresses.ts'
import {
  attribute,
  descendants,
  type HtmlElement,
  childElements,
  type HtmlNode,
  type Parent,
  rawText,
} from './nodes.ts'

/** The footnotes of a page. */
export type Footnotes = {
  /** The reference that a link is, as a run of the text; null for any other link. */
  readonly refer: (link: HtmlElement, read: (nodes: readonly HtmlNode[]) => readonly FlowBlock[]) => TextRun | null
  /** Tells whether an element is read where the text refers to it, or has only such elements. */
  readonly isNote: (element: HtmlElement) => boolean
  /** Tells whether a link only leads from a note back to the text; one with words of its own is a link like any other. */
  readonly isWayBack: (link: HtmlElement) => boolean
}

/**
 * Footnotes as they are marked (EPUB 3.3, D.6; DPUB-ARIA 1.1, 3), and as programs write them that mark nothing: a raised
 * number that leads to a place called `fn1` or the like.
 */
export const findHtmlFootnotes = (root: Parent, notes: Notes, { ofLink, ofPlace }: Addresses): Footnotes => {
  const elements = [...descendants(root)]
  const byLink = new Map<string, HtmlElement>(
    elements.flatMap((element) => anchorNamesOfElement(element).map((name) => [`#${ofPlace(name)}`, element] as const)),
  )
  const targetOf = (link: HtmlElement): string => ofLink(attribute(link, 'href')?.trim() ?? '')
  const noteOf = new Map<HtmlElement, HtmlElement>()
  const bodies = new Set<HtmlElement>()
  const marksByPlace = new Map<string, string>()
  for (const link of elements) {
    const target = link.tagName === 'a' && isReference(link) ? byLink.get(targetOf(link)) : undefined
    const body = target === undefined ? null : bodyOfHtmlFootnote(target)
    if (body === null || contains(body, link)) continue
    noteOf.set(link, body)
    bodies.add(body)
    const mark = bareMark(link)
    for (const name of [link, ...parentsOf(link).slice(0, 2)].flatMap(anchorNamesOfElement))
      marksByPlace.set(`#${ofPlace(name)}`, mark)
  }
  const references = new Map<HtmlElement, TextRun>()
  const sections = bodies.size === 0 ? new Set<HtmlElement>() : sectionsOf(elements, bodies)

  return {
    isNote: (element) => bodies.has(element) || sections.has(element),
    isWayBack: (link) =>
      link.tagName === 'a' && (isMarkedBack(link) || isOnlyMark(link, marksByPlace.get(targetOf(link)))),
    refer: (link, read) => {
      const body = noteOf.get(link)
      if (body === undefined) return null
      const known = references.get(body)
      if (known !== undefined) return known
      const made = notes.refer(() => {
        // A note that refers to itself comes to an end.
        references.set(body, { text: '' })
        return withoutOwnMark(read(body.childNodes), rawText(link).trim())
      })
      references.set(body, made)
      return made
    },
  }
}

const lowerCaseAttribute = (element: HtmlElement, name: string): string =>
  (attribute(element, name) ?? '').toLowerCase()

const anchorNamesOfElement = (element: HtmlElement): string[] =>
  [attribute(element, 'id'), element.tagName === 'a' ? attribute(element, 'name') : null].filter(
    (name) => name !== null,
  )

const isReference = (link: HtmlElement): boolean => {
  const [, name = ''] = /#(.+)$/s.exec(attribute(link, 'href') ?? '') ?? []
  if (name === '') return false
  const isMarked =
    /\bnoteref\b/.test(`${lowerCaseAttribute(link, 'epub:type')} ${lowerCaseAttribute(link, 'role')}`) ||
    attribute(link, 'data-footnote-ref') !== null ||
    /\bfootnote-?ref(?:erence)?\b/.test(lowerCaseAttribute(link, 'class'))
  return isMarked || (/^(?:user-content-)?(?:_?ftn|_?edn|fn|footnote|endnote|note)/i.test(name) && isRaisedMark(link))
}

/** A number, a letter or a sign in superscript, with or without brackets; Word brackets its marks and raises them by style. */
const isRaisedMark = (link: HtmlElement): boolean => {
  const isRaised = [link, ...parentsOf(link).slice(0, 2), ...descendants(link)].some(
    (one) => one.tagName === 'sup' || /footnotereference/.test(lowerCaseAttribute(one, 'class')),
  )
  return isRaised && /^[[(]?(?:\d{1,4}|[a-z]{1,4}|[*†‡§¶]{1,3})[\])]?$/i.test(rawText(link).trim())
}

const isMarkedBack = (link: HtmlElement): boolean =>
  /\b(?:doc-backlink|backlink|referrer)\b/.test(
    `${lowerCaseAttribute(link, 'role')} ${lowerCaseAttribute(link, 'epub:type')}`,
  ) ||
  attribute(link, 'data-footnote-backref') !== null ||
  /\bfootnote-?back(?:ref|link)?\b/.test(lowerCaseAttribute(link, 'class'))

/** Returns what a link says without brackets, dots and arrows. */
const bareMark = (link: HtmlElement): string => rawText(link).replaceAll(/[^\p{L}\p{N}*†‡§¶]/gu, '')

/** Tells whether a link that leads to a reference says no more than the reference, whose mark is given. */
const isOnlyMark = (link: HtmlElement, mark: string | undefined): boolean =>
  mark !== undefined && ['', mark].includes(bareMark(link))

const inlineTags = new Set(['a', 'sup', 'span', 'b', 'i', 'em', 'strong', 'small'])
const bodyTags = new Set(['li', 'aside', 'p', 'div', 'dd', 'section'])

/** The block in which the place of a note is; null where that is no place for a note. */
const bodyOfHtmlFootnote = (target: HtmlElement): HtmlElement | null => {
  const block = [target, ...parentsOf(target)].find(({ tagName }) => !inlineTags.has(tagName))
  if (block === undefined || !bodyTags.has(block.tagName)) return null
  // Word puts the paragraph of a note into an element that is called after it.
  const [parent] = parentsOf(block)
  const isWhole = parent?.tagName === 'div' && /^(?:ftn|edn)\d+$/.test(attribute(parent, 'id') ?? '')
  return isWhole && parent !== undefined ? parent : block
}

const parentsOf = (element: HtmlElement): HtmlElement[] => {
  const parents: HtmlElement[] = []
  for (let node = element.parentNode; node !== null && 'tagName' in node; node = node.parentNode) parents.push(node)
  return parents
}

const contains = (element: HtmlElement, inner: HtmlElement): boolean => parentsOf(inner).includes(element)

/** The parts of a page with nothing but footnotes that are read elsewhere, and headings. */
const sectionsOf = (elements: readonly HtmlElement[], bodies: ReadonlySet<HtmlElement>): ReadonlySet<HtmlElement> =>
  new Set(
    elements.filter((element) => {
      const marks = ['role', 'epub:type', 'class'].map((name) => lowerCaseAttribute(element, name)).join(' ')
      const isSection =
        attribute(element, 'data-footnotes') !== null || /\b(?:doc-endnotes|footnotes|endnotes|rearnotes)\b/.test(marks)
      return isSection && childElements(element).every((child) => isHtmlHeading(child) || isRead(child, bodies))
    }),
  )

const isHtmlHeading = ({ tagName }: HtmlElement): boolean => /^h[1-6]$/.test(tagName)

const isRead = (child: HtmlElement, bodies: ReadonlySet<HtmlElement>): boolean =>
  bodies.has(child) ||
  (['ol', 'ul'].includes(child.tagName) && childElements(child).every((item) => bodies.has(item))) ||
  rawText(child).trim() === ''

/** Drops the mark that is printed before the note: the reference has it, and a number of the document's own. */
const withoutOwnMark = (blocks: readonly FlowBlock[], mark: string): readonly FlowBlock[] => {
  const [first, ...more] = blocks
  const [run, ...runs] = first?.runs ?? []
  if (first === undefined || run?.superscript !== true || run.text.trim() !== mark) return blocks
  const text = first.text.slice(run.text.length)
  const start = text.length - text.trimStart().length
  const [next, ...others] = runs
  const kept = next === undefined ? [] : [{ ...next, text: next.text.slice(start) }, ...others]
  return [{ ...first, text: text.trimStart(), runs: kept }, ...more]
}
