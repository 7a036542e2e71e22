import { ChevronLeftIcon, ChevronRightIcon, SquareDashedIcon } from '../design/icons.tsx'
import { useMemo, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { nextZoom } from '../design/zoom.ts'
import { ZoomButtons } from '../design/ZoomButtons.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import type { PreviewState } from '../pdf/usePreview.ts'
import { PageLabel } from './PageNumber.tsx'
import { PageStage } from './PageStage.tsx'
import type { ResultReading, ReadPage } from './reading.ts'
import { Thumbnails } from './Thumbnails.tsx'
import { useWheelZoom } from './useWheelZoom.ts'
import './page-pane.css'

type PagePaneProps = Omit<ComponentProps<typeof PageStage>, 'stage' | 'pages' | 'zoom' | 'showBoxes'> & {
  readonly reading: ResultReading | null
  readonly onPage: (page: number) => void
}

/** The pages with their boxes, page navigation, and thumbnails. */
export const PagePane = ({ reading, onPage, ...props }: PagePaneProps) => {
  const viewMessages = useViewMessages()
  const { preview, page } = props
  const [zoom, setZoom] = useState(1)
  const [showBoxes, setShowBoxes] = useState(true)
  const stage = useRef<HTMLDivElement>(null)
  const texts = viewMessages.result

  const pages = useMemo(() => shownPages(reading, preview), [reading, preview])
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
          <ChevronLeftIcon size={16} aria-hidden />
        </button>
        <PageLabel page={page} pages={pages} onPage={onPage} />
        <button
          type="button"
          className="button quiet icon"
          aria-label={texts.nextPage}
          title={`${texts.nextPage} (n)`}
          disabled={index >= pages.length - 1}
          onClick={() => step(1)}
        >
          <ChevronRightIcon size={16} aria-hidden />
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
          <SquareDashedIcon size={15} aria-hidden /> {texts.boxes}
        </button>
      </div>
      <div className="page-pane-body">
        {pages.length > 1 && <Thumbnails pages={pages} preview={preview} page={page} onPage={onPage} />}
        <PageStage {...props} stage={stage} pages={pages} zoom={zoom} showBoxes={showBoxes} />
      </div>
    </section>
  )
}

/** The pages of the reading, with the sizes of their images where it knows none, and those of which there are only images. */
const shownPages = (reading: ResultReading | null, preview: PreviewState): readonly ReadPage[] => {
  if (preview.state !== 'open') return reading?.pages ?? []
  const { preview: opened } = preview
  const sizeOf = (page: number): Pick<ReadPage, 'width' | 'height'> =>
    (opened.kind === 'kept' ? opened.images.get(page) : opened.first) ?? { width: null, height: null }
  const unread = ({ page }: { readonly page: number }): ReadPage => {
    const { width, height } = sizeOf(page)
    return { page, width, height, blocks: [] }
  }
  if (reading === null) return Array.from({ length: opened.pageCount }, (_, index) => unread({ page: index + 1 }))
  if (opened.kind !== 'kept') return reading.pages
  const read = reading.pages.map((each) =>
    each.width === null && each.blocks.every(({ bbox }) => bbox === null)
      ? { ...each, ...pick(sizeOf(each.page)) }
      : each,
  )
  const known = new Set(read.map(({ page }) => page))
  const others = [...opened.images.values()].filter(({ page }) => !known.has(page)).map(unread)
  return [...read, ...others].toSorted((one, other) => one.page - other.page)
}

const pick = ({ width, height }: Pick<ReadPage, 'width' | 'height'>) => ({ width, height })
