import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import { KeptPageImage } from './KeptPageImage.tsx'
import type { Preview } from './preview.ts'
import { useViewMessages } from '../language/view-messages.ts'

type PageImageProps = {
  readonly preview: Preview
  readonly page: number
  /** The width in pixels of the style sheet. */
  readonly width: number
  /** The text for screen readers; empty if the image is beside its name. */
  readonly alt: string
}

/** An image of one page at the given width. */
export const PagePicture = ({ preview, page, width, alt }: PageImageProps) =>
  preview.kind === 'pdf' ? (
    <PdfPage document={preview.document} page={page} width={width} alt={alt} />
  ) : preview.kind === 'image' ? (
    <img className="page-image" src={preview.url} alt={alt} />
  ) : (
    <KeptPageImage image={preview.images.get(page)} alt={alt} />
  )

/** Beyond it, canvases fail on some devices. */
const maxCanvasPixels = 16_000_000

const PdfPage = ({
  document,
  page,
  width,
  alt,
}: {
  document: PDFDocumentProxy
  page: number
  width: number
  alt: string
}) => {
  const viewMessages = useViewMessages()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const target = canvas.current
    if (target === null || width === 0) return
    let cancel = () => {}
    let over = false
    const draw = async () => {
      const proxy = await document.getPage(page)
      if (over) return
      const natural = proxy.getViewport({ scale: 1 })
      const wanted = (width * window.devicePixelRatio) / natural.width
      const scale = Math.min(wanted, Math.sqrt(maxCanvasPixels / (natural.width * natural.height)))
      const viewport = proxy.getViewport({ scale })
      // Drawn on another canvas and shown when it is complete, so that a zoom does not flash.
      const aside = window.document.createElement('canvas')
      aside.width = Math.round(viewport.width)
      aside.height = Math.round(viewport.height)
      const task = proxy.render({ canvas: aside, viewport })
      cancel = () => task.cancel()
      await task.promise
      if (over) return
      target.width = aside.width
      target.height = aside.height
      target.getContext('2d')?.drawImage(aside, 0, 0)
      setFailed(false)
    }
    draw().catch(() => {
      if (!over) setFailed(true)
    })
    return () => {
      over = true
      cancel()
    }
  }, [document, page, width])
  return (
    <>
      <canvas
        className="page-image"
        ref={canvas}
        hidden={failed}
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      />
      {failed && <p className="page-failed muted small">{viewMessages.result.cannotDraw}</p>}
    </>
  )
}
