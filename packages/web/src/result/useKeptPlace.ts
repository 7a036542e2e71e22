import type { Virtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { isSameAbove, lineAt, placeOfLine, type LineAtPlace } from './line-place.ts'

/**
 * Keeps the line that is at the upper edge where it is while the text around it changes: as pages come in, and when the
 * result takes the place of what was read of it. Resolves to what is to be called when the text is scrolled.
 */
export const useKeptPlace = (
  pieces: readonly string[],
  virtual: Virtualizer<HTMLDivElement, Element>,
  scroller: RefObject<HTMLDivElement | null>,
): (() => void) => {
  const upper = useRef<(LineAtPlace & { readonly shift: number }) | null>(null)
  const shown = useRef(pieces)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = pieces
    if (upper.current === null || isSameAbove(before, pieces, upper.current)) return
    const place = placeOfLine(pieces, upper.current)
    const item = place === null ? undefined : virtual.measurementsCache[place.piece]
    if (place === null || item === undefined) return
    virtual.scrollToOffset(item.start + place.share * item.size + upper.current.shift)
    // This runs when the text changes.
  }, [pieces])
  return () => {
    const top = scroller.current?.scrollTop ?? 0
    const item = virtual.getVirtualItemForOffset(top)
    const line =
      item === undefined || top === 0 ? null : lineAt(pieces, item.index, (top - item.start) / Math.max(1, item.size))
    upper.current =
      line === null || item === undefined ? null : { ...line, shift: top - item.start - line.share * item.size }
  }
}
