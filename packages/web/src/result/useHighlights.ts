import { useEffect, useRef, type RefObject } from 'react'
import { mark, rangesIn, unmark } from './highlights.ts'
import type { Hit } from './search.ts'

/** Marks what a search has found in the blocks that are drawn, and brings the current hit into sight. */
export const useHighlights = (
  scroller: RefObject<HTMLElement | null>,
  pattern: RegExp | null,
  hit: Hit | null,
): void => {
  const reached = useRef<Hit | null>(null)
  // After every rendering, because it draws other blocks.
  useEffect(() => {
    const element = scroller.current
    if (element === null || pattern === null) return
    const ranges: Range[] = []
    let current: Range | null = null
    for (const block of element.querySelectorAll<HTMLElement>('[data-block]')) {
      const body = block.querySelector('.block-body')
      const found = body === null ? [] : rangesIn(body, pattern)
      ranges.push(...found)
      if (hit !== null && block.dataset['block'] === hit.block)
        current = found[Math.min(hit.nth, found.length - 1)] ?? null
    }
    mark(ranges, current)
    if (current !== null && reached.current !== hit) {
      reached.current = hit
      current.startContainer.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    return unmark
  })
}
