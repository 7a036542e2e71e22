import { useVirtualizer } from '@tanstack/react-virtual'
import { FileQuestionIcon } from '../design/icons.tsx'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useWidth } from '../design/useWidth.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { PagePicture } from '../pdf/PageImage.tsx'
import type { PreviewState } from '../pdf/usePreview.ts'
import { FilePicker } from './FilePicker.tsx'
import { GhostText } from './GhostText.tsx'
import { heightOfPlace, pageSheets, placeAtHeight, sheetGap } from './page-sheets.ts'
import { PageWithBoxes } from './PageWithBoxes.tsx'
import type { ReadPage } from './reading.ts'
import { useScrollLink, type ScrollPlace, type ScrollLink } from './scroll-link.ts'
import type { Spot } from './spot.ts'
import type { Hit } from './search.ts'

type PageStageProps = {
  readonly stage: RefObject<HTMLDivElement | null>
  readonly pages: readonly ReadPage[]
  readonly preview: PreviewState
  /** The current page: the stage jumps to it. */
  readonly page: number
  readonly zoom: number
  readonly selected: string | null
  readonly onSelect: (page: number, id: string) => void
  readonly onFile: (file: File) => void
  readonly showBoxes: boolean
  readonly hits: readonly Hit[]
  readonly hit: Hit | null
  /** The place that is pointed out. */
  readonly spot: Spot | null
  readonly link: ScrollLink
}

/** Left and right of the page, in pixels. */
const stagePadding = 32

/** All pages below each other, only those in sight drawn. */
export const PageStage = (props: PageStageProps) => {
  const viewMessages = useViewMessages()
  const { stage, pages, preview, page, zoom, selected, onSelect, onFile, showBoxes, hits, hit, spot, link } = props
  const width = Math.floor(Math.max(0, useWidth(stage) - stagePadding) * zoom)
  const sheets = useMemo(() => pageSheets(pages, width), [pages, width])
  const virtual = useVirtualizer({
    count: width === 0 ? 0 : pages.length,
    getScrollElement: () => stage.current,
    estimateSize: (index) => sheets.heights[index] ?? 0,
    paddingStart: sheetGap,
    paddingEnd: sheetGap,
    gap: sheetGap,
    overscan: 1,
  })

  const upper = useRef<ScrollPlace | null>(null)
  useLayoutEffect(() => {
    virtual.measure()
    const top = upper.current === null ? null : heightOfPlace(sheets, pages, upper.current)
    // A zoom changes what is seen of a place, not the place.
    if (top !== null && stage.current !== null) stage.current.scrollTop = top
  }, [sheets, pages, virtual, stage])

  useScrollLink(link, {
    pane: 'page',
    scroller: stage,
    placeAt: (height) => placeAtHeight(sheets, pages, height),
    heightOf: (place) => heightOfPlace(sheets, pages, place),
  })

  const shown = useRef<number | null>(null)
  useEffect(() => {
    const element = stage.current
    if (element === null || width === 0) return
    const turned = shown.current !== page
    shown.current = page
    if (link.reached() === page) return
    const block = pages.find((each) => each.page === page)?.blocks.find(({ id }) => id === selected)
    const box = (spot?.page === page ? spot.bbox : null) ?? block?.bbox ?? null
    if (box !== null) {
      const [, y = 0, , bottom = 0] = box
      const [from, to] = [heightOfPlace(sheets, pages, { page, y }), heightOfPlace(sheets, pages, { page, y: bottom })]
      if (from === null || to === null) return
      const isInSight = from >= element.scrollTop && to <= element.scrollTop + element.clientHeight
      if (!isInSight) element.scrollTop = Math.min(from - sheetGap, (from + to - element.clientHeight) / 2)
    } else if (turned) element.scrollTop = (heightOfPlace(sheets, pages, { page, y: 0 }) ?? 0) - sheetGap
    // This runs when a page is turned or a block is chosen, not when the pages change their size.
  }, [page, selected, spot, width > 0])

  const blocksOfHits = useMemo(() => {
    const ofPages = Map.groupBy(hits, (each) => each.page)
    return new Map([...ofPages].map(([of, found]) => [of, new Set(found.map(({ block }) => block))]))
  }, [hits])

  return (
    <div
      className="page-stage"
      ref={stage}
      onScroll={({ currentTarget }) => {
        upper.current = placeAtHeight(sheets, pages, currentTarget.scrollTop)
      }}
    >
      <div className="page-sheets" style={{ height: sheets.total, width: width + stagePadding }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const each = pages[index]
          if (each === undefined) return null
          return (
            <div key={each.page} className="page-sheet" style={{ transform: `translateY(${start}px)` }}>
              <PageWithBoxes
                page={each}
                width={width}
                selected={selected}
                onSelect={(id) => onSelect(each.page, id)}
                showBoxes={showBoxes}
                hits={blocksOfHits.get(each.page) ?? noBlockHits}
                spot={spot?.page === each.page ? spot.bbox : null}
                hit={hit?.page === each.page ? hit.block : null}
              >
                {preview.state === 'open' ? (
                  <PagePicture
                    preview={preview.preview}
                    page={each.page}
                    width={width}
                    alt={viewMessages.result.imageOfPage(each.page)}
                  />
                ) : (
                  preview.state !== 'opening' && <GhostText page={each} />
                )}
              </PageWithBoxes>
            </div>
          )
        })}
      </div>
      {(preview.state === 'none' || preview.state === 'failed') && (
        <div className="page-missing">
          <FileQuestionIcon size={18} aria-hidden />
          <p className="small">
            {preview.state === 'none' ? viewMessages.result.documentGone : viewMessages.result.cannotOpen}
          </p>
          <FilePicker onFile={onFile}>{viewMessages.result.chooseFile}</FilePicker>
        </div>
      )}
    </div>
  )
}

const noBlockHits: ReadonlySet<string> = new Set()
