import { useEffect, useRef, type RefObject } from 'react'
import { mark, rangesIn, unmark } from './highlights.ts'

/** The parts of the page in which hits are marked. */
export type Highlighted<Hit> = {
  /** Selects the parts in which hits are counted. */
  readonly parts: string
  /** Tells whether a part is the one of a hit. */
  readonly has: (part: Element, hit: Hit) => boolean
}

/** Marks the hits of a search in the drawn parts, and brings the current one into sight. */
export const useHighlights = <Hit extends { readonly nth: number }>(
  scroller: RefObject<HTMLElement | null>,
  pattern: RegExp | null,
  hit: Hit | null,
  { parts, has }: Highlighted<Hit>,
): void => {
  const reached = useRef<Hit | null>(null)
  // This runs after every rendering, because each draws other parts.
  useEffect(() => {
    const element = scroller.current
    if (element === null || pattern === null) return
    const ranges: Range[] = []
    let current: Range | null = null
    for (const part of element.querySelectorAll(parts)) {
      const found = rangesIn(part, pattern)
      ranges.push(...found)
      if (hit !== null && has(part, hit)) current = found[Math.min(hit.nth, found.length - 1)] ?? null
    }
    mark(ranges, current)
    if (current !== null && reached.current !== hit) {
      reached.current = hit
      current.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    return unmark
  })
}
