import { useEffect, useMemo, useState } from 'react'
import type { Reading } from './reading.ts'
import { hitsOn, patternOf, type Hit } from './search.ts'

export type Search = {
  readonly query: string
  readonly pattern: RegExp | null
  /** All of them, once the whole document has been searched; until then those found so far. */
  readonly hits: readonly Hit[]
  readonly isSearching: boolean
}

/** How long the page is busy at a stretch, in milliseconds: less than one frame. */
const stretchMs = 10

/** How long the query must rest before a search begins, in milliseconds. */
const restMs = 120

type Found = { readonly pattern: RegExp | null; readonly hits: readonly Hit[]; readonly isSearching: boolean }

const nothing: Found = { pattern: null, hits: [], isSearching: false }

/** Searches all pages, in stretches between which the page can do other things. */
export const useSearch = (reading: Reading | null, query: string): Search => {
  const pattern = useMemo(() => patternOf(query), [query])
  const [found, setFound] = useState(nothing)
  useEffect(() => {
    if (reading === null || pattern === null) return setFound(nothing)
    const hits: Hit[] = []
    let index = 0
    const go = () => {
      const end = performance.now() + stretchMs
      while (index < reading.pages.length && performance.now() < end) {
        const page = reading.pages[index]
        if (page !== undefined) hits.push(...hitsOn(page, reading.tables, pattern))
        index += 1
      }
      const isSearching = index < reading.pages.length
      if (!isSearching) setFound({ pattern, hits, isSearching })
      else timer = setTimeout(go, 0)
    }
    let timer = setTimeout(go, restMs)
    return () => clearTimeout(timer)
  }, [reading, pattern])
  const isCurrent = found.pattern === pattern
  return { query, pattern, hits: isCurrent ? found.hits : [], isSearching: pattern !== null && !isCurrent }
}
