import { useVirtualizer } from '@tanstack/react-virtual'
import { TriangleAlertIcon } from '../design/icons.tsx'
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { Warning } from '@polyparse/contract'
import type { BlockValue } from '@polyparse/document/schema'
import { BlockView } from './BlockView.tsx'
import { shadeOf } from './doubts.ts'
import type { ResultReading } from './reading.ts'
import { useScrollLink, type ScrollLink } from './scroll-link.ts'
import { rowsOfText, textPlaces, type RowOfText } from './text-places.ts'
import type { Hit } from './search.ts'
import { useHighlights, type Highlighted } from './useHighlights.ts'
import type { TextSearch } from './useSearch.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import './reading-view.css'

type ReadingViewProps = {
  readonly reading: ResultReading
  readonly selected: string | null
  readonly onSelect: (block: BlockValue) => void
  /** The selected block, or several in a row. */
  readonly chosen: readonly BlockValue[]
  /** Chooses all blocks from the selected one to this one. */
  readonly onExtend: (block: BlockValue) => void
  /** The current page: the text scrolls to it. */
  readonly page: number
  readonly warnings: readonly Warning[]
  /** Shades the blocks that the reader is not sure of. */
  readonly isShaded: boolean
  readonly search: TextSearch<Hit>
  readonly hit: Hit | null
  readonly link: ScrollLink
}

/** The blocks of the whole document as they were read, only those in sight drawn. Arrows go from block to block. */
export const ReadingView = ({
  reading,
  selected,
  onSelect,
  chosen,
  onExtend,
  page,
  warnings,
  isShaded,
  search,
  hit,
  link,
}: ReadingViewProps) => {
  const viewMessages = useViewMessages()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOfText(reading), [reading])
  const places = useMemo(() => textPlaces(reading, rows), [reading, rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimate(rows[index]),
    overscan: 8,
  })
  useScrollLink(link, {
    pane: 'text',
    scroller,
    placeAt: (height) => {
      const item = virtual.getVirtualItemForOffset(height)
      return item === undefined
        ? null
        : places.placeOf({ index: item.index, share: Math.min(1, (height - item.start) / Math.max(1, item.size)) })
    },
    heightOf: (place) => {
      const point = places.pointOf(place)
      const item = point === null ? undefined : virtual.measurementsCache[point.index]
      return point === null || item === undefined ? null : item.start + point.share * item.size
    },
  })

  const warningsOf = useMemo(() => Map.groupBy(warnings, ({ page: of }) => of), [warnings])

  const place = rows.findIndex((row) => row.kind === 'block' && row.block.id === selected)
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: isInSight(virtual, place) ? 'auto' : 'center' })
  }, [place, virtual])
  const pagePlace = rows.findIndex((row) => row.kind === 'page' && row.page === page)
  useEffect(() => {
    const row = rows[place]
    if (pagePlace >= 0 && link.reached() !== page && !(row?.kind === 'block' && row.block.page === page))
      virtual.scrollToIndex(pagePlace, { align: 'start' })
    // This runs when the page is turned, not when a block is chosen.
  }, [page])

  useHighlights(scroller, search.pattern, hit, highlighted)

  const chosenIds = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.target !== event.currentTarget) return
    event.preventDefault()
    const ends = [chosen[0]?.id, chosen.at(-1)?.id]
    const far = ends.find((id) => id !== selected) ?? selected
    const from = event.shiftKey ? rows.findIndex((each) => each.kind === 'block' && each.block.id === far) : place
    let next = from + step
    while (rows[next]?.kind === 'page') next += step
    const row = rows[next]
    if (row?.kind !== 'block') return
    if (event.shiftKey && place >= 0) {
      onExtend(row.block)
      virtual.scrollToIndex(next, { align: 'auto' })
    } else onSelect(row.block)
  }

  return (
    <div
      ref={scroller}
      className="reading"
      role="region"
      tabIndex={0}
      aria-label={viewMessages.result.blockByBlock}
      onKeyDown={move}
    >
      <div className="reading-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <div
              key={index}
              data-index={index}
              ref={virtual.measureElement}
              className="reading-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'page' ? (
                <PageHead page={row.page} warnings={warningsOf.get(row.page) ?? []} />
              ) : (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keys are those of the list
                <div
                  data-block={row.block.id}
                  className={classOf(row.block, chosenIds.has(row.block.id), isShaded)}
                  aria-current={row.block.id === selected ? 'true' : undefined}
                  onMouseDown={(event) => {
                    // It chooses blocks, not letters.
                    if (event.shiftKey) event.preventDefault()
                  }}
                  onClick={({ shiftKey }) => (shiftKey && place >= 0 ? onExtend(row.block) : onSelect(row.block))}
                >
                  <BlockView block={row.block} reading={reading} isShaded={isShaded} />
                </div>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The parts of the page in which a search marks its hits. */
const highlighted: Highlighted<Hit> = {
  parts: '[data-block] .block-body',
  has: (part, { block }) => part.closest<HTMLElement>('[data-block]')?.dataset['block'] === block,
}

const classOf = ({ confidence }: BlockValue, isSelected: boolean, isShaded: boolean): string =>
  ['reading-block', isSelected ? 'selected' : '', isShaded ? shadeOf(confidence) : ''].filter(Boolean).join(' ')

/** The number of warnings at the head of a page; all of them have a tab of their own. */
const maxHeadWarnings = 3

const PageHead = ({ page, warnings }: { readonly page: number; readonly warnings: readonly Warning[] }) => {
  const messages = useMessages()
  return (
    <div className="reading-page">
      <p>{messages.common.pageNumber(page)}</p>
      {warnings.slice(0, maxHeadWarnings).map(({ message }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same warning may be there twice
        <p key={index} className="reading-warning">
          <TriangleAlertIcon size={13} aria-hidden /> <span lang="en">{message}</span>
        </p>
      ))}
    </div>
  )
}

const isInSight = (
  { range }: { readonly range: { readonly startIndex: number; readonly endIndex: number } | null },
  index: number,
): boolean => range !== null && index >= range.startIndex && index <= range.endIndex

const estimate = (row: RowOfText | undefined): number => {
  if (row === undefined || row.kind === 'page') return 40
  if (row.block.type === 'table') return 240
  if (row.block.type === 'picture') return 220
  return 34 + Math.ceil(row.block.text.length / 75) * 21
}
