import { NamedProvider } from '../session/NamedProvider.tsx'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ComparedDocument } from '@polyparse/compare/view'
import type { Preview } from '../pdf/preview.ts'
import { nextZoom } from '../design/zoom.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { useHighlights, type Highlighted } from '../result/useHighlights.ts'
import type { TextSearch } from '../result/useSearch.ts'
import { useWheelZoom } from '../result/useWheelZoom.ts'
import { BoxColumn } from './BoxColumn.tsx'
import type { ColumnHit } from './search-readings.ts'
import { useSelection } from './selection.ts'
import type { Sheets } from './sheets.ts'
import { TextColumn } from './TextColumn.tsx'
import { useJump } from './useJump.ts'
import './columns.css'

export type ColumnLook = 'text' | 'page'

type ColumnsProps = {
  readonly document: ComparedDocument
  readonly sheets: Sheets
  readonly look: ColumnLook
  readonly search: TextSearch<ColumnHit>
  readonly hit: ColumnHit | null
  /** The zoom of the pages. */
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  readonly preview: Preview | null
  /** A narrow screen shows only one of the two panes. */
  readonly isShown: boolean
  readonly hrefOfReading: (provider: string) => string
}

/**
 * The providers in columns and the pages in rows, so that all columns are at the same page, however much text each has.
 * Only the pages in sight are drawn.
 */
export const Columns = ({
  document,
  sheets,
  look,
  search,
  hit,
  zoom,
  onZoom,
  preview,
  isShown,
  hrefOfReading,
}: ColumnsProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const selection = useSelection()
  const scroller = useRef<HTMLDivElement>(null)
  const { pages, providers } = sheets
  const virtual = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (look === 'page' ? 560 * zoom : 900),
    overscan: 1,
  })
  useWheelZoom(scroller, look === 'page' ? (by) => onZoom(nextZoom(zoom, by)) : null)
  const upper = useRef(0)
  useLayoutEffect(() => {
    virtual.measure()
    // The same page stays in sight.
    if (upper.current > 0) virtual.scrollToIndex(upper.current, { align: 'start' })
  }, [zoom, virtual])
  useEffect(() => {
    if (hit !== null) virtual.scrollToIndex(hit.row, { align: isInSight(virtual, hit.row) ? 'auto' : 'start' })
  }, [hit, virtual])
  useHighlights(scroller, look === 'text' ? search.pattern : null, hit, highlighted)
  const hitsByPlace = useMemo(() => Map.groupBy(search.hits, ({ row, column }) => `${row} ${column}`), [search.hits])
  const shifts = useJump({ scroller, virtual, sheets, selection, isShown, disputes: document.disputes })
  return (
    <div
      ref={scroller}
      className="columns"
      onScroll={() => {
        upper.current = virtual.range?.startIndex ?? 0
      }}
      role="region"
      tabIndex={0}
      aria-label={viewMessages.compare.readingsSideBySide}
      style={{ '--columns': providers.length, ...(look === 'page' && { '--zoom': zoom }) }}
    >
      <div className="columns-heads">
        {providers.map(({ id, hue }, at) => (
          <a
            key={id}
            className={`columns-head hue-${hue}`}
            href={hrefOfReading(id)}
            title={viewMessages.compare.wholeReading(id)}
          >
            <span>
              <NamedProvider id={id} />
            </span>
            {search.pattern !== null && !search.isSearching && (
              <span className="columns-hits">
                {viewMessages.compare.hits(search.hits.filter(({ column }) => column === at).length)}
              </span>
            )}
          </a>
        ))}
      </div>
      <div className="columns-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const page = pages[index]
          if (page === undefined) return null
          const name = page === null ? viewMessages.compare.wholeDocument : messages.common.pageNumber(page)
          const sheet = sheets.sheet(page)
          return (
            <section
              key={index}
              data-index={index}
              ref={virtual.measureElement}
              className="columns-page"
              aria-label={name}
              style={{ transform: `translateY(${start}px)` }}
            >
              <h3>{name}</h3>
              <div className="columns-row">
                {sheet.columns.map((column, at) =>
                  look === 'text' ? (
                    <TextColumn
                      key={column.provider.id}
                      column={column}
                      current={selection.dispute ?? null}
                      shift={shifts?.row === index ? (shifts.of[at] ?? 0) : 0}
                    />
                  ) : (
                    <BoxColumn
                      key={column.provider.id}
                      sheet={sheet}
                      at={at}
                      document={document}
                      blocks={page === null ? [] : sheets.blocks(at, page)}
                      preview={preview}
                      current={selection.dispute ?? null}
                      hits={hitsByPlace.get(`${index} ${at}`) ?? noColumnHits}
                      hit={hit}
                    />
                  ),
                )}
              </div>
            </section>
          )
        })}
      </div>
    </div>
  )
}

const noColumnHits: readonly ColumnHit[] = []

/** The parts of the columns in which a search marks its hits. */
const highlighted: Highlighted<ColumnHit> = {
  parts: '.text-column [data-unit]',
  has: (part, { row, column, unit }) => {
    const own = part.closest('.text-column')
    return (
      part.getAttribute('data-unit') === String(unit) &&
      part.closest('[data-index]')?.getAttribute('data-index') === String(row) &&
      own !== null &&
      [...(own.parentElement?.children ?? [])].indexOf(own) === column
    )
  },
}

const isInSight = (
  { range }: { readonly range: { readonly startIndex: number; readonly endIndex: number } | null },
  index: number,
): boolean => range !== null && index >= range.startIndex && index <= range.endIndex
