import { MoveHorizontalIcon, ZoomInIcon, ZoomOutIcon } from './icons.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { lastZoom, firstZoom, nextZoom } from './zoom.ts'

type ZoomButtonsProps = {
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

/** Smaller, larger, and as wide as there is room for. */
export const ZoomButtons = ({ zoom, onZoom }: ZoomButtonsProps) => {
  const { zoomIn, zoomOut, fitWidth } = useViewMessages().result
  return (
    <>
      <button
        type="button"
        className="button quiet icon"
        aria-label={zoomOut}
        title={`${zoomOut} (-)`}
        disabled={zoom <= firstZoom}
        onClick={() => onZoom(nextZoom(zoom, -1))}
      >
        <ZoomOutIcon size={16} aria-hidden />
      </button>
      <span className="small muted zoom">{Math.round(zoom * 100)} %</span>
      <button
        type="button"
        className="button quiet icon"
        aria-label={zoomIn}
        title={`${zoomIn} (+)`}
        disabled={zoom >= lastZoom}
        onClick={() => onZoom(nextZoom(zoom, 1))}
      >
        <ZoomInIcon size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label={fitWidth}
        title={`${fitWidth} (0)`}
        disabled={zoom === 1}
        onClick={() => onZoom(1)}
      >
        <MoveHorizontalIcon size={15} aria-hidden />
      </button>
    </>
  )
}
