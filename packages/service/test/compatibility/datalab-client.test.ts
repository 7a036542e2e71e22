import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createCatalog } from '@polyparse/providers/port'
import { smallPagesPdf } from '@polyparse/test-support/pdf'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { hanging, testProvider } from '../support/providers.ts'
import { pythonObstacle, pythonWithTools, runProgram } from '../support/python.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

const skip = await pythonObstacle()

const program = fileURLToPath(new URL('datalab-client.py', import.meta.url))

const html = `<h1>Ferries</h1><p>The ferry to Holm leaves at nine.</p><ul><li>Holm</li><li>Sund</li></ul><h2>Passengers</h2>
<table><tr><th>Route</th><th>2025</th></tr><tr><td>Holm</td><td>341</td></tr></table>`

type AnsweredBlock = {
  readonly id: string
  readonly block_type: string
  readonly html: string
  readonly markdown?: string
  readonly page: number
  readonly bbox: readonly number[] | null
  readonly section_hierarchy: Readonly<Record<string, string>>
  readonly images: Readonly<Record<string, string>>
}

/** What the client has of an answer, or says of a refusal. */
type Answered = {
  readonly success: boolean
  readonly status: string
  readonly output_format: string
  readonly markdown: string | null
  readonly html: string | null
  readonly json: { readonly children: readonly { readonly children: readonly AnsweredBlock[] }[] } | null
  readonly chunks: { readonly blocks: readonly AnsweredBlock[]; readonly page_info: Readonly<Record<string, unknown>> }
  readonly images: Readonly<Record<string, string>>
  readonly metadata: { readonly warnings: readonly { readonly code: string }[]; readonly table_of_contents?: unknown }
  readonly page_count: number
  readonly refused?: string
  readonly timeout?: string
}

/** What the client says of each thing that it was asked to do. */
const use = async (url: string, key: string, ...task: readonly string[]): Promise<Answered[]> => {
  const said = await runProgram(await pythonWithTools(), [program, url, key, ...task])
  return said
    .trim()
    .split('\n')
    .map((line): Answered => JSON.parse(line))
}

const folderFor = async (scope: { after(work: () => Promise<unknown>): void }): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-datalab-'))
  scope.after(() => rm(folder, { recursive: true }))
  return folder
}

