import { useVirtualizer } from '@tanstack/react-virtual'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { useEffect, useMemo, useRef } from 'react'
import { useSession } from '../session/session.tsx'
import { addressFor } from './image-file.ts'
import { markdownPieces } from './markdown-pieces.ts'
import { laterImage, safeMarkup } from './sanitise.ts'
import type { Reading } from './reading.ts'
import { messages } from '../language/messages.ts'
import './rendered.css'

const extensions = { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true }

/** Markdown as a reader sees it. Tables with spans are HTML in it, so all of it goes through the sanitiser. */
export const RenderedMarkdown = ({
  markdown,
  images,
}: {
  readonly markdown: string
  readonly images: Reading['images']
}) => {
  const scroller = useRef<HTMLDivElement>(null)
  const pieces = useMemo(() => markdownPieces(markdown), [markdown])
  const made = useRef(new Map<string, TrustedHTML>())
  const virtual = useVirtualizer({
    count: pieces.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 600,
    overscan: 1,
  })
  const htmlOf = (piece: string): TrustedHTML => {
    const html = made.current.get(piece) ?? safeMarkup(micromark(piece, extensions), images)
    made.current.set(piece, html)
    return html
  }
  return (
    <div
      ref={scroller}
      className="rendered-scroll"
      role="region"
      aria-label={messages.result.markdownRendered}
      tabIndex={0}
    >
      <div className="reading-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <Piece
            key={index}
            index={index}
            start={start}
            measure={virtual.measureElement}
            html={htmlOf(pieces[index] ?? '')}
            images={images}
          />
        ))}
      </div>
    </div>
  )
}

const Piece = ({
  index,
  start,
  measure,
  html,
  images,
}: {
  readonly index: number
  readonly start: number
  readonly measure: (element: HTMLElement | null) => void
  readonly html: TrustedHTML
  readonly images: Reading['images']
}) => {
  const { client } = useSession()
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const abort = new AbortController()
    for (const target of element.current?.querySelectorAll<HTMLImageElement>(`img[${laterImage}]`) ?? []) {
      const image = images.get(target.getAttribute(laterImage) ?? '')
      // What cannot be read is shown by its alternative text.
      if (image !== undefined)
        addressFor(image, client, abort.signal).then(
          (address) => (target.src = address),
          () => {},
        )
    }
    return () => abort.abort()
  }, [html, images, client])
  // The same object each time: otherwise React would write the markup again, and lose its images.
  const markup = useMemo(() => ({ __html: html }), [html])
  return (
    <div data-index={index} ref={measure} className="reading-row" style={{ transform: `translateY(${start}px)` }}>
      <div ref={element} className="rendered" dangerouslySetInnerHTML={markup} />
    </div>
  )
}
