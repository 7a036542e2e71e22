import { notFound, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { refusedByProxy } from './proxy.ts'
import { pagesOf, type SampleBlock, type SamplePage } from './sample.ts'

export type TikaScript = {
  /** Metadata of the document, beside what the server always gives. */
  entry?: Readonly<Record<string, unknown>>
  /** XHTML instead of the pages of the document. */
  content?: string
  /** What is embedded in the document. */
  embedded?: readonly Readonly<Record<string, unknown>>[]
  /** What it says at `/version`. */
  version?: string
}

/** The properties of its parsers that may be set by headers; any other name is answered by a 400 without a body. */
const properties = new Set([
  'x-tika-pdfextractbookmarkstext',
  'x-tika-officeincludeslidemastercontent',
  'x-tika-pdfocrstrategy',
  'x-tika-ocrlanguage',
  'x-tika-pdfsortbyposition',
])

/**
 * The server of Apache Tika 3.1.0, with the answers that it was seen to give: `test/long/tika.test.ts` asks the
 * server itself.
 */
export const openTika = async (script: TikaScript = {}): Promise<FakeVendor & { readonly script: TikaScript }> => {
  const parse = ({ headers, body }: FakeRequest): FakeReply => {
    const unknown = Object.keys(headers).some((name) => name.startsWith('x-tika-') && !properties.has(name))
    if (unknown) return { status: 400 }
    const content = script.content ?? pagesOf(body).map(pageOf).join('')
    const document = {
      'Content-Type': headers['content-type'],
      'X-TIKA:Parsed-By': ['org.apache.tika.parser.DefaultParser', 'org.apache.tika.parser.pdf.PDFParser'],
      'X-TIKA:content_handler': 'ToHTMLContentHandler',
      'X-TIKA:embedded_depth': '0',
      'X-TIKA:content': xhtmlOf(content),
      ...script.entry,
    }
    return { status: 200, json: [document, ...(script.embedded ?? [])] }
  }
  const fake = await openFake({
    stepOf: (method) => (method === 'PUT' ? 'submit' : 'poll'),
    refuse: refusedByProxy,
    perform: (asked) => {
      if (asked.path === '/version') return { status: 200, bytes: Buffer.from(script.version ?? 'Apache Tika 3.1.0') }
      return asked.method === 'PUT' && asked.path === '/rmeta/html' ? parse(asked) : notFound
    },
  })
  return { ...fake, script }
}

export const xhtmlOf = (content: string): string =>
  `<html xmlns="http://www.w3.org/1999/xhtml">\n<head>\n<meta name="pdf:PDFVersion" content="1.7">\n<title>Ferries</title>\n</head>\n<body>${content}</body></html>`

const pageOf = ({ blocks }: SamplePage): string =>
  `<div class="page"><p></p>\n${blocks.map(blockOf).join('\n')}\n</div>\n`

const blockOf = (block: SampleBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${block.text}</h${block.level}>`
    case 'list':
      return `<ul>${block.items.map((item) => `\t<li>${item}</li>\n`).join('')}</ul>`
    // Its parsers do not pass on spans.
    case 'table':
      return block.html.replaceAll(/ colspan="\d+"/g, '')
    case 'picture':
      return `<img src="embedded:image1.png" alt="${block.text}"></img>`
    case 'paragraph':
    case 'caption':
    case 'header':
    case 'footer':
    case 'code':
      return `<p>${block.text.replaceAll('**', '')}\n</p>`
  }
}
