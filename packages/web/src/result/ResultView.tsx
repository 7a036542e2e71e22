import { useMemo, useState } from 'react'
import type { BlockValue } from '@polyparse/document/schema'
import type { ParseResult } from '@polyparse/contract'
import { Segments } from '../design/Segments.tsx'
import { usePreview } from '../pdf/usePreview.ts'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import { type Meanwhile, OutputPane } from './OutputPane.tsx'
import { PagePane } from './PagePane.tsx'
import { hasBoxes, resultReading } from './reading.ts'
import { createScrollLink, useScrolledPage } from './scroll-link.ts'
import { SearchBar } from './SearchBar.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { searchedReading } from './search.ts'
import type { Spot } from './spot.ts'
import { useFind } from './useFind.ts'
import './result-view.css'

type ResultViewProps = {
  /** Null while the document is read. */
  readonly result: ParseResult | null
  readonly meanwhile?: Meanwhile | null
  /** The name of the document. */
  readonly name: string
  /** The document, where the browser still has it. */
  readonly file: File | null
  /** The password of an encrypted document. */
  readonly password: string | null
  readonly onFile: (file: File) => void
  /** Those of the comparison that the result is part of. */
  readonly pageImages?: ParseResult['pageImages']
}

/** A reading beside its page, from the first page that has been read to the result, without a jump between them. The selected page, block and tab are part of the address, so that it can be shared. */
export const ResultView = ({ result, meanwhile = null, name, file, password, onFile, pageImages }: ResultViewProps) => {
  const viewMessages = useViewMessages()
  const { path, query } = useRoute()
  const reading = useMemo(() => (result === null ? null : resultReading(result)), [result])
  const preview = usePreview(file, password, pageImages ?? result?.pageImages)
  const [side, setSide] = useState<'page' | 'output'>('output')

  const pages = useMemo(() => reading?.pages.map(({ page }) => page) ?? [], [reading])
  const asked = Number(query['page'])
  const page =
    pages.includes(asked) || (reading === null && Number.isInteger(asked) && asked > 0) ? asked : (pages[0] ?? 1)
  const selected = query['block'] ?? null
  // A link to a place is to its block. Without one, a result opens on what was extracted or its labels, or else on its Markdown.
  const [firstTab] = useState(query['page'] === undefined && selected === null ? null : 'blocks')

  const link = useMemo(() => createScrollLink(), [])
  const replace = (next: Readonly<Record<string, string | number | null>>) =>
    go(hrefOf(path, { ...query, ...next }), { replace: true })
  useScrolledPage(link, (next) => replace({ page: next }))
  const [spot, setSpot] = useState<Spot | null>(null)
  const show = (next: Readonly<Record<string, string | number | null>>) => {
    link.jump()
    setSpot(null)
    replace(next)
  }
  const select = (block: BlockValue) => show({ page: block.page, block: block.id })
  /** Shows the text at the place of a block that was chosen on the page. */
  const selectOnPage = (of: number, id: string) => show({ page: of, block: id, tab: 'blocks' })
  /** Shows the block in the place of a table or a picture. */
  const showPart = (of: number, part: string) => {
    const block = reading?.pages
      .flatMap(({ blocks }) => blocks)
      .find(({ id, table, image }) => [id, table, image].includes(part))
    show({ page: of, block: block?.id ?? null })
    setSide('page')
  }

  const showSpot = (next: Spot, block: string) => {
    show({ page: next.page, block: block === '' ? null : block })
    setSpot(next)
    setSide('page')
  }

  const searched = useMemo(() => (reading === null ? null : searchedReading(reading)), [reading])
  const find = useFind({
    searched,
    onOpen: () => setSide('output'),
    onHit: (hit) => show({ page: hit.page, block: hit.block, tab: 'blocks' }),
    isAhead: (hit) => hit.page >= page,
  })
  const { search, hit } = find

  const hasText = result !== null || (meanwhile !== null && meanwhile.markdown !== '')
  if (!hasText && preview.state !== 'open') return meanwhile?.card
  const hasPage = result === null || preview.state !== 'none' || (reading !== null && hasBoxes(reading))
  return (
    <div className={`result ${!hasText ? 'meanwhile' : hasPage ? `shows-${side}` : 'no-page'}`}>
      {hasPage && hasText && (
        <div className="result-side">
          <Segments
            label={viewMessages.result.whatIsShown}
            options={[
              { value: 'page', label: viewMessages.result.page },
              { value: 'output', label: viewMessages.result.output },
            ]}
            value={side}
            onChange={setSide}
          />
        </div>
      )}
      {result === null && preview.state === 'none' ? (
        <p className="page-pane page-later small muted">{viewMessages.result.pagesLater}</p>
      ) : (
        hasPage && (
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
            spot={spot}
            link={link}
          />
        )
      )}
      {!hasPage && <p className="small muted no-page-note">{viewMessages.result.noPageView}</p>}
      <OutputPane
        link={link}
        onSpot={showSpot}
        search={search}
        hit={hit}
        onSearch={searched !== null && !find.isOpen ? find.open : null}
        searchBar={find.isOpen && <SearchBar find={find} />}
        result={result}
        meanwhile={meanwhile}
        reading={reading}
        name={name}
        page={page}
        tab={query['tab'] ?? firstTab}
        selected={selected}
        onTab={(tab) => show({ tab })}
        onSelect={select}
        onPage={(next) => show({ page: next, block: null })}
        onPart={showPart}
      />
    </div>
  )
}
