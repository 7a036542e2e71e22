import { useRef } from 'react'
import { itemAt } from '@polyparse/document/items'
import { PagePicture } from '../pdf/PageImage.tsx'
import type { Preview } from '../pdf/preview.ts'
import { useWidth } from '../design/useWidth.ts'
import { useViewMessages } from '../language/view-messages.ts'

type PageCropProps = {
  readonly preview: Preview
  readonly page: number
  /** The size in points; null when no provider reported it. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly boxes: readonly CropBox[]
}

/** The disputed place on the page, as large as there is room for. */
export const PageCrop = ({ preview, page, size, boxes }: PageCropProps) => {
  const viewMessages = useViewMessages()
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame)
  if (size === null) return null
  const crop = cropOf(unionOf(boxes), size)
  const scale = width / crop.width
  const place = ([left = 0, top = 0, right = 0, bottom = 0]: readonly number[]) => ({
    left: (left - crop.left) * scale,
    top: (top - crop.top) * scale,
    width: (right - left) * scale,
    height: (bottom - top) * scale,
  })
  return (
    <figure className="crop" ref={frame} style={{ aspectRatio: crop.width / crop.height }}>
      {width > 0 && (
        <>
          <div className="crop-page" style={place([0, 0, size.width, size.height])}>
            <PagePicture
              preview={preview}
              page={page}
              width={size.width * scale}
              alt={viewMessages.compare.disputedPlace(page)}
            />
          </div>
          {boxes.map(({ box, hue, name }, ring) => (
            <span key={name} className={`crop-box hue-${hue}`} style={{ ...place(box), '--ring': ring }} aria-hidden />
          ))}
        </>
      )}
    </figure>
  )
}

type CropPageSize = { readonly width: number; readonly height: number }

type CropBox = { readonly box: readonly number[]; readonly hue: number; readonly name: string }

type Crop = CropPageSize & { readonly left: number; readonly top: number }

/** The smallest box around all of them. */
const unionOf = (boxes: readonly CropBox[]): readonly [number, number, number, number] => {
  const side = (index: number) => boxes.map(({ box }) => itemAt(box, index))
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))]
}

/** Shares of the page: what is always shown, so that the place is recognised, and what is shown at most. */
const min = { width: 0.3, height: 0.055 }
const max = { height: 0.45 }

/** Points around the box. */
const margin = 14

/** The part of a page that shows a box with its surroundings. */
const cropOf = ([left, top, right, bottom]: readonly [number, number, number, number], page: CropPageSize): Crop => {
  const width = Math.min(page.width, Math.max(right - left + 2 * margin, page.width * min.width))
  const wanted = Math.max(bottom - top + 2 * margin, page.height * min.height)
  const height = Math.min(page.height, page.height * max.height, wanted)
  return {
    width,
    height,
    left: clampCropStart((left + right - width) / 2, page.width - width),
    // A box that is too tall is shown from its top.
    top: clampCropStart(wanted > height ? top - margin : (top + bottom - height) / 2, page.height - height),
  }
}

const clampCropStart = (place: number, last: number): number => Math.max(0, Math.min(place, last))
