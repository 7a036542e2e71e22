import { useEffect, useMemo, useRef } from 'react'
import { framedMarkup } from '../design/trusted.ts'
import styleAddress from './document-frame.css?url'
import type { Reading } from './reading.ts'
import { safeText } from './sanitise.ts'

/** The HTML output, after the sanitiser, in a frame that can run nothing and is of no origin. */
export const RenderedHtml = ({ html, images }: { readonly html: string; readonly images: Reading['images'] }) => {
  const frame = useRef<HTMLIFrameElement>(null)
  const page = useMemo(() => framedMarkup(safeText(html, images), styleAddress), [html, images])
  useEffect(() => {
    // React would render it as text.
    if (frame.current !== null) Reflect.set(frame.current, 'srcdoc', page)
  }, [page])
  return (
    <iframe
      ref={frame}
      className="html-frame"
      title="The HTML output, rendered"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
    />
  )
}
