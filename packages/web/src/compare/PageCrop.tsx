import { PageImage } from '../pdf/PageImage.tsx'
import type { Preview } from '../pdf/preview.ts'
import { cropOf, unionOf, type CropBox } from './crop.ts'
import { useWidth } from './useWidth.ts'

type Props = {
  readonly preview: Preview
  readonly page: number
  /** In points; null when no provider reported it. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly boxes: readonly CropBox[]
}

/** The disputed place on the page, as large as there is room for. */
export const PageCrop = ({ preview, page, size, boxes }: Props) => {
  const [frame, width] = useWidth()
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
            <PageImage
              preview={preview}
              page={page}
              width={size.width * scale}
              alt={`The disputed place on page ${page}`}
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
