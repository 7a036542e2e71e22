import { blocksOfHtml } from '@polyparse/formats/markup'
import type { AnswerBlock, AnswerPage } from '../../answer.ts'
import { mediaTypesOf, type Extension } from '../../vendor-media-types.ts'

/** The marks with which Tika begins a page, a slide or a sheet; all other formats have one page. */
const beginnings: readonly (readonly [extensions: readonly Extension[], mark: RegExp])[] = [
  [['pdf', 'tiff', 'xls'], /<div class="page">/g],
  [['pptx', 'pptm'], /<div class="slide-content">/g],
  [['ppt'], /<div class="slide">/g],
  [['xlsx', 'xlsm'], /<div><h1>/g],
]

const pageMarkOfMediaType = (mediaType: string): RegExp | null =>
  beginnings.find(([extensions]) => mediaTypesOf(...extensions).includes(mediaType))?.[1] ?? null

/** The pages of a document, numbered by position; `original` gives a position its number in the document. */
export const tikaPages = (
  xhtml: string,
  { mediaType, original }: { readonly mediaType: string; readonly original: (position: number) => number },
): AnswerPage[] =>
  splitTikaPages(bodyOfTikaXhtml(xhtml), pageMarkOfMediaType(mediaType)).map((piece, index) => ({
    number: original(index + 1),
    size: null,
    points: null,
    blocks: blocksIn(piece),
  }))

export const tikaBlocks = (xhtml: string): AnswerBlock[] => blocksIn(bodyOfTikaXhtml(xhtml))

/** Pictures keep their places: an empty file replaces them while the XHTML is parsed. */
const blocksIn = (html: string): AnswerBlock[] =>
  blocksOfHtml(html, () => noFile).map(({ picture: _picture, ...block }) => ({ ...block, box: null }))

const noFile = { data: new Uint8Array() }

/** The head repeats the metadata, and the end names what is embedded, which has entries of its own. */
const bodyOfTikaXhtml = (xhtml: string): string =>
  xhtml
    .slice(Math.max(0, xhtml.indexOf('<body')))
    .replaceAll(/<div class="package-entry">\s*(?:<h1>[^<]{0,1000}<\/h1>\s*)?<\/div>/g, '')

/** Divides the body at the marks. Text before the first mark belongs to the first page. */
const splitTikaPages = (body: string, mark: RegExp | null): string[] => {
  const starts = mark === null ? [] : [...body.matchAll(mark)].map(({ index }) => index)
  return starts.length === 0
    ? [body]
    : starts.map((start, index) => body.slice(index === 0 ? 0 : start, starts[index + 1]))
}
