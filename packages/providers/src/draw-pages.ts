import { defaultRequest, DrawResult, EngineFailure } from '@polyparse/engine'
import { resultOpener, type Sandbox } from '@polyparse/sandbox'
import { ProviderFailure, type ParseRequest } from './provider.ts'
import type { Survey } from './survey.ts'

/** A page as a picture. */
export type DrawnPage = {
  readonly page: number
  /** The width in pixels; 1 where it could not be drawn. */
  readonly width: number
  readonly height: number
  /** The page's own text, which may be empty or wrong. */
  readonly text: string
  /** A PNG, or what another engine makes; null where the page could not be drawn. */
  readonly picture: Uint8Array | null
  readonly mimeType: string
}

export type PagesToDraw = {
  readonly sandbox: Pick<Sandbox, 'run'>
  readonly surveyed: Pick<Survey, 'sizes'>
  /** Pixels of the longer side of each page. */
  readonly longestSide: number
  readonly password?: string | null
  /** `pageImage` makes files that are small. */
  readonly engine?: 'draw' | 'pageImage'
  readonly signal: AbortSignal
}

/** The resolution of a page whose size is unknown. */
const usualDpi = 150

const openDrawResult = resultOpener(DrawResult)

/** Draws pages in the sandbox, all at once in memory: ask for a few at a time. */
export const drawPages = async (
  { source, maxPages }: Pick<ParseRequest, 'source' | 'maxPages'>,
  pages: readonly number[],
  { sandbox, surveyed, longestSide, password = null, engine = 'draw', signal }: PagesToDraw,
): Promise<DrawnPage[]> => {
  const drawn: DrawnPage[] = []
  for (const [dpi, numbers] of Map.groupBy(pages, (page) => dpiFor(surveyed, page, longestSide))) {
    const recognition = { languages: null, dpi, folder: null }
    const request = { ...defaultRequest, mediaType: source.mediaType, pages: numbers, maxPages, password, recognition }
    const { pages: drawings } = openDrawResult(
      await sandbox
        .run(engine, { open: () => source.open(), owner: source.owner, request }, signal)
        .catch(throwDrawingFailure),
    )
    for (const { number, text, picture } of drawings)
      drawn.push({
        page: number,
        width: picture?.width ?? 1,
        height: picture?.height ?? 1,
        text,
        picture: picture?.data ?? null,
        mimeType: picture?.mimeType ?? 'image/png',
      })
  }
  return drawn
}

/** The resolution at which the longer side of a page has as many pixels. */
const dpiFor = ({ sizes }: Pick<Survey, 'sizes'>, page: number, longestSide: number): number => {
  const size = sizes.get(page)
  return size === undefined ? usualDpi : (longestSide * 72) / Math.max(size.width, size.height)
}

const throwDrawingFailure = (error: unknown): never => {
  if (error instanceof EngineFailure)
    throw new ProviderFailure(error.code, error.message, { transient: error.transient, cause: error })
  throw error
}
