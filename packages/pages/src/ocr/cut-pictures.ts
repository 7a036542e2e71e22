import { type Picture, pictureId } from '@polyparse/document'
import type { EngineRequest } from '@polyparse/engine'
import { turn } from '@polyparse/engine/images'
import type { RecognizedPage } from './recognition/recognize-page.ts'
import { moveBox } from './recognition/turn-back.ts'
import type { DraftBlock } from '../paged/draft.ts'
import { encodePng } from '@polyparse/engine/images'
import type { PagePart, SourcePage } from './page-source.ts'

/** The pictures of a recognised page: a block for each and, where requested, files cut from the page. */
export const cutPictures = (
  source: SourcePage,
  { content, turned, back }: Pick<RecognizedPage, 'content' | 'turned' | 'back'>,
  request: Pick<EngineRequest, 'pictures' | 'minPictureSide'>,
): { readonly blocks: readonly DraftBlock[]; readonly pictures: readonly Picture[] } => {
  const boxes = content.pictures
    .filter(([x0, y0, x1, y1]) => Math.min(x1 - x0, y1 - y0) >= request.minPictureSide)
    .map((box) => moveBox(back, box))
  const placed = boxes.map((box, index) => ({ box, id: pictureId(content.number, index + 1) }))
  const pictures = placed.flatMap(({ box, id }): Picture[] => {
    const scale = source.dpi / 72
    const part = onSource(
      { x: box[0] * scale, y: box[1] * scale, width: (box[2] - box[0]) * scale, height: (box[3] - box[1]) * scale },
      turned,
      source.raster,
    )
    const raster = request.pictures ? source.crop(part) : null
    if (raster === null) return []
    const upright = turn(raster, turned)
    const { width, height } = upright
    return [{ id, page: content.number, bbox: box, mimeType: 'image/png', width, height, data: encodePng(upright) }]
  })
  return { blocks: placed.map(({ box, id }) => ({ type: 'picture', box, lines: [], picture: id })), pictures }
}

/** Returns where a part of the upright page is on the page before it was rotated, in whole pixels. */
const onSource = (
  { x, y, width, height }: PagePart,
  turned: RecognizedPage['turned'],
  size: { readonly width: number; readonly height: number },
): PagePart => {
  const parts: Readonly<Record<typeof turned, PagePart>> = {
    0: { x, y, width, height },
    90: { x: y, y: size.height - x - width, width: height, height: width },
    180: { x: size.width - x - width, y: size.height - y - height, width, height },
    270: { x: size.width - y - height, y: x, width: height, height: width },
  }
  const part = parts[turned]
  const [left, top] = [Math.max(0, Math.round(part.x)), Math.max(0, Math.round(part.y))]
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(size.width - left, Math.round(part.width))),
    height: Math.max(1, Math.min(size.height - top, Math.round(part.height))),
  }
}
