import { useEffect, useMemo, useState } from 'react'
import { patternOf, type Searched } from './search.ts'

export type TextSearch<Hit> = {
  readonly query: string
  readonly pattern: RegExp | null
  /** None until the whole document has been searched. */
  readonly hits: readonly Hit[]
  readonly isSearching: boolean
}

/** The time for which the page is busy at a stretch, in milliseconds: less than one frame. */
const stretchMs = 10

/** The time that the query must rest before a search begins, in milliseconds. */
const searchRestMs = 120

type HitsOfPattern<Hit> = { readonly pattern: RegExp | null; readonly hits: readonly Hit[] }

/** Searches everything, in stretches between which the page can do other things. `searched` must be the same object. */
export const useSearch = <Hit>(searched: Searched<Hit> | null, query: string): TextSearch<Hit> => {
  const pattern = useMemo(() => patternOf(query), [query])
  const [found, setFound] = useState<HitsOfPattern<Hit>>({ pattern: null, hits: [] })
  useEffect(() => {
    if (searched === null || pattern === null) return setFound({ pattern: null, hits: [] })
    const hits: Hit[] = []
    let index = 0
    const go = () => {
      const end = performance.now() + stretchMs
      while (index < searched.count && performance.now() < end) {
        hits.push(...searched.hitsOf(index, pattern))
        index += 1
      }
      if (index >= searched.count) setFound({ pattern, hits })
      else timer = setTimeout(go, 0)
    }
    let timer = setTimeout(go, searchRestMs)
    return () => clearTimeout(timer)
  }, [searched, pattern])
  const isCurrent = found.pattern === pattern
  return useMemo(
    () => ({ query, pattern, hits: isCurrent ? found.hits : [], isSearching: pattern !== null && !isCurrent }),
    [query, pattern, isCurrent, found],
  )
}
