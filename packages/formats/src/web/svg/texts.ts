import type { TextRun } from '@polyparse/document'
import { type FlowPicture } from '../../flow/flow.ts'
import { elementsIn, isXmlElement, textOfElement, type XmlElement } from '../../xml/element.ts'
import { safeHref } from '../html/html-inline.ts'
import { embeddedPicture } from '../html/nodes.ts'
import { letterWidth, maxCopies, maxElements, usualSize } from './parameters.ts'
import { addressOfUse, isHiddenShape, numberOf, type SvgPlace, placeIn } from './properties.ts'
import { apply, svgIdentity, times } from './transforms.ts'

/** A text at a place: where its first letter is, in the units of the drawing, right and down. */
export type PlacedText = {
  readonly x: number
  readonly y: number
  /** The height of its letters as displayed. */
  readonly size: number
  readonly width: number
  /** True if it runs to the right, as nearly all does. */
  readonly isLevel: boolean
  readonly runs: readonly TextRun[]
  /** The element that it is a part of. */
  readonly source: XmlElement
}

export type SvgDrawing = {
  readonly texts: PlacedText[]
  /** Names and descriptions of parts of the drawing. */
  readonly descriptions: string[]
  readonly pictures: FlowPicture[]
  /** Pictures in other files. */
  images: number
  elements: number
  copies: number
  /** Characters in copies. */
  copied: number
}

const neverShown = new Set(
  'defs symbol clipPath mask pattern marker style script metadata linearGradient radialGradient filter'.split(' '),
)

/** The texts of a drawing with their places, copies of parts (`use`) included. Nothing outside it is looked for. */
export const textsIn = (root: XmlElement): SvgDrawing => {
  const drawing: SvgDrawing = {
    texts: [],
    descriptions: [],
    pictures: [],
    images: 0,
    elements: 0,
    copies: 0,
    copied: 0,
  }
  const named = new Map<string, XmlElement>()
  for (const one of allIn(root)) if (one.attributes['id'] !== undefined) named.set(one.attributes['id'], one)

  const walk = (element: XmlElement, place: SvgPlace): void => {
    for (const child of elementsIn(element)) visit(child, place)
  }
  const visit = (element: XmlElement, around: SvgPlace): void => {
    drawing.elements += 1
    if (drawing.elements > maxElements || neverShown.has(element.name) || isHiddenShape(element)) return
    const place = placeIn(element, around)
    const address = addressOfUse(element)
    if (element.name === 'text') placeText(element, place, drawing)
    else if (element.name === 'title' || element.name === 'desc') addSvgDescription(element, drawing)
    else if (element.name === 'foreignObject') placeForeign(element, place, drawing)
    else if (element.name === 'image') addPicture(address, drawing)
    else if (element.name === 'switch') for (const first of elementsIn(element).slice(0, 1)) visit(first, place)
    else if (element.name === 'use') {
      const target = named.get(address.replace(/^#/, ''))
      const matrix = times(place.matrix, [1, 0, 0, 1, numberOf(element, 'x'), numberOf(element, 'y')])
      const copied = { ...place, matrix, copies: place.copies + 1 }
      drawing.copies += 1
      if (target === undefined || place.copies >= maxCopies.depth || drawing.copies > maxCopies.count) return
      if (target.name === 'symbol' || target.name === 'svg') walk(target, copied)
      else visit(target, copied)
    } else if (element.name === 'a') {
      const href = /^https?:|^mailto:/i.test(address) ? safeHref(address) : null
      walk(element, { ...place, look: { ...place.look, ...(href !== null && { href }) } })
    } else walk(element, place)
  }
  walk(root, placeIn(root, { matrix: svgIdentity, size: usualSize, anchor: 'start', look: {}, copies: 0 }))
  return drawing
}

const allIn = function* (element: XmlElement): Generator<XmlElement> {
  for (const child of elementsIn(element)) {
    yield child
    yield* allIn(child)
  }
}

/** A text, which goes on at another place with each part of it that has a place of its own. */
const placeText = (element: XmlElement, place: SvgPlace, drawing: SvgDrawing): void => {
  let [x, y] = [numberOf(element, 'x') + numberOf(element, 'dx'), numberOf(element, 'y') + numberOf(element, 'dy')]
  let runs: TextRun[] = []
  let current = place
  const end = (): void => {
    const text = runs
      .map((run) => run.text)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const { matrix, size } = current
    const width = text.length * size * letterWidth
    const shift = current.anchor === 'middle' ? width / 2 : current.anchor === 'end' ? width : 0
    const scale = Math.hypot(matrix[0], matrix[1]) || 1
    const [left, baseline] = apply(matrix, x - shift, y)
    const isLevel = Math.abs(matrix[1]) < Math.abs(matrix[0]) / 10 && matrix[0] > 0
    if (place.copies > 0) drawing.copied += text.length
    const isTooMuch = place.copies > 0 && drawing.copied > maxCopies.characters
    if (text !== '' && !isTooMuch)
      drawing.texts.push({
        x: left,
        y: baseline,
        size: size * scale,
        width: width * scale,
        isLevel,
        runs,
        source: element,
      })
    x += width
    runs = []
  }
  const walk = (parent: XmlElement, inside: SvgPlace): void => {
    for (const child of parent.children) {
      if (!isXmlElement(child)) runs.push({ text: child, ...inside.look })
      else if ((child.name === 'tspan' || child.name === 'a' || child.name === 'textPath') && !isHiddenShape(child))
        part(child, inside)
    }
  }
  const part = (child: XmlElement, inside: SvgPlace): void => {
    const { attributes } = child
    const isPlaced = ['x', 'y', 'dy'].some(
      (name) => attributes[name] !== undefined && (name !== 'dy' || numberOf(child, name) !== 0),
    )
    const own = placeIn(child, inside)
    const href =
      child.name === 'a' && /^https?:|^mailto:/i.test(addressOfUse(child)) ? safeHref(addressOfUse(child)) : null
    if (isPlaced) {
      end()
      if (attributes['x'] !== undefined) x = numberOf(child, 'x')
      if (attributes['y'] !== undefined) y = numberOf(child, 'y')
      const unit = /em\s*$/.test(attributes['dy'] ?? '') ? own.size : 1
      y += numberOf(child, 'dy') * unit
      x += numberOf(child, 'dx')
      current = own
    }
    walk(child, { ...own, look: { ...own.look, ...(href !== null && { href }) } })
  }
  walk(element, place)
  end()
}

/** HTML within a drawing, as programs for diagrams write it: its text at the place of its box. */
const placeForeign = (element: XmlElement, { matrix, size, look }: SvgPlace, { texts }: SvgDrawing): void => {
  const text = textOfElement(element).replaceAll(/\s+/g, ' ').trim()
  const [x, y] = apply(matrix, numberOf(element, 'x'), numberOf(element, 'y'))
  if (text !== '')
    texts.push({
      x,
      y,
      size,
      width: text.length * size * letterWidth,
      isLevel: false,
      runs: [{ text, ...look }],
      source: element,
    })
}

const addSvgDescription = (element: XmlElement, { descriptions }: SvgDrawing): void => {
  const text = textOfElement(element).replaceAll(/\s+/g, ' ').trim()
  if (text !== '') descriptions.push(text)
}

const addPicture = (address: string, drawing: SvgDrawing): void => {
  const picture = embeddedPicture(address)
  if (picture !== null) drawing.pictures.push(picture)
  else if (address !== '') drawing.images += 1
}
