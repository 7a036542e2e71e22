import { ChevronLeft, ChevronRight, SquareDashed } from 'lucide-react'
import { useMemo, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { nextZoom } from '../design/zoom.ts'
import { ZoomButtons } from '../design/ZoomButtons.tsx'
import { messages } from '../language/messages.ts'
import type { PreviewState } from '../pdf/usePreview.ts'
import { PageNumber } from './PageNumber.tsx'
import { PageStage } from './PageStage.tsx'
import type { Reading, ReadPage } from './reading.ts'
import { Thumbnails } from './Thumbnails.tsx'
import { useWheelZoom } from './useWheelZoom.ts'
import './page-pane.css'

type Props = Omit<ComponentProps<typeof PageStage>, 'stage' | 'pages' | 'zoom' | 'showBoxes'> & {
  readonly reading: Reading | null
  readonly onPage: (page: number) => void
}

/** The pages with their boxes, page navigation, and thumbnails. */
export const PagePane = ({ reading, onPage, ...props }: Props) => {
  const { preview, page } = props
  const [zoom, setZoom] = useState(1)
  const [showBoxes, setShowBoxes] = useState(true)
  const stage = useRef<HTMLDivElement>(null)
  const texts = messages.result

  const pages = useMemo(() => reading?.pages ?? unreadPages(preview), [reading, preview])
  const index = pages.findIndex((each) => each.page === page)
  const step = (by: number) => {
    const next = pages[index + by]
    if (next !== undefined) onPage(next.page)
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
    <section className="page-pane" aria-label={texts.thePage} onKeyDown={onKeyDown}>
      <div className="pane-bar">
        <button
          type="button"
          className="button quiet icon"
          aria-label={texts.previousPage}
          title={`${texts.previousPage} (p)`}
          disabled={index <= 0}
          onClick={() => step(-1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <PageNumber page={page} pages={pages} onPage={onPage} />
        <button
          type="button"
          className="button quiet icon"
          aria-label={texts.nextPage}
          title={`${texts.nextPage} (n)`}
          disabled={index >= pages.length - 1}
          onClick={() => step(1)}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
        <span className="pane-space" />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
        <button
          type="button"
          className="button quiet"
          aria-pressed={showBoxes}
          title={`${texts.boxesAround} (b)`}
          onClick={() => setShowBoxes(!showBoxes)}
        >
          <SquareDashed size={15} aria-hidden /> {texts.boxes}
        </button>
      </div>
      <div className="page-pane-body">
        {pages.length > 1 && <Thumbnails pages={pages} preview={preview} page={page} onPage={onPage} />}
        <PageStage {...props} stage={stage} pages={pages} zoom={zoom} showBoxes={showBoxes} />
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
