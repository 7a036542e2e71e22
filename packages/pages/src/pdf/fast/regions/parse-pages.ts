import { type LayoutParser, LiteParse, type ParsedPage } from '../../../layout-library.ts'
import { damaged } from '../../../pdfium/open-pdf.ts'
import { fastPdfLimits } from '../parameters.ts'

/** The layout library's result for a page, and the parser, to lay it out again. */
export type ParsedPages = { readonly parser: LayoutParser; readonly page: ParsedPage }

/**
 * The given pages as the layout library reads them, by number; a page that it cannot read is null. It is native code,
 * which the permission model does not bind: it gets bytes, never a path, and with text recognition off it has no
 * reason to use the network.
 */
export async function* parsePages(
  bytes: Uint8Array,
  { numbers, password }: { readonly numbers: readonly number[]; readonly password: string | null },
): AsyncGenerator<readonly [number: number, parsed: ParsedPages | null]> {
  const buffer = fromSignature(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  for (let start = 0; start < numbers.length; start += fastPdfLimits.batchPages) {
    const batch = numbers.slice(start, start + fastPdfLimits.batchPages)
    const parser = createParser(batch, password)
    const { pages } = await parser.parse(buffer).catch((error: unknown) => {
      throw damaged(error)
    })
    const byNumber = new Map(pages.map((page) => [page.pageNum, page]))
    for (const number of batch) {
      const page = byNumber.get(number)
      yield [number, page === undefined ? null : { parser, page }]
    }
  }
}

/** Cuts off what precedes the signature, which the library takes for another format, and runs converters on. */
const fromSignature = (bytes: Buffer): Buffer => bytes.subarray(Math.max(0, bytes.indexOf('%PDF')))

/** Every option is as costly in the transfer as in the parsing, so drawings and fonts come from PDFium where needed. */
const createParser = (pages: readonly number[], password: string | null): LayoutParser =>
  new LiteParse({
    ocrEnabled: false,
    quiet: true,
    targetPages: pages.join(','),
    maxPages: Number.MAX_SAFE_INTEGER,
    continueOnPageError: true,
    extractBlocks: true,
    emitWordBoxes: true,
    extractLinks: false,
    keepHeadersFooters: true,
    imageMode: 'off',
    ...(password !== null && { password }),
  })
