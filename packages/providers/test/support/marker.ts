import { formOf, notFound, numbersIn, openFake, type FakeRequest, type FakeVendor, type FakeReply } from './fake.ts'
import { markerPage } from './marker-tree.ts'
import { refusedByProxy } from './proxy.ts'
import { pagesOf } from './sample.ts'

export type MarkerScript = {
  /** The conversion has failed, with the text of the exception. */
  fail?: string
  /** Pages whose trees are missing. */
  failPages?: readonly number[]
}

type Form = ReadonlyMap<string, string>

/** The server of datalab-to/marker 2.0, `marker/scripts/server.py`. */
export const openMarker = async (
  script: MarkerScript = {},
): Promise<FakeVendor & { readonly script: MarkerScript; form(): Form; readonly filenames: readonly string[] }> => {
  const forms: Form[] = []
  const filenames: string[] = []

  const convert = (asked: FakeRequest): FakeReply => {
    const parts = formOf(asked)
    const file = parts.find(({ name }) => name === 'file')
    const form: Form = new Map(
      parts.filter(({ name }) => name !== 'file').map(({ name, content }) => [name, String(content)]),
    )
    forms.push(form)
    if (file === undefined) return unprocessable('file')
    filenames.push(file.filename ?? '')
    if (!/^(?:true|false)$/i.test(form.get('force_ocr') ?? 'false')) return unprocessable('force_ocr')
    const failed = (error: string): FakeReply => ({ status: 200, json: { success: false, error } })
    if (script.fail !== undefined) return failed(script.fail)
    const pages = pagesOf(file.content)
    const range = form.get('page_range')
    const selected = range === undefined ? pages.map((_, index) => index) : numbersIn(range)
    if (selected === null) return failed('invalid literal for int()')
    const how = { scale: 1, images: true }
    const children = selected.flatMap((index) => {
      const page = pages[index]
      return page === undefined || script.failPages?.includes(index + 1) ? [] : [markerPage(page, index, how)]
    })
    return {
      status: 200,
      json: {
        format: form.get('output_format') ?? 'markdown',
        output:
          form.get('output_format') === 'json' ? JSON.stringify({ children, block_type: 'Document' }, null, 2) : '',
        images: {},
        metadata: {
          table_of_contents: [{ title: 'Ferries of Page 1', heading_level: null, page_id: 0, polygon: [] }],
          page_stats: [],
          debug_data_path: 'debug_data',
        },
        success: true,
      },
    }
  }

  const fake = await openFake({
    stepOf: (method) => (method === 'POST' ? 'submit' : 'poll'),
    refuse: refusedByProxy,
    perform: (asked) => {
      if (asked.path === '/openapi.json') return { status: 200, json: { openapi: '3.1.0', info: { title: 'FastAPI' } } }
      return asked.method === 'POST' && asked.path === '/marker/upload' ? convert(asked) : notFound
    },
  })
  return { ...fake, script, form: () => forms.at(-1) ?? new Map(), filenames }
}

const unprocessable = (field: string): FakeReply => ({
  status: 422,
  json: { detail: [{ loc: ['body', field], msg: 'Field required', type: 'missing' }] },
})
