import { textInFont } from '@polyparse/engine'
import { textInCase } from '../../flow/letter-case.ts'
import type { FlowBlock } from '../../flow/flow.ts'
import { maxHeldDepth, quoteBlocks } from '../../flow/held.ts'
import { withinPage } from './addresses.ts'
import { bordersAllCells } from './borders.ts'
import { type HtmlContext, outermost, type PageOptions, type HtmlPlace } from './html-context.ts'
import { answerOfHtmlControl } from './controls.ts'
import { drawing, htmlFormula, image } from './embedded.ts'
import { findHtmlFootnotes } from './footnotes.ts'
import { fontInside, gapsAround, letterCaseInside, lookInside } from './html-inline.ts'
import { definitionBlocks, listBlocks } from './html-lists.ts'
import {
  attribute,
  deepest,
  descendants,
  type HtmlElement,
  childElements,
  hidesItself,
  isDrawnFormula,
  isElement,
  isHiddenElement,
  isTextNode,
  type HtmlNode,
  type Parent,
  parseHtml,
  rawText,
} from './nodes.ts'
import { createHtmlSink, type HtmlSink } from './sink.ts'
import { strikesOut, struckClasses } from './struck.ts'
import { isLayoutTable, htmlTableBlock } from './html-table.ts'

/**
 * The blocks of a parsed HTML page, in order; a picture follows the block that it is in, and footnotes go to the
 * notes of the document.
 */
export const htmlTreeBlocks = (root: Parent, options: PageOptions = {}): FlowBlock[] => {
  const { findPicture = () => null, notes, addresses = withinPage } = options
  const footnotes = notes === undefined ? null : findHtmlFootnotes(root, notes, addresses)
  const context: HtmlContext = {
    findPicture,
    footnotes,
    addresses,
    allBordered: bordersAllCells(root),
    struckClasses: struckClasses(root),
    names: [],
    language: languageOfPage(root),
  }
  const blocks = readNodes(root.childNodes, outermost, context)
  const last = blocks.at(-1)
  // Names at the very end lead to the last block.
  if (last !== undefined && context.names.length > 0)
    blocks.splice(-1, 1, { ...last, anchors: [...(last.anchors ?? []), ...context.names] })
  return blocks
}

/** All tables of a parsed HTML page, even those that only arrange content, with their captions. */
export const tablesIn = (root: Parent): FlowBlock[] => {
  const context: HtmlContext = {
    findPicture: () => null,
    footnotes: null,
    addresses: withinPage,
    allBordered: bordersAllCells(root),
    struckClasses: struckClasses(root),
    names: [],
    language: languageOfPage(root),
  }
  return [...descendants(root)]
    .filter(({ tagName }) => tagName === 'table')
    .flatMap((table) => htmlTableBlock(table, outermost, context, readCellNodes({ ...outermost, held: 1 }, context)))
}

/** The language that a page names, by which its letters have their capitals. */
const languageOfPage = (root: Parent): string | null => {
  const page = childElements(root).find(({ tagName }) => tagName === 'html')
  return page === undefined ? null : attribute(page, 'lang')
}

/** The blocks of some nodes: of a page, an item, a quote, a cell. */
const readNodes = (nodes: readonly HtmlNode[], place: HtmlPlace, context: HtmlContext): FlowBlock[] => {
  const sink = createHtmlSink(context.names)
  walk(nodes, place, context, sink)
  return sink.finish()
}

const walk = (nodes: readonly HtmlNode[], place: HtmlPlace, context: HtmlContext, sink: HtmlSink): void => {
  if (place.depth > deepest) return
  let before: HtmlElement | null = null
  for (const node of nodes) {
    if (isTextNode(node)) sink.text({ text: shownHtmlText(node.value, place, context), ...place.look })
    else if (isElement(node)) {
      const answer = answerOfHtmlControl(node)
      if (answer !== null) sink.text({ ...answer, ...place.look })
      else if (node.tagName === 'svg') drawing(node, context, sink)
      else if (node.tagName === 'iframe') frame(node, place, context, sink)
      else if (!isHiddenElement(node) && !isDrawnFormula(node, before) && context.footnotes?.isNote(node) !== true)
        visit(node, { ...place, depth: place.depth + 1 }, context, sink)
      before = node
    }
  }
}

const shownHtmlText = (text: string, { font, letterCase }: HtmlPlace, { language }: HtmlContext): string =>
  textInFont(textInCase(text.replaceAll(/\s+/g, ' '), letterCase, language), font)

/** The page in a frame, where the markup has it itself. */
const frame = (element: HtmlElement, place: HtmlPlace, context: HtmlContext, sink: HtmlSink): void => {
  const source = attribute(element, 'srcdoc')
  if (source === null || place.held >= maxHeldDepth || hidesItself(element)) return
  const inside = { ...outermost, depth: place.depth + 1, held: place.held + 1 }
  for (const block of readNodes(parseHtml(source).childNodes, inside, context)) sink.block(block)
}

/** The names by which links lead to an element. */
const addNames = (element: HtmlElement, { names, addresses }: HtmlContext): void => {
  for (const { name, value } of element.attrs)
    if (value !== '' && (name === 'id' || (name === 'name' && element.tagName === 'a')))
      names.push(addresses.ofPlace(value))
}

