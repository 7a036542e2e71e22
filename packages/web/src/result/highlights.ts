/** The texts in an element that are searched one by one, as the hits are counted. */
const textHolders = 'p, td, th, pre, blockquote, .list-item > div, .block-body'

/** The elements that a search skips: the app's own marks, and text that is repeated elsewhere. */
const unsearched = '.list-marker, rt, caption, .sign, .gap'

/** Returns where a pattern occurs in the text of an element. */
export const rangesIn = (element: Element, pattern: RegExp): Range[] => {
  const holders = new Map<Element, Text[]>()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement?.closest(textHolders)
    if (holder === null || holder === undefined || !(node instanceof Text)) continue
    if (node.parentElement?.closest(unsearched) !== null) continue
    holders.set(holder, [...(holders.get(holder) ?? []), node])
  }
  return [...holders.values()].flatMap((nodes) => rangesOf(nodes, pattern))
}

const rangesOf = (nodes: readonly Text[], pattern: RegExp): Range[] =>
  [
    ...nodes
      .map(({ data }) => data)
      .join('')
      .matchAll(pattern),
  ].flatMap(({ 0: text, index }) => {
    const [start, end] = [placeAt(nodes, index), placeAt(nodes, index + text.length)]
    if (start === null || end === null) return []
    const range = document.createRange()
    range.setStart(start.node, start.offset)
    range.setEnd(end.node, end.offset)
    return [range]
  })

const placeAt = (nodes: readonly Text[], at: number): { readonly node: Text; readonly offset: number } | null => {
  let before = 0
  for (const node of nodes) {
    if (at <= before + node.length) return { node, offset: at - before }
    before += node.length
  }
  return null
}

/**
 * Marks ranges of the page, and one of them as the current one. The marks are no elements, so a selection that is copied
 * has none of them.
 */
export const mark = (ranges: readonly Range[], current: Range | null): void => {
  CSS.highlights.set('search', new Highlight(...ranges))
  if (current === null) CSS.highlights.delete('search-current')
  else CSS.highlights.set('search-current', Object.assign(new Highlight(current), { priority: 1 }))
}

export const unmark = (): void => {
  CSS.highlights.delete('search')
  CSS.highlights.delete('search-current')
}
