import type { XmlElement } from '../../xml/element.ts'
import { childOf, findFirst } from '../../xml/element.ts'
import { mostShapes, shapeOverlap } from './parameters.ts'

/** The place of a shape on its slide, in units of any kind. */
export type SlideFrame = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The frame that a shape has of its own, or null where it takes that of its layout. */
export const frameOfShape = (shape: XmlElement): SlideFrame | null => {
  const transform = [
    childOf(shape, 'p:spPr', 'a:xfrm'),
    childOf(shape, 'p:grpSpPr', 'a:xfrm'),
    childOf(shape, 'p:xfrm'),
  ].find((one) => one !== undefined)
  const offset = findFirst(transform, 'a:off')?.attributes
  const extent = findFirst(transform, 'a:ext')?.attributes
  const [left, top, width, height] = [offset?.['x'], offset?.['y'], extent?.['cx'], extent?.['cy']].map(Number)
  if (left === undefined || top === undefined || width === undefined || height === undefined) return null
  return [left, top, width, height].every(Number.isFinite)
    ? { left, top, right: left + width, bottom: top + height }
    : null
}

/**
 * Shapes in the order in which they are read. A file has them in that in which they were drawn, which holds unless it
 * puts a shape behind another that is below it or to its right. Shapes without a frame stay behind their
 * predecessor.
 */
export const shapesInReadingOrder = <Shape extends { readonly frame: SlideFrame | null }>(
  shapes: readonly Shape[],
  rightToLeft: boolean,
): Shape[] => {
  const framed = shapes.flatMap(({ frame }, index) => (frame === null ? [] : [{ frame, index }]))
  if (framed.length > mostShapes) return [...shapes]
  const order: Shape[] = []
  const left = new Set(framed)
  let at = 0
  const putUnframed = (): void => {
    for (let shape = shapes[at]; shape !== undefined && shape.frame === null; shape = shapes[(at += 1)])
      order.push(shape)
  }
  putUnframed()
  while (left.size > 0) {
    const rest = [...left]
    // Shapes in a ring come as the file has them.
    const next =
      rest.find((one) => !rest.some((other) => other !== one && isBefore(other.frame, one.frame, rightToLeft))) ??
      rest[0]
    if (next === undefined) break
    left.delete(next)
    at = next.index
    const shape = shapes[at]
    if (shape !== undefined) order.push(shape)
    at += 1
    putUnframed()
  }
  return order
}

/** Tells whether one shape is read before another wherever the file has them: above it, or to the left of it. */
const isBefore = (one: SlideFrame, other: SlideFrame, rightToLeft: boolean): boolean => {
  const across = overlapShareOfStretches(one.left, one.right, other.left, other.right)
  const down = overlapShareOfStretches(one.top, one.bottom, other.top, other.bottom)
  if (across > shapeOverlap.aligned && down <= shapeOverlap.apart) return one.top < other.top
  if (down > shapeOverlap.aligned && across <= shapeOverlap.apart)
    return rightToLeft ? one.left > other.left : one.left < other.left
  return false
}

/** The part of the shorter of two stretches that lies in the other one. */
const overlapShareOfStretches = (from: number, to: number, otherFrom: number, otherTo: number): number => {
  const length = Math.min(to - from, otherTo - otherFrom)
  return length <= 0 ? 0 : Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom)) / length
}
