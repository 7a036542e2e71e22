import type { TextRun } from '@polyparse/document'
import { type FindPicture, type FlowBlock, flowText } from '../../flow/flow.ts'
import { formatListNumber } from '../../flow/list-number.ts'
import { type Look, lookInside } from './inline.ts'
import {
  attribute,
  deepest,
  descendants,
  type Element,
  elementsOf,
  formulaOf,
  isElement,
  isHidden,
  isText,
  type Node,
  type Parent,
  rawText,
} from './nodes.ts'
import { isLayoutTable, tableBlock } from './table.ts'

type Kind = Pick<FlowBlock, 'type' | 'level' | 'marker'>

/** The state of the walk: the style of text, the depth of lists, and the depth of elements. */
type Place = { readonly look: Look; readonly list: number; readonly depth: number }

const paragraph: Kind = { type: 'paragraph' }

/** Elements that do not interrupt a paragraph. */
const inline = new Set(
  'a abbr b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark q rb rtc ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

const integer = (element: Element, name: string): number | null => {
  const value = Number.parseInt(attribute(element, name) ?? '', 10)
  return Number.isSafeInteger(value) ? value : null
}

/** The blocks of a parsed HTML document, in order; a picture stands after the block in which it is. */
export const blocksOf = (root: Parent, findPicture: FindPicture = () => null): FlowBlock[] => {
  const blocks: FlowBlock[] = []
  let pending: TextRun[] = []
  let pictures: FlowBlock[] = []
  let kind = paragraph

  /** Ends the block in the making; what follows is a paragraph again. */
  const flush = (): void => {
    const content = flowText(pending)
    if (content.text !== '') {
      blocks.push({ ...kind, ...content })
      kind = paragraph
    }
    for (const picture of pictures) blocks.push(picture)
    pending = []
    pictures = []
  }
  const block = (as: Kind, element: Element, place: Place): void => {
    flush()
    kind = as
    walk(element.childNodes, place)
    flush()
    kind = paragraph
  }

  const walk = (nodes: readonly Node[], place: Place): void => {
    if (place.depth > deepest) return
    for (const node of nodes) {
      if (isText(node)) pending.push({ text: node.value.replaceAll(/\s+/g, ' '), ...place.look })
      else if (isElement(node) && node.tagName === 'svg') drawing(node)
      else if (isElement(node) && !isHidden(node)) visit(node, { ...place, depth: place.depth + 1 })
    }
  }

  const visit = (element: Element, place: Place): void => {
    const { tagName } = element
    if (tagName === 'br') pending.push({ text: '\n', ...place.look })
    else if (tagName === 'img') image(element, place)
    else if (tagName === 'math') formula(element, place)
    else if (tagName === 'rt') reading(element, place)
    else if (inline.has(tagName)) walk(element.childNodes, { ...place, look: lookInside(element, place.look) })
    else if (/^h[1-6]$/.test(tagName)) block({ type: 'heading', level: Number(tagName[1]) }, element, place)
    else if (tagName === 'figcaption') block({ type: 'caption' }, element, place)
    else if (tagName === 'ul' || tagName === 'ol' || tagName === 'menu')
      list(element, { ...place, list: place.list + 1 })
    else if (tagName === 'pre') code(element)
    else if (tagName === 'table' && !isLayoutTable(element)) table(element)
    else {
      flush()
      walk(element.childNodes, place)
      flush()
    }
  }

  /** A formula that is displayed is a block of its own. */
  const formula = (element: Element, place: Place): void => {
    const text = formulaOf(element)
    if (text === '') return
    if (attribute(element, 'display') !== 'block') pending.push({ ...place.look, text, code: true })
    else {
      flush()
      blocks.push({ type: 'formula', text })
    }
  }

  /** The reading of the characters in front of it (`ruby`); the parentheses for browsers that cannot show it are hidden. */
  const reading = (element: Element, place: Place): void => {
    const text = rawText(element).trim()
    if (text !== '') pending.push({ text: `(${text.replaceAll(/\s+/g, ' ')})`, ...place.look })
  }

  const image = (element: Element, place: Place): void => {
    const alt = attribute(element, 'alt') ?? ''
    const picture = findPicture(attribute(element, 'src') ?? '')
    if (picture === null) pending.push({ text: alt, ...place.look })
    else pictures.push({ type: 'picture', text: alt.replaceAll(/\s+/g, ' ').trim(), picture })
  }

  /** The pictures in a drawing (SVG), as covers of books often are. */
  const drawing = (element: Element): void => {
    for (const inner of descendants(element)) {
      const picture = inner.tagName === 'image' ? findPicture(attribute(inner, 'href') ?? '') : null
      if (picture !== null) pictures.push({ type: 'picture', text: '', picture })
    }
  }

  const list = (element: Element, place: Place): void => {
    flush()
    const items = elementsOf(element).filter((one) => !isHidden(one))
    const step = attribute(element, 'reversed') === null ? 1 : -1
    const format = attribute(element, 'type') ?? '1'
    let number = integer(element, 'start') ?? (step === 1 ? 1 : items.filter(({ tagName }) => tagName === 'li').length)
    for (const child of items) {
      if (child.tagName === 'li') {
        number = integer(child, 'value') ?? number
        const marker = element.tagName === 'ol' ? `${formatListNumber(number, format)}.` : '•'
        block({ type: 'list_item', level: Math.min(place.list, 100), marker }, child, place)
        number += step
      } else visit(child, place)
    }
  }

  const code = (element: Element): void => {
    flush()
    const text = rawText(element).replace(/^\n/, '').trimEnd()
    if (text !== '') blocks.push({ type: 'code', text })
  }

  const table = (element: Element): void => {
    flush()
    for (const table of tableBlock(element)) blocks.push(table)
  }

  walk(root.childNodes, { look: {}, list: 0, depth: 0 })
  flush()
  return blocks
}
