import { useEffect, useLayoutEffect, useState } from 'react'
import type { Searched } from './search.ts'
import { useSearch, type TextSearch } from './useSearch.ts'

export type Find<Hit> = {
  readonly search: TextSearch<Hit>
  readonly isOpen: boolean
  /** The current hit, and its index; null and -1 where there is none. */
  readonly hit: Hit | null
  readonly hitIndex: number
  readonly open: () => void
  readonly close: () => void
  readonly change: (query: string) => void
  readonly goTo: (index: number) => void
}

type FindParts<Hit> = {
  /** Null if there is nothing to search. */
  readonly searched: Searched<Hit> | null
  readonly onOpen: () => void
  readonly onHit: (hit: Hit) => void
  /** Returns whether a hit is where the user is or after it. */
  readonly isAhead: (hit: Hit) => boolean
}

/** Finds a text, goes to its next hit once all are found, and remembers the current one. Ctrl+F opens the search; the second time, the browser's own. */
export const useFind = <Hit>({ searched, onOpen, onHit, isAhead }: FindParts<Hit>): Find<Hit> => {
  const [sought, setSought] = useState<string | null>(null)
  const search = useSearch(searched, sought ?? '')
  const [hitIndex, setHitIndex] = useState(-1)
  const hit = search.hits[hitIndex] ?? null
  const isOpen = sought !== null
  const canSearch = searched !== null
  const change = (query: string | null) => {
    setSought(query)
    setHitIndex(-1)
  }
  const open = () => {
    change('')
    onOpen()
  }
  const goTo = (index: number) => {
    const next = search.hits[index]
    if (next === undefined) return
    setHitIndex(index)
    onHit(next)
  }
  useLayoutEffect(() => {
    if (hit === null) goTo(Math.max(0, search.hits.findIndex(isAhead)))
    // This runs when something else is found, not when the user moves.
  }, [search.hits])
  useEffect(() => {
    if (!canSearch) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || event.altKey || isOpen) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [canSearch, isOpen])
  return {
    search,
    isOpen,
    hit,
    hitIndex: hit === null ? -1 : hitIndex,
    open,
    close: () => change(null),
    change,
    goTo,
  }
}
