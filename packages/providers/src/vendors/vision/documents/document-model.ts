import { Readable } from 'node:stream'
import { Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { selectedSource } from '../../../cut-pages.ts'
import { drawPages, type DrawnPage } from '../../../draw-pages.ts'
import type { VendorHttp } from '../../../http.ts'
import { pageByPage, portionsOf, type PageAsker } from '../../../page-by-page.ts'
import type { ParseRequest, ParseSource, RemoteProvider, RemoteWork } from '../../../provider.ts'
import { someAtOnce } from '../../../some-at-once.ts'
import { neutralSource, type VendorDeclaration, type VendorParts } from '../../../vendor.ts'
import { counted, pricesOf } from '../cost.ts'
import { picturesFor } from '../shown-pictures.ts'
import { invalidOptions, pageOptions } from '../page-options.ts'
import { pageSeconds } from '../parameters.ts'
import { askAboutPages, type KnownPage } from './ask-pages.ts'
import type { WireFormat } from './wire-format.ts'

const DocumentModelOptions = Type.Object(pageOptions, { additionalProperties: false })
const documentModelOptionsValidator = Compile(DocumentModelOptions)

/** Pixels of the longer side of a picture, which is what models see at most. */
const pictureSide = 1568
/** Pixels of a page that is sent as PDF: only its text and its form are of interest. */
const formSide = 100

export type DocumentModel = {
  readonly declaration: Pick<VendorDeclaration, 'id' | 'name' | 'capabilities'>
  readonly http: VendorHttp
  readonly wire: WireFormat
  readonly access: {
    readonly pagesPerRequest: number
    readonly requestsAtOnce: number
    readonly inputPrice: number | null
    readonly outputPrice: number | null
  }
}

/**
 * A model that reads PDFs themselves, text and picture of each page. It is sent some pages at a time, and answers page by
 * page; of anything but a PDF it is sent pictures, one at a time.
 */
export const documentModel = (
  { declaration: { id, name, capabilities }, http, wire, access }: DocumentModel,
  parts: VendorParts,
): RemoteProvider => {
  const { pagesPerRequest, requestsAtOnce } = access
  const { sandbox } = parts
  const prices = pricesOf(access)

  const ask = async (shown: ParseSource, prompt: string, signal: AbortSignal) => {
    const sent = { ...wire.requestFor(neutralSource(shown), prompt), method: 'POST', seconds: pageSeconds } as const
    return wire.read((await http.json({ ...sent, signal })).body)
  }

  /** Some pages as a PDF, or one as a picture. */
  const show = async (
    { request }: Pick<RemoteWork, 'request'>,
    pages: readonly KnownPage[],
    { drawn, signal }: { readonly drawn: readonly DrawnPage[]; readonly signal: AbortSignal },
  ): Promise<ParseSource> => {
    const { source } = request
    const { password } = readDocumentModelOptions(request)
    if (isPdfModelRequest(request))
      return selectedSource(request, { pages: pages.map(({ page }) => page) }, { sandbox, signal, password })
    const picture = drawn.find(({ page }) => page === pages[0]?.page)?.picture ?? new Uint8Array()
    return { ...source, mediaType: 'image/png', size: picture.length, open: async () => Readable.from([picture]) }
  }

  const askNext: PageAsker['askNext'] = async (work, open, { surveyed, signal }) => {
    const { request, answers } = work
    const { prompt, password } = readDocumentModelOptions(request)
    const together = isPdfModelRequest(request) ? pagesPerRequest : 1
    const batch = open.slice(0, together * requestsAtOnce).flat()
    const longestSide = isPdfModelRequest(request) ? formSide : pictureSide
    const drawn = await drawPages(request, batch, { sandbox, surveyed, longestSide, password, signal })
    await someAtOnce(portionsOf(drawn, together), requestsAtOnce, async (portion) => {
      // A worker that was taken for dead may find that another has asked meanwhile.
      const answered = await answers.pages()
      const pages = portion.filter(({ page }) => !answered.has(page)).map(({ picture: _picture, ...page }) => page)
      await askAboutPages(pages, {
        show: (shown) => show(work, shown, { drawn, signal }),
        ask: (shown, words) => ask(shown, words, signal),
        keep: (answer) => answers.keep(answer.page, JSON.stringify(answer)),
        prompt,
        maxBytes: wire.maxBytes,
        prices,
      })
    })
    return batch.length
  }

  return {
    id,
    name,
    capabilities,
    options: DocumentModelOptions,
    ...pageByPage(
      {
        name,
        passwordOf: (request) => readDocumentModelOptions(request).password,
        requestSeconds: pageSeconds,
        askNext,
      },
      parts,
    ),
    check: (signal) => wire.check(http, signal),
    answerInJson: async (question, signal) => {
      const { path, body } = wire.questionFor(question, await picturesFor(question, sandbox, signal))
      const sent = { method: 'POST', path, body: { json: body }, seconds: pageSeconds, signal } as const
      const reply = wire.read((await http.json(sent)).body)
      return { ...reply, ...counted(reply.tokens, prices) }
    },
  }
}

const isPdfModelRequest = ({ source }: ParseRequest): boolean => source.mediaType === 'application/pdf'

const readDocumentModelOptions = ({
  options: given,
}: ParseRequest): { readonly prompt?: string; readonly password: string | null } => {
  if (!documentModelOptionsValidator.Check(given)) throw invalidOptions()
  return { ...given, password: given.password ?? null }
}
