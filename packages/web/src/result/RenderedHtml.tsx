import type { ImageValue } from '@polyparse/document/schema'
import { ChevronLeftIcon, ChevronRightIcon } from '../design/icons.tsx'
import { useEffect, useMemo, useRef, useState } from 'react'
import { framedMarkup } from '../browser/trusted.ts'
import { useSession } from '../session/session.tsx'
import styleAddress from './document-frame.css?url'
import { htmlParts } from './html-parts.ts'
import { inlined } from './inline-images.ts'
import type { ResultReading } from './reading.ts'
import { safeText } from './sanitise.ts'
import { useViewMessages } from '../language/view-messages.ts'

type RenderedHtmlProps = {
  readonly html: string
  readonly images: ResultReading['images']
  /** The current page: a long document shows the part that it is in. */
  readonly page: number
  readonly onPage: (page: number) => void
}

/** The HTML output, after the sanitiser, in a frame that can run nothing and is of no origin. */
export const RenderedHtml = ({ html, images, page, onPage }: RenderedHtmlProps) => {
  const viewMessages = useViewMessages()
  const parts = useMemo(() => htmlParts(html), [html])
  const found = parts.findIndex(({ firstPage, lastPage }) => page >= firstPage && page <= lastPage)
  const index = Math.max(0, found)
  const part = parts[index]
  const markup = part?.html ?? ''
  const shown = useInlined(markup, images)
  const frame = useRef<HTMLIFrameElement>(null)
  const document = useMemo(() => framedMarkup(safeText(markup, shown), styleAddress), [markup, shown])
  useEffect(() => {
    // React would render it as text.
    if (frame.current !== null) Reflect.set(frame.current, 'srcdoc', document)
  }, [document])
  const goTo = (to: number) => {
    const next = parts[to]
    if (next !== undefined) onPage(next.firstPage)
  }
  return (
    <div className="html-parts">
      {part !== undefined && parts.length > 1 && (
        <nav className="html-part small muted" aria-label={viewMessages.result.htmlParts}>
          <button
            type="button"
            className="button quiet icon"
            aria-label={viewMessages.result.previousPart}
            disabled={index === 0}
            onClick={() => goTo(index - 1)}
          >
            <ChevronLeftIcon size={16} aria-hidden />
          </button>
          <span role="status">
            {viewMessages.result.pageRangeOf(part.firstPage, part.lastPage, parts.at(-1)?.lastPage ?? 0)}
          </span>
          <button
            type="button"
            className="button quiet icon"
            aria-label={viewMessages.result.nextPart}
            disabled={index === parts.length - 1}
            onClick={() => goTo(index + 1)}
          >
            <ChevronRightIcon size={16} aria-hidden />
          </button>
        </nav>
      )}
      <iframe
        ref={frame}
        className="html-frame"
        title={viewMessages.result.htmlRendered}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
    </div>
  )
}

const noHtmlImages: ReadonlyMap<string, ImageValue> = new Map()

/** The images in some markup, inline: a frame of no origin cannot load those that the page holds. */
const useInlined = (markup: string, images: ResultReading['images']): ResultReading['images'] => {
  const { client } = useSession()
  const [shown, setShown] = useState(noHtmlImages)
  useEffect(() => {
    const abort = new AbortController()
    inlined(markup, images, client, abort.signal).then(
      (found) => {
        if (!abort.signal.aborted) setShown(found)
      },
      // The document can still be read without its images.
      () => {},
    )
    return () => abort.abort()
  }, [markup, images, client])
  return shown
}
