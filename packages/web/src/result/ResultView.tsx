import { useEffect, useMemo, useState } from 'react'
import type { BlockValue } from '@polyparse/document/schema'
import type { ParseResult } from '@polyparse/contract'
import { Segments } from '../design/Segments.tsx'
import { usePreview } from '../pdf/usePreview.ts'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import { OutputPane } from './OutputPane.tsx'
import { PagePane } from './PagePane.tsx'
import { hasBoxes, readingOf } from './reading.ts'
import { SearchBar } from './SearchBar.tsx'
import { useSearch } from './useSearch.ts'
import { messages } from '../language/messages.ts'
import './result-view.css'

type Props = {
  readonly result: ParseResult
  /** The name of the document. */
  readonly name: string
  /** The document, where the browser still has it. */
  readonly file: File | null
  /** Of an encrypted document. */
  readonly password: string | null
  readonly onFile: (file: File) => void
}

/** A reading beside its page. The selected page, block and tab are part of the address, so that it can be shared. */
export const ResultView = ({ result, name, file, password, onFile }: Props) => {
  const { path, query } = useRoute()
  const reading = useMemo(() => readingOf(result), [result])
  const preview = usePreview(file, password)
  const [side, setSide] = useState<'page' | 'output'>('output')

  const pages = useMemo(() => reading?.pages.map(({ page }) => page) ?? [], [reading])
  const asked = Number(query['page'])
  const page = pages.includes(asked) ? asked : (pages[0] ?? 1)
  const selected = query['block'] ?? null

  const show = (next: Readonly<Record<string, string | number | null>>) =>
    go(hrefOf(path, { ...query, ...next }), { replace: true })
  const select = (block: BlockValue) => show({ page: block.page, block: block.id })
  /** From the page: the text is shown at the place of the block. */
  const selectOnPage = (id: string) => show({ page, block: id, tab: 'blocks' })
  /** The block that stands for a table or a picture. */
  const showPart = (of: number, part: string) => {
    const block = reading?.pages
      .flatMap(({ blocks }) => blocks)
      .find(({ id, table, image }) => [id, table, image].includes(part))
    show({ page: of, block: block?.id ?? null })
    setSide('page')
  }

  const [sought, setSought] = useState<string | null>(null)
  const search = useSearch(reading, sought ?? '')
  const [hitIndex, setHitIndex] = useState(-1)
  const hit = search.hits[hitIndex] ?? null
  const isSearching = sought !== null
  const canSearch = reading !== null
  useEffect(() => {
    if (!canSearch) return
    const onKeyDown = (event: KeyboardEvent) => {
      // A second time, it is the browser's own search.
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f' || event.altKey || isSearching) return
      event.preventDefault()
      setSought('')
      setSide('output')
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [canSearch, isSearching])
  const find = (next: string | null) => {
    setSought(next)
    setHitIndex(-1)
  }
  const showHit = (index: number) => {
    const next = search.hits[index]
    if (next === undefined) return
    setHitIndex(index)
    show({ page: next.page, block: next.block, tab: 'blocks' })
  }

  const hasPage = preview.state !== 'none' || (reading !== null && hasBoxes(reading))
  return (
    <div className={`result ${hasPage ? `shows-${side}` : 'no-page'}`}>
      {hasPage && (
        <div className="result-side">
          <Segments
            label={messages.result.whatIsShown}
            options={[
              { value: 'page', label: messages.result.page },
              { value: 'output', label: messages.result.output },
            ]}
            value={side}
            onChange={setSide}
          />
        </div>
      )}
      {hasPage && (
        <PagePane
          reading={reading}
          preview={preview}
          page={page}
          selected={selected}
          onPage={(next) => show({ page: next, block: null })}
          onSelect={selectOnPage}
          onFile={onFile}
          hits={search.hits}
          hit={hit}
        />
      )}
      <OutputPane
        search={search}
        hit={hit}
        onSearch={canSearch && !isSearching ? () => find('') : null}
        searchBar={
          isSearching && (
            <SearchBar
              search={search}
              current={hit === null ? -1 : hitIndex}
              onQuery={find}
              onHit={showHit}
              onClose={() => find(null)}
            />
          )
        }
        result={result}
        reading={reading}
        name={name}
        page={page}
        tab={query['tab'] ?? null}
        selected={selected}
        onTab={(tab) => show({ tab })}
        onSelect={select}
        onPage={(next) => show({ page: next, block: null })}
        onPart={showPart}
      />
    </div>
  )
}
