import { ChevronLeft, ChevronRight, FileQuestion, MoveHorizontal, SquareDashed, ZoomIn, ZoomOut } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { PageImage } from '../pdf/PageImage.tsx'
import type { PreviewState } from '../pdf/usePreview.ts'
import { FilePicker } from './FilePicker.tsx'
import { PageWithBoxes } from './PageWithBoxes.tsx'
import type { Reading, ReadPage } from './reading.ts'
import type { Hit } from './search.ts'
import { useWheelZoom } from './useWheelZoom.ts'
import { Thumbnails } from './Thumbnails.tsx'
import { useWidth } from '../design/useWidth.ts'
import { messages } from '../language/messages.ts'
import './page-pane.css'

type Props = {
  readonly reading: Reading | null
  readonly preview: PreviewState
  readonly page: number
  readonly selected: string | null
  readonly onPage: (page: number) => void
  readonly onSelect: (id: string) => void
  readonly onFile: (file: File) => void
  /** What a search has found. */
  readonly hits: readonly Hit[]
  readonly hit: Hit | null
}

/** Shares of the width of the pane. */
const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3]

/** Left and right of the page, in pixels. */
const stagePadding = 32

/** The next step from any zoom. */
const nextZoom = (zoom: number, by: number): number =>
  (by > 0 ? zooms.find((step) => step > zoom) : zooms.findLast((step) => step < zoom)) ?? zoom

