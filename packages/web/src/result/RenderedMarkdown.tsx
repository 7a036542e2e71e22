import { useVirtualizer } from '@tanstack/react-virtual'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { useMemo, useRef } from 'react'
import { markdownPieces } from './markdown-pieces.ts'
import { safeMarkup } from './sanitise.ts'
import type { Reading } from './reading.ts'
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
    estimateSize: () => 1200,
    overscan: 1,
  })
  const htmlOf = (piece: string): TrustedHTML => {
    const html = made.current.get(piece) ?? safeMarkup(micromark(piece, extensions), images)
    made.current.set(piece, html)
    return html
  }
  return (
    <div ref={scroller} className="rendered-scroll" role="region" aria-label="Markdown, rendered" tabIndex={0}>
      <div className="reading-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            data-index={index}
            ref={virtual.measureElement}
            className="rendered reading-row"
            style={{ transform: `translateY(${start}px)` }}
            dangerouslySetInnerHTML={{ __html: htmlOf(pieces[index] ?? '') }}
          />
        ))}
      </div>
    </div>
  )
}
