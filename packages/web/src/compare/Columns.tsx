import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ComparedDocument } from '@polyparse/compare/view'
import type { Preview } from '../pdf/preview.ts'
import { hrefOf, useRoute } from '../routing/route.ts'
import { BoxColumn } from './BoxColumn.tsx'
import { useSelection } from './selection.ts'
import type { Sheets } from './sheets.ts'
import { TextColumn } from './TextColumn.tsx'
import { useJump } from './useJump.ts'
import { messages } from '../language/messages.ts'
import './columns.css'

export type Look = 'text' | 'page'

type Props = {
  readonly document: ComparedDocument
  readonly sheets: Sheets
  readonly look: Look
  readonly preview: Preview | null
  /** A narrow screen shows only one of the two panes. */
  readonly isShown: boolean
}

/**
 * The providers in columns and the pages in rows, so that all columns are at the same page, however much text each has.
 * Only the pages in sight are drawn.
 */
export const Columns = ({ document, sheets, look, preview, isShown }: Props) => {
  const { path } = useRoute()
  const selection = useSelection()
  const scroller = useRef<HTMLDivElement>(null)
  const { pages, providers } = sheets
  const virtual = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (look === 'page' ? 560 : 900),
    overscan: 1,
  })
  const shifts = useJump({ scroller, virtual, sheets, selection, isShown, disputes: document.disputes })
  return (
    <div
      ref={scroller}
      className="columns"
      role="region"
      tabIndex={0}
      aria-label={messages.compare.readingsSideBySide}
      style={{ '--columns': providers.length }}
    >
      <div className="columns-heads">
        {providers.map(({ id, hue }) => (
          <a
            key={id}
            className={`columns-head hue-${hue % 10}`}
            href={hrefOf([...path, id])}
            title={messages.compare.wholeReading(id)}
          >
            <bdi>{id}</bdi>
          </a>
        ))}
      </div>
      <div className="columns-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const page = pages[index]
          if (page === undefined) return null
          const name = page === null ? messages.compare.wholeDocument : messages.common.pageNumber(page)
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