describe("Datalab's client", { skip: skip ?? false }, () => {
  const done: (() => Promise<unknown>)[] = []
  let server: Server
  let key: string
  let address: string
  let folder: string
  let [page, book]: [string, string] = ['', '']
  before(async () => {
    const scope = { after: (work: () => Promise<unknown>) => void done.push(work) }
    const settings = { POLYPARSE_COMPAT: 'datalab', POLYPARSE_ALLOW_PRIVATE_URLS: 'true' }
    server = await startServer(await temporaryPlace(scope), settings)
    done.push(() => server.end('SIGTERM'))
    key = server.key ?? ''
    address = `${server.url}/datalab`
    folder = await folderFor(scope)
    ;[page, book] = [join(folder, 'ferries.html'), join(folder, 'book.pdf')]
    await writeFile(page, html)
    await writeFile(book, await smallPagesPdf())
  })
  after(async () => {
    for (const work of done.toReversed()) await work()
  })

  const convert = (...asked: readonly (readonly [source: string, options: object])[]): Promise<Answered[]> =>
    use(address, key, 'convert', JSON.stringify(asked))

  it('has a document as Markdown, HTML, a tree and chunks, one by one and together', async () => {
    const [markdown, asHtml, tree, chunks, all] = await convert(
      [page, {}],
      [page, { output_format: 'html' }],
      [page, { output_format: 'json', mode: 'accurate' }],
      [page, { output_format: 'chunks', skip_cache: true, include_markdown_in_chunks: true }],
      [page, { output_format: 'markdown,html,json,chunks' }],
    )
    assert.ok(markdown && asHtml && tree && chunks && all)
    assert.deepEqual([markdown.success, markdown.status, markdown.page_count], [true, 'complete', 1])
    assert.match(markdown.markdown ?? '', /^# Ferries\n\nThe ferry to Holm leaves at nine\./)
    assert.deepEqual([markdown.html, markdown.json, markdown.chunks, markdown.images], [null, null, null, {}])
    assert.match(asHtml.html ?? '', /<h1>Ferries<\/h1>/)
    const { blocks, page_info: pages } = chunks.chunks
    assert.deepEqual(
      blocks.map(({ id, html: markup }) => [id, markup.replaceAll('\n', '')]),
      [
        ['/page/0/SectionHeader/0', '<h1>Ferries</h1>'],
        ['/page/0/Text/1', '<p>The ferry to Holm leaves at nine.</p>'],
        ['/page/0/ListGroup/2', '<ul><li>Holm</li><li>Sund</li></ul>'],
        ['/page/0/SectionHeader/3', '<h2>Passengers</h2>'],
        ['/page/0/Table/4', blocks[4]?.html.replaceAll('\n', '')],
      ],
    )
    assert.match(blocks[4]?.html ?? '', /^<table>[^]*<th[^>]*>Route<\/th>[^]*<td>341<\/td>[^]*<\/table>$/)
    assert.deepEqual(blocks[4]?.section_hierarchy, { 1: '/page/0/SectionHeader/0', 2: '/page/0/SectionHeader/3' })
    assert.equal(blocks[4]?.markdown, '| Route | 2025 |\n| --- | --- |\n| Holm | 341 |')
    assert.deepEqual([blocks[4]?.page, blocks[4]?.bbox, pages], [0, null, { 0: { bbox: null, polygon: null } }])
    assert.deepEqual(
      tree.json?.children[0]?.children.map(({ id }) => id),
      blocks.map(({ id }) => id),
    )
    assert.deepEqual([all.markdown, all.html], [markdown.markdown, asHtml.html])
    assert.deepEqual([all.json, all.output_format], [tree.json, 'markdown,html,json,chunks'])
  })

  it('has the pages that it asks for, by their numbers or up to one, and their images under the names in the text', async () => {
    const [whole, one, two, more, without, marked] = await convert(
      [book, {}],
      [book, { page_range: '1', max_pages: 3, output_format: 'chunks' }],
      [book, { max_pages: 2, paginate: true, output_format: 'markdown,html' }],
      [book, { max_pages: 9 }],
      [book, { disable_image_extraction: true, page_range: '0,7' }],
      [book, { output_format: 'html,json', add_block_ids: true, paginate: true }],
    )
    assert.ok(whole && one && two && more && without && marked)
    const [name = ''] = Object.keys(whole.images)
    assert.match(name, /^p1-i1\.png$/)
    assert.ok(whole.markdown?.includes(`![](${name})`), whole.markdown ?? '')
    assert.equal(
      Buffer.from(whole.images[name] ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
      'PNG',
    )

    assert.deepEqual([one.page_count, Object.keys(one.chunks.page_info)], [1, ['1']])
    assert.match(one.chunks.blocks[0]?.id ?? '', /^\/page\/1\/SectionHeader\/0$/)
    assert.equal(one.chunks.blocks[0]?.bbox?.length, 4)

    assert.equal(two.page_count, 2)
    const dashes = '-'.repeat(48)
    assert.match(
      two.markdown ?? '',
      new RegExp(`^\n\n\\{0\\}${dashes}\n\n# Harbours[^]*\n\n\\{1\\}${dashes}\n\n# Ferries`),
    )
    assert.deepEqual(two.html?.match(/^<(?:div|section)[^>]*>$/gm), [
      '<div class="page" data-page-id="0">',
      '<div class="page" data-page-id="1">',
    ])
    const codes = (answered: Answered) => answered.metadata.warnings.map(({ code }) => code)
    assert.deepEqual([more.page_count, codes(more).includes('page_out_of_range')], [3, false])
    assert.deepEqual([without.page_count, codes(without).includes('page_out_of_range')], [1, true])
    assert.deepEqual([without.images, without.markdown?.includes('](')], [{}, false])

    const blocks = marked.json?.children.flatMap(({ children }) => children) ?? []
    const ids = [...(marked.html ?? '').matchAll(/^<\w+ data-block-id="([^"]*)"/gm)].map(([, id]) => id)
    const content = blocks.filter(({ block_type: type }) => type !== 'PageHeader' && type !== 'PageFooter')
    assert.deepEqual(
      ids,
      content.map(({ id }) => id),
    )
    assert.match(marked.html ?? '', /<div class="page" data-page-id="2">/)
    const picture = blocks.find(({ block_type: type }) => type === 'Picture')
    assert.deepEqual(Object.keys(picture?.images ?? {}), [picture?.id])
  })

  it('reads a document at a URL, and is told why one cannot be read or is not taken', async (t) => {
    const web = createServer((request, response) => {
      if (request.url === '/ferries.html') response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      else response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    t.after(() => web.close())
    await once(web, 'listening')
    const bound = web.address()
    assert.ok(typeof bound === 'object' && bound !== null)
    const site = `http://127.0.0.1:${bound.port}`
    const broken = join(folder, 'broken.pdf')
    await writeFile(broken, '%PDF-1.7 broken')
    const [found, missing, damaged, checkpoint, headers, format, range] = await convert(
      [`${site}/ferries.html`, { output_format: 'markdown' }],
      [`${site}/other.html`, {}],
      [broken, {}],
      [page, { save_checkpoint: true }],
      [page, { additional_config: { keep_pageheader_in_output: true, threshold: 1 } }],
      [page, { output_format: 'markdown,docx' }],
      [page, { page_range: '3-1' }],
    )
    assert.equal(found?.refused, undefined)
    assert.match(found?.markdown ?? '', /^# Ferries/)
    assert.match(missing?.refused ?? '', /^Processing failed: .*404/)
    assert.match(damaged?.refused ?? '', /^Processing failed: [A-Z]/)
    for (const [refused, reason] of [
      [checkpoint, /save_checkpoint is not supported here/],
      [headers, /keep_pageheader_in_output of additional_config is not supported here/],
      [format, /output_format must be of markdown, html, json, chunks/],
      [range, /page_range must be at most 10000 numbers from 0/],
    ] as const) {
      assert.equal(refused?.status, 422)
      assert.match(refused?.refused ?? '', reason)
    }
    const [wrong] = await use(address, key, 'wrong-key', page)
    assert.equal(wrong?.status, 401)
    assert.match(wrong?.refused ?? '', /API key/)
  })

  it('saves an answer with its images, streams one to a file, and works from a command line', async (t) => {
    const saved = await folderFor(t)
    assert.deepEqual(await use(address, key, 'save', book, saved), [{ success: true, status: 'complete' }])
    const files = ['p1-i1.png', 'saved.chunks.json', 'saved.html', 'saved.json', 'saved.md', 'saved.metadata.json']
    assert.deepEqual((await readdir(saved)).toSorted(), [...files, 'streamed.json'])
    const streamed: Answered = JSON.parse(await readFile(join(saved, 'streamed.json'), 'utf8'))
    assert.match(streamed.markdown ?? '', /^# Harbours/)
    const options = [
      '--api_key',
      key,
      '--base_url',
      address,
      '--output_dir',
      saved,
      '--format',
      'html',
      '--add_block_ids',
    ]
    const run = ['-c', 'from datalab_sdk.cli import cli; cli()', 'convert', page, ...options]
    const said = await runProgram(await pythonWithTools(), run)
    assert.match(said, /Successfully processed: 1 files/)
    const written = await readFile(join(saved, 'ferries', 'ferries.html'), 'utf8')
    assert.match(written, /<h1 data-block-id="\/page\/0\/SectionHeader\/0">Ferries<\/h1>/)
  })
})

describe("Datalab's client at a service that is slow or asked too much", { skip: skip ?? false }, () => {
  const opened = async (t: TestContext, settings: object) => {
    const reader = testProvider('reader', hanging, { outputs: ['markdown', 'images'] })
    const api = await openApiHarness({
      settings: { compatibility: ['datalab'], ...settings },
      wrap: (parts) => ({ ...parts, catalog: createCatalog([reader], 'reader') }),
    })
    t.after(() => api.close())
    const text = join(await folderFor(t), 'a.txt')
    await writeFile(text, 'Hello.')
    return { api, address: `http://127.0.0.1:${await api.listen()}/datalab`, text }
  }

  it('gives up when it has asked as often as it was told to, and the job goes on', async (t) => {
    const { api, address, text } = await opened(t, { baseUrl: null })
    const [answered] = await use(address, api.key, 'impatient', text)
    assert.equal(answered?.timeout, 'Polling timed out after 0 seconds')
    assert.deepEqual(await statesOf(api), ['queued'])
  })

  it('waits when it is refused with 429, to begin and to ask again, and has its answer then', async (t) => {
    const { api, address, text } = await opened(t, { baseUrl: null, requestsPerMinute: 1 })
    const isRefused = (method: string): boolean =>
      api.logged.some((line) => line.includes(`"method":"${method}"`) && line.includes('"status":429'))
    await api.inject({ url: '/api/v1/providers' })
    const answered = use(address, api.key, 'limited', text)
    let isOver = false
    const over = answered.finally(() => (isOver = true))
    for (const method of ['POST', 'GET']) {
      while (!isRefused(method) && !isOver) await sleep(10)
      if (method === 'POST') api.clock.advance(61)
    }
    const [job] = await api.database.query<{ id: string }>('select id from jobs')
    assert.ok(job)
    const timing = { startedAt: '', completedAt: '', durationMs: 1500 }
    const outputs = { markdown: 'Hello.', images: [] }
    const result = { id: job.id, outputs, pageCount: 1, timing, warnings: [] }
    await api.complete(job.id, JSON.stringify({ id: job.id, status: 'complete', result }))
    api.clock.advance(61)
    const [read] = await over
    assert.deepEqual([read?.success, read?.markdown], [true, 'Hello.'])
    assert.equal(await api.countJobs(), 1)
  })
})

const statesOf = async (api: ApiHarness): Promise<string[]> => {
  const jobs = await api.database.query<{ status: string }>('select status from jobs')
  return jobs.map(({ status }) => status)
}
