import type { Sandbox } from '@polyparse/sandbox'
import { drawPages } from '../../draw-pages.ts'
import { type ModelQuestion, ProviderFailure } from '../../provider.ts'
import { survey } from '../../survey.ts'
import { mediaTypesOf } from '../../vendor-media-types.ts'

/** The picture of a page, in base64. */
export type ShownPicture = { readonly page: number; readonly mediaType: string; readonly base64: string }

/** Pixels of the longer side of a picture, which is what models see at most. */
const pictureSide = 1568
/** Pictures in one question: vendors take more, but their bytes add up. */
const maxPictures = 8

const drawable = new Set(mediaTypesOf('pdf', 'png', 'jpg', 'tiff', 'webp', 'gif', 'bmp'))

/**
 * Pictures of the pages of a question. A document that cannot be drawn, such as one that needs a password, is asked about without
 * them: its text is in the question.
 */
export const picturesFor = async (
  { request, pages }: Pick<ModelQuestion, 'request' | 'pages'>,
  sandbox: Pick<Sandbox, 'run'>,
  signal: AbortSignal,
): Promise<ShownPicture[]> => {
  if (pages.length === 0 || !drawable.has(request.source.mediaType)) return []
  try {
    const surveyed = await survey(request, sandbox, signal)
    const shown = pages.slice(0, maxPictures)
    const drawn = await drawPages(request, shown, { sandbox, surveyed, longestSide: pictureSide, signal })
    return drawn.flatMap(({ page, picture, mimeType }) =>
      picture === null ? [] : [{ page, mediaType: mimeType, base64: Buffer.from(picture).toString('base64') }],
    )
  } catch (error) {
    if (error instanceof ProviderFailure && !error.transient) return []
    throw error
  }
}