/** Elements that do not interrupt a paragraph. */
const inline = new Set(
  'a abbr acronym area b bdi bdo big br button cite code data del dfn em font i img input ins kbd label link map mark math meta meter nobr output picture progress q rb rt rtc ruby s samp small source span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

const visit = (element: HtmlElement, place: HtmlPlace, context: HtmlContext, sink: HtmlSink): void => {
  const visitKind = inline.has(element.tagName) ? visitInline : visitBlock
  if (visitKind === visitBlock) sink.flush()
  if (element.attrs.length > 0) addNames(element, context)
  visitKind(element, element.attrs.length > 0 ? styledPlace(element, place, context) : place, context, sink)
}

/** The place within an element, with what its own style says of all text in it. */
const styledPlace = (element: HtmlElement, place: HtmlPlace, { struckClasses: struck }: HtmlContext): HtmlPlace => ({
  ...place,
  look: strikesOut(element, struck) ? { ...place.look, strikethrough: true } : place.look,
  font: fontInside(element, place.font),
  letterCase: letterCaseInside(element, place.letterCase),
})

const visitInline = (element: HtmlElement, place: HtmlPlace, context: HtmlContext, sink: HtmlSink): void => {
  const { tagName } = element
  if (tagName === 'br') return sink.text({ text: '\n', ...place.look })
  if (tagName === 'img') return image(element, place, context, sink)
  if (tagName === 'math') return htmlFormula(element, place, sink)
  if (tagName === 'ruby') return ruby(element, place, context, sink)
  if (tagName === 'a') {
    const { footnotes } = context
    if (footnotes?.isWayBack(element) === true) return
    const note = { ...outermost, depth: place.depth, held: place.held + 1 }
    // Names that wait for the block of the text are not the note's.
    const inNote = { ...context, names: [] }
    const reference = footnotes?.refer(element, (nodes) => readNodes(nodes, note, inNote)) ?? null
    if (reference !== null) return sink.text(reference)
  }
  const look = lookInside(element, place.look, context.addresses.ofLink)
  const gaps = gapsAround(element)
  sink.gap(gaps.before)
  if (tagName === 'q') sink.text({ text: '“', ...look })
  walk(element.childNodes, { ...place, look }, context, sink)
  if (tagName === 'q') sink.text({ text: '”', ...look })
  sink.gap(gaps.after)
}

const visitBlock = (element: HtmlElement, place: HtmlPlace, context: HtmlContext, sink: HtmlSink): void => {
  const { tagName } = element
  if (/^h[1-6]$/.test(tagName)) sink.flush({ type: 'heading', level: Number(tagName[1]) })
  if (tagName === 'figcaption') sink.flush({ type: 'caption' })
  const blocks = heldBlocks(element, place, context)
  if (blocks === null) walk(element.childNodes, place, context, sink)
  else for (const block of blocks) sink.block(block)
  sink.flush({ type: 'paragraph' })
}

/** The blocks of an element that holds blocks; null for any other, and where too many are held in each other. */
const heldBlocks = (element: HtmlElement, place: HtmlPlace, context: HtmlContext): readonly FlowBlock[] | null => {
  const { tagName } = element
  const inside = { ...place, held: place.held + 1 }
  if (tagName === 'ul' || tagName === 'ol' || tagName === 'menu')
    return listBlocks(element, place, context, (nodes, list, item) =>
      readNodes(nodes, { ...(item === null ? inside : styledPlace(item, inside, context)), list }, context),
    )
  if (tagName === 'pre') {
    const text = rawText(element).replace(/^\n/, '').trimEnd()
    return text === '' ? [] : [{ type: 'code', text }]
  }
  if (inside.held > maxHeldDepth) return null
  if (tagName === 'dl')
    return definitionBlocks(element, place, (nodes, item) =>
      readNodes(nodes, item === null ? inside : styledPlace(item, inside, context), context),
    )
  if (tagName === 'blockquote')
    return quoteBlocks(readNodes(element.childNodes, { ...inside, list: 0 }, context), place.held)
  if (tagName !== 'table' || isLayoutTable(element, context)) return null
  const { strikethrough } = place.look
  const inCells = { ...inside, list: 0, look: strikethrough === true ? { strikethrough } : {} }
  return htmlTableBlock(element, inCells, context, readCellNodes(inCells, context))
}

/** Reads nodes of a table, given the row and the group of rows in which they are. */
const readCellNodes =
  (place: HtmlPlace, context: HtmlContext) =>
  (nodes: readonly HtmlNode[], around: readonly HtmlElement[]): FlowBlock[] =>
    readNodes(
      nodes,
      around.reduce((outer, part) => styledPlace(part, outer, context), place),
      context,
    )

/** Characters with their reading (`rt`), which is printed above them. */
const ruby = (element: HtmlElement, place: HtmlPlace, context: HtmlContext, sink: HtmlSink): void => {
  let base: HtmlNode[] = []
  const put = (reading: string): void => {
    const look = reading === '' ? place.look : { ...place.look, ruby: reading }
    walk(base, { ...place, look }, context, sink)
    base = []
  }
  const readings = (parent: HtmlElement): string =>
    parent.tagName === 'rt' ? rawText(parent) : childElements(parent).map(readings).join('')
  for (const node of element.childNodes) {
    if (isElement(node) && (node.tagName === 'rt' || node.tagName === 'rtc'))
      put(readings(node).replaceAll(/\s+/g, ' ').trim())
    else base.push(node)
  }
  put('')
}