/** The page with its boxes, page navigation, and thumbnails. */
export const PagePane = ({ reading, preview, page, selected, onPage, onSelect, onFile, hits, hit }: Props) => {
  const [zoom, setZoom] = useState(1)
  const [showBoxes, setShowBoxes] = useState(true)
  const stage = useRef<HTMLDivElement>(null)
  const width = Math.floor(Math.max(0, useWidth(stage) - stagePadding) * zoom)

  const pages = reading?.pages ?? unreadPages(preview)
  const index = pages.findIndex((each) => each.page === page)
  const shown = pages[index]
  const hitBlocks = useMemo(
    () => new Set(hits.flatMap(({ page: of, block }) => (of === page ? [block] : []))),
    [hits, page],
  )
  const step = (by: number) => {
    const next = pages[index + by]
    if (next === undefined) return
    onPage(next.page)
    stage.current?.scrollTo({ top: 0 })
  }
  const changeZoom = (by: number) => setZoom((before) => nextZoom(before, by))
  useWheelZoom(stage, changeZoom)

  const keys: Readonly<Record<string, () => void>> = {
    PageDown: () => step(1),
    n: () => step(1),
    ArrowRight: () => step(1),
    PageUp: () => step(-1),
    p: () => step(-1),
    ArrowLeft: () => step(-1),
    '+': () => changeZoom(1),
    '-': () => changeZoom(-1),
    '0': () => setZoom(1),
    b: () => setShowBoxes((before) => !before),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keys[event.key]
    if (
      action === undefined ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.target instanceof HTMLInputElement
    )
      return
    event.preventDefault()
    action()
  }

  return (
    // The keys work wherever in the pane the focus is.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section className="page-pane" aria-label={messages.result.thePage} onKeyDown={onKeyDown}>
      <div className="pane-bar">
        <button
          type="button"
          className="button quiet icon"
          aria-label={messages.result.previousPage}
          title={`${messages.result.previousPage} (p)`}
          disabled={index <= 0}
          onClick={() => step(-1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <PageNumber page={page} pages={pages} onPage={onPage} />
        <button
          type="button"
          className="button quiet icon"
          aria-label={messages.result.nextPage}
          title={`${messages.result.nextPage} (n)`}
          disabled={index >= pages.length - 1}
          onClick={() => step(1)}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
        <span className="pane-space" />
        <button
          type="button"
          className="button quiet icon"
          aria-label={messages.result.zoomOut}
          title={`${messages.result.zoomOut} (-)`}
          disabled={zoom <= (zooms[0] ?? 0)}
          onClick={() => changeZoom(-1)}
        >
          <ZoomOut size={16} aria-hidden />
        </button>
        <span className="small muted zoom">{Math.round(zoom * 100)} %</span>
        <button
          type="button"
          className="button quiet icon"
          aria-label={messages.result.zoomIn}
          title={`${messages.result.zoomIn} (+)`}
          disabled={zoom >= (zooms.at(-1) ?? 0)}
          onClick={() => changeZoom(1)}
        >
          <ZoomIn size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="button quiet icon"
          aria-label={messages.result.fitWidth}
          title={`${messages.result.fitWidth} (0)`}
          disabled={zoom === 1}
          onClick={() => setZoom(1)}
        >
          <MoveHorizontal size={15} aria-hidden />
        </button>
        <button
          type="button"
          className="button quiet"
          aria-pressed={showBoxes}
          title={`${messages.result.boxesAround} (b)`}
          onClick={() => setShowBoxes(!showBoxes)}
        >
          <SquareDashed size={15} aria-hidden /> {messages.result.boxes}
        </button>
      </div>
      <div className="page-pane-body">
        {pages.length > 1 && <Thumbnails pages={pages} preview={preview} page={page} onPage={onPage} />}
        <div className="page-stage" ref={stage}>
          {shown !== undefined && (
            <PageWithBoxes
              key={shown.page}
              page={shown}
              width={width}
              selected={selected}
              onSelect={onSelect}
              showBoxes={showBoxes}
              hits={hitBlocks}
              hit={hit?.block ?? null}
            >
              {preview.state === 'open' ? (
                <PageImage
                  preview={preview.preview}
                  page={shown.page}
                  width={width}
                  alt={messages.result.imageOfPage(shown.page)}
                />
              ) : (
                preview.state !== 'opening' && <GhostText page={shown} />
              )}
            </PageWithBoxes>
          )}
          {(preview.state === 'none' || preview.state === 'failed') && (
            <div className="page-missing">
              <FileQuestion size={18} aria-hidden />
              <p className="small">
                {preview.state === 'none' ? messages.result.documentGone : messages.result.cannotOpen}
              </p>
              <FilePicker onFile={onFile}>{messages.result.chooseFile}</FilePicker>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

const unreadPages = (preview: PreviewState): ReadPage[] =>
  preview.state === 'open'
    ? Array.from({ length: preview.preview.pageCount }, (_, index) => ({
        page: index + 1,
        width: null,
        height: null,
        blocks: [],
      }))
    : []

/** The text of the page, when its image is unavailable. */
const GhostText = ({ page: { blocks, width, height } }: { readonly page: ReadPage }) => (
  <svg className="page-image ghost" viewBox={`0 0 ${width ?? 595} ${height ?? 842}`} aria-hidden>
    {blocks.map(({ id, bbox, text }) => {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bbox ?? []
      return (
        bbox !== null && (
          <foreignObject key={id} x={x0} y={y0} width={Math.max(0, x1 - x0)} height={Math.max(0, y1 - y0)}>
            <p>{text}</p>
          </foreignObject>
        )
      )
    })}
  </svg>
)

const PageNumber = ({
  page,
  pages,
  onPage,
}: {
  readonly page: number
  readonly pages: readonly ReadPage[]
  readonly onPage: (page: number) => void
}) => {
  const [text, setText] = useState<string | null>(null)
  const take = () => {
    const wanted = pages.find((each) => each.page === Number(text))
    if (wanted !== undefined && wanted.page !== page) onPage(wanted.page)
    setText(null)
  }
  return (
    <form
      className="page-number small"
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <input
        className="input"
        inputMode="numeric"
        aria-label={messages.result.page}
        value={text ?? page}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
      />
      <span className="muted">{messages.result.ofPages(pages.at(-1)?.page ?? 0)}</span>
    </form>
  )
}
