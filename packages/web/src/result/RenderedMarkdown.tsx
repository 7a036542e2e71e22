import { useVirtualizer } from '@tanstack/react-virtual'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { addressFor } from './image-file.ts'
import { markdownPieces } from './markdown-pieces.ts'
import { useKeptPlace } from './useKeptPlace.ts'
import { laterImage, safeMarkup } from './sanitise.ts'
import type { ResultReading } from './reading.ts'
import { whenNear } from './when-near.ts'
import { useViewMessages } from '../language/view-messages.ts'
import './rendered.css'

/** The assumed height of a piece, in pixels, until it is rendered. */
const estimatedHeight = 600

const micromarkOptions = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true }

/** Markdown as a reader sees it. Tables with spans are HTML in it, so all of it goes through the sanitiser. */
export const RenderedMarkdown = ({
  markdown,
  images,
}: {
  readonly markdown: string
  readonly images: ResultReading['images']
}) => {
  const viewMessages = useViewMessages()
  const scroller = useRef<HTMLDivElement>(null)
  const pieces = useMemo(() => markdownPieces(markdown), [markdown])
  // The placeholder of an image depends on the images that there are.
  const made = useMemo(() => new Map<string, TrustedHTML>(), [images])
  const virtual = useVirtualizer({
    count: pieces.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    overscan: 1,
  })
  const keepPlace = useKeptPlace(pieces, virtual, scroller)
  return (
    <div
      ref={scroller}
      onScroll={keepPlace}
      className="rendered-scroll"
      role="region"
      aria-label={viewMessages.result.markdownRendered}
      tabIndex={0}
    >
      <div className="reading-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <RenderedMarkdownPiece
            key={index}
            index={index}
            start={start}
            measure={virtual.measureElement}
            markdown={pieces[index] ?? ''}
            images={images}
            made={made}
          />
        ))}
      </div>
    </div>
  )
}

type PieceProps = {
  readonly index: number
  readonly start: number
  readonly measure: (element: HTMLElement | null) => void
  readonly markdown: string
  readonly images: ResultReading['images']
  /** The HTML of the pieces, for those that come back into view. */
  readonly made: Map<string, TrustedHTML>
}

const RenderedMarkdownPiece = ({ index, start, measure, markdown, images, made }: PieceProps) => {
  const { client } = useSession()
  const element = useRef<HTMLDivElement>(null)
  const html = useHtml(markdown, images, made)
  useEffect(() => {
    const abort = new AbortController()
    const later = element.current?.querySelectorAll<HTMLImageElement>(`img[${laterImage}]`) ?? []
    whenNear(later, abort.signal, (target) => {
      const image = images.get(target.getAttribute(laterImage) ?? '')
      if (image === undefined) return
      addressFor(image, client, abort.signal).then(
        (address) => (target.src = address),
        // An image that cannot be read is shown by its alternative text.
        () => {},
      )
    })
    return () => abort.abort()
  }, [html, images, client])
  // The same object each time: otherwise React would write the markup again, and lose its images.
  const markup = useMemo(() => (html === null ? null : { __html: html }), [html])
  return (
    <div data-index={index} ref={measure} className="reading-row" style={{ transform: `translateY(${start}px)` }}>
      {markup === null ? (
        <div style={{ height: estimatedHeight }} />
      ) : (
        <div ref={element} className="rendered" dangerouslySetInnerHTML={markup} />
      )}
    </div>
  )
}

/** The HTML of a piece; null at first, as each is made in a task of its own. */
const useHtml = (
  markdown: string,
  images: ResultReading['images'],
  made: Map<string, TrustedHTML>,
): TrustedHTML | null => {
  const [html, setHtml] = useState(() => made.get(markdown) ?? null)
  useEffect(() => {
    const timer = setTimeout(() => {
      const known = made.get(markdown) ?? safeMarkup(micromark(markdown, micromarkOptions), images)
      made.set(markdown, known)
      setHtml(known)
    })
    return () => clearTimeout(timer)
  }, [markdown, images, made])
  return html
}
