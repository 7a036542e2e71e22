import { createRequire } from 'node:module'

/** A rectangle of the layout library, in points from the top left of a page. */
export type Rect = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** Text on one line without a large gap. */
export type TextItem = Rect & {
  readonly text: string
  readonly fontSize?: number
  readonly fontHeight?: number
  readonly words?: readonly (Rect & { readonly text: string })[]
}

type LayoutCell = { readonly text: string; readonly bbox?: Rect }

export type LayoutBlock = {
  readonly kind: 'heading' | 'paragraph' | 'list_item' | 'code' | 'table' | 'rule' | 'figure' | 'grid_fallback'
  readonly bbox?: Rect
  readonly level?: number
  readonly marker?: string
  readonly header?: readonly LayoutCell[]
  readonly rows?: readonly (readonly LayoutCell[])[]
}

/** A page as the library reads it. */
export type ParsedPage = {
  readonly pageNum: number
  readonly width: number
  readonly height: number
  readonly textItems: readonly TextItem[]
  readonly blocks?: readonly LayoutBlock[]
}

/** A line, from one point to another, or a rectangle. */
export type Graphic = Partial<Rect> & {
  readonly kind: 'stroke' | 'rect'
  readonly x1?: number
  readonly y1?: number
  readonly x2?: number
  readonly y2?: number
  readonly hasStroke: boolean
  readonly hasFill: boolean
}

/** Text and drawings that were read otherwise, to be laid out. */
type PageToLayOut = {
  readonly pageNumber: number
  readonly pageWidth: number
  readonly pageHeight: number
  readonly textItems: readonly TextItem[]
  readonly graphics: readonly Graphic[]
}

type LayoutOptions = {
  readonly quiet: boolean
  readonly ocrEnabled: boolean
  readonly ocrServerUrl?: string
  readonly targetPages?: string
  readonly maxPages?: number
  readonly continueOnPageError?: boolean
  readonly extractBlocks?: boolean
  readonly emitWordBoxes?: boolean
  readonly extractLinks?: boolean
  readonly keepHeadersFooters?: boolean
  readonly imageMode?: 'off'
  readonly outputFormat?: 'markdown'
  readonly password?: string
}

/** The layout library with its options. */
export type LayoutParser = {
  /** Parses bytes, or of the file at a path. */
  parse(document: Buffer | string): Promise<{ readonly totalPages: number; readonly pages: readonly ParsedPage[] }>
  parsePages(pages: readonly PageToLayOut[]): { readonly pages: readonly ParsedPage[] }
}

type LayoutLibrary = { readonly LiteParse: new (options: LayoutOptions) => LayoutParser }

const builds: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['-gnu', '-musl'],
  win32: ['-msvc'],
  darwin: [''],
}

/**
 * LiteParse's native code, from the package of this platform. The package that has these as its optional dependencies adds
 * little to them but the code for Linux once more.
 */
const loadLibrary = (): LayoutLibrary => {
  const require = createRequire(import.meta.url)
  const platform = `${process.platform}-${process.arch}`
  const failures: unknown[] = []
  for (const build of builds[process.platform] ?? [])
    try {
      return require(`@llamaindex/liteparse-${platform}${build}`)
    } catch (error) {
      failures.push(error)
    }
  throw new Error(
    `PDFs cannot be read: no package @llamaindex/liteparse-${platform} is installed, or it does not load.`,
    {
      cause: failures,
    },
  )
}

export const { LiteParse } = loadLibrary()
