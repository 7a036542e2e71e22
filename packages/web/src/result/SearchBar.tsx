import { ChevronDownIcon, ChevronUpIcon, SearchIcon, XIcon } from '../design/icons.tsx'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { formatNumber } from '../design/format.ts'
import type { Find } from './useFind.ts'
import type { TextSearch } from './useSearch.ts'
import { useMessages } from '../language/messages.ts'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'
import './search.css'

type SearchBarProps = { readonly find: Find<unknown> }

/** Finds a text in the whole document. Enter and Shift+Enter go on and back; Escape closes it. */
export const SearchBar = ({ find: { search, hitIndex: current, change, goTo, close } }: SearchBarProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const field = useRef<HTMLInputElement>(null)
  const { query, hits, isSearching } = search
  useEffect(() => {
    const before = document.activeElement
    field.current?.select()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const step = (by: number) => {
    if (hits.length > 0) goTo((current + by + hits.length) % hits.length)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = { Enter: () => step(event.shiftKey ? -1 : 1), Escape: close }[event.key]
    if (action === undefined || (event.key === 'Enter' && event.target !== field.current)) return
    event.preventDefault()
    action()
  }
  return (
    // The keys work in the field and at its buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <search className="search-bar" onKeyDown={onKeyDown}>
      <SearchIcon size={15} aria-hidden />
      <input
        ref={field}
        className="search-field"
        type="text"
        aria-label={viewMessages.result.find}
        placeholder={viewMessages.result.find}
        value={query}
        onChange={({ target }) => change(target.value)}
      />
      <span className="search-count small muted" role="status">
        {countOf(search, isSearching, current)}
      </span>
      <button
        type="button"
        className="button quiet icon"
        aria-label={viewMessages.result.previousHit}
        title={`${viewMessages.result.previousHit} (${messages.keys.shift}+${messages.keys.enter})`}
        disabled={hits.length === 0}
        onClick={() => step(-1)}
      >
        <ChevronUpIcon size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label={viewMessages.result.nextHit}
        title={`${viewMessages.result.nextHit} (${messages.keys.enter})`}
        disabled={hits.length === 0}
        onClick={() => step(1)}
      >
        <ChevronDownIcon size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label={viewMessages.result.closeSearch}
        title={`${viewMessages.result.close} (Esc)`}
        onClick={close}
      >
        <XIcon size={16} aria-hidden />
      </button>
    </search>
  )
}

const countOf = ({ pattern, hits }: TextSearch<unknown>, isSearching: boolean, current: number): string => {
  const viewMessages = readViewMessages()
  if (pattern === null) return ''
  if (isSearching) return '…'
  if (hits.length === 0) return viewMessages.result.notFound
  return viewMessages.result.hitOf(formatNumber(current + 1), formatNumber(hits.length))
}
