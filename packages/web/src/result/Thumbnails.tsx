import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { PagePicture } from '../pdf/PageImage.tsx'
import type { Preview } from '../pdf/preview.ts'
import type { PreviewState } from '../pdf/usePreview.ts'
import { typeClass } from './block-types.ts'
import { dimensionsOf, type ReadPage } from './reading.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import './thumbnails.css'

type ThumbnailsProps = {
  readonly pages: readonly ReadPage[]
  readonly preview: PreviewState
  readonly page: number
  readonly onPage: (page: number) => void
}

const width = 76

/** All pages, small; only those in sight are drawn. */
export const Thumbnails = ({ pages, preview, page, onPage }: ThumbnailsProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const scroller = useRef<HTMLElement>(null)
  const heightOf = (index: number): number => {
    const each = pages[index]
    if (each === undefined) return 0
    const natural = dimensionsOf(each)
    return (width * natural.height) / natural.width
  }
  const virtual = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(index) + 30,
    overscan: 3,
  })
  const current = pages.findIndex((each) => each.page === page)
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' })
  }, [current, virtual])
  return (
    <nav className="thumbnails" aria-label={viewMessages.result.pages} ref={scroller}>
      <div className="reading-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const each = pages[index]
          if (each === undefined) return null
          return (
            <button
              key={each.page}
              type="button"
              className="thumbnail"
              aria-label={messages.common.pageNumber(each.page)}
              aria-current={each.page === page ? 'page' : undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onPage(each.page)}
            >
              <span className="thumbnail-paper" style={{ width, height: heightOf(index) }}>
                {preview.state === 'open' && isDrawn(preview.preview, each) ? (
                  <PagePicture preview={preview.preview} page={each.page} width={width} alt="" />
                ) : (
                  <ThumbnailOutline page={each} />
                )}
              </span>
              {each.page}
            </button>
          )
        })}
      </div>
    </nav>
  )
}

/** An image that the service keeps is far larger than this: boxes say as much. */
const isDrawn = ({ kind }: Preview, { blocks }: ReadPage): boolean =>
  kind !== 'kept' || blocks.every(({ bbox }) => bbox === null)

/** The boxes of a page as a small drawing. */
const ThumbnailOutline = ({ page }: { readonly page: ReadPage }) => {
  const { width, height } = dimensionsOf(page)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {page.blocks.map(({ id, type, bbox }) => {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bbox ?? []
        return (
          bbox !== null && (
            <rect
              key={id}
              className={typeClass(type)}
              x={x0}
              y={y0}
              width={Math.max(0, x1 - x0)}
              height={Math.max(0, y1 - y0)}
            />
          )
        )
      })}
    </svg>
  )
}
