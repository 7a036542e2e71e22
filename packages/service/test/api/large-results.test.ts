import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { importMcpClient, type McpClient } from '../../../../test/peers/peers.ts'
import { RequestProblem } from '../../src/api/problems.ts'
import { createResultReader, ResultTooLarge } from '../../src/api/result-reading/reader.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'

const { Client, StreamableHTTPClientTransport } = await importMcpClient()

/** A page of some 21 kB: text, and blocks with boxes, as readers make them. */
const pageOf = (page: number) => {
  const texts = Array.from(
    { length: 60 },
    (_, index) => `Page ${page}, line ${index}: "ferries" leave for Holm at nine.`,
  )
  const blocks = texts.map((text, index) => ({
    id: `p${page}-b${index}`,
    page,
    type: 'paragraph',
    text,
    bbox: [72.25, 700.5 - index * 10.125, 523.75, 712.625 - index * 10.125],
    confidence: 0.875,
    runs: [{ text, bold: true }],
  }))
  return { page, width: 595, height: 842, rotation: 0, markdown: texts.join('\n\n'), text: texts.join('\n'), blocks }
}

const tableOf = (rows: number, columns: number) => {
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_unused, column) => `${row}/${column}`),
  )
  return {
    id: 'p1-t1',
    page: 1,
    bbox: null,
    rows: cells,
    cells: [],
    markdown: cells.map((row) => `| ${row.join(' | ')} |`).join('\n'),
    html: '<table></table>',
  }
}

/** CPU of this thread, in milliseconds. */
const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

describe('a result of many megabytes', { timeout: 120_000 }, () => {
  const pageCount = 1500
  let api: ApiHarness
  let id: string
  let body: string
  let url: string
  let client: McpClient
  before(async () => {
    api = await openApiHarness({ settings: { compatibility: ['docling', 'openwebui', 'unstructured'] } })
    id = (await api.create(parseUrl({ outputs: ['pages', 'markdown'] }))).json().id
    const pages = Array.from({ length: pageCount }, (_, index) => pageOf(index + 1))
    const outputs = { pages, tables: [tableOf(3000, 20)], markdown: pages.map(({ markdown }) => markdown).join('\n\n') }
    const timing = { startedAt: '', completedAt: '', durationMs: 1 }
    body = JSON.stringify({ id, status: 'complete', result: { id, outputs, pageCount, timing, warnings: [] } })
    await api.complete(id, body)
    url = `http://127.0.0.1:${await api.listen()}`
    client = new Client({ name: 'test', version: '1' })
    const headers = { authorization: `Bearer ${api.key}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  })
  after(async () => {
    await client.close()
    await api.close()
  })

  const call = async (name: string, given: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: { job_id: id, ...given } })
    const said = answer.content.map((block) =>
      block.type === 'text'
        ? block.text
        : block.type === 'resource' && 'text' in block.resource
          ? block.resource.text
          : '',
    )
    return { isError: answer.isError === true, said, structured: Object(answer.structuredContent) }
  }

  it('costs the main thread little when a model looks something up in it, in comparison with sending it', async (test) => {
    const headers = { authorization: `Bearer ${api.key}` }
    const plain = async () => (await fetch(`${url}/api/v1/jobs/${id}`, { headers })).arrayBuffer()
    await plain()
    await call('get_page', { page: 1 })
    const costs = {
      plain: await cpuOf(plain),
      page: await cpuOf(async () => {
        const { said } = await call('get_page', { page: pageCount })
        assert.match(said[1] ?? '', /^Page 1500, line 0: "ferries"/, said.join())
      }),
      missing: await cpuOf(async () => {
        const { said } = await call('get_page', { page: pageCount + 1 })
        assert.match(said[0] ?? '', /^Page 1501 was not read; there are 1, 2, .* and 1470 more\.$/)
      }),
      passages: await cpuOf(async () => {
        const { structured } = await call('search_document', { query: 'page 777' })
        assert.equal(structured.passages[0].page, 777)
      }),
      table: await cpuOf(async () => {
        const { structured } = await call('get_table', { table_id: 'p1-t1', format: 'csv' })
        assert.equal(structured.is_cut, true)
        assert.deepEqual(structured.rows[1].slice(0, 2), ['1/0', '1/1'])
      }),
    }
    test.diagnostic(JSON.stringify(costs))
    const { plain: allowed, ...lookUps } = costs
    for (const [name, cost] of Object.entries(lookUps))
      assert.ok(cost < 2 * allowed + 50, `${name}: ${cost} ms of CPU, ${allowed} to send the whole`)
  })

  it('costs the main thread little when it is answered in the shape of another service', async (test) => {
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'text/plain', 'x-filename': 'a.txt' }
    const isCreated = async (): Promise<string | undefined> => {
      const { jobs } = (await api.inject({ url: '/api/v1/jobs?status=queued' })).json()
      return jobs[0]?.id
    }
    const answer = fetch(`${url}/process`, { method: 'PUT', headers, body: 'Hello.' })
    let job: string | undefined
    while (job === undefined) {
      await setImmediate()
      job = await isCreated()
    }
    const ended = job
    let documents = new ArrayBuffer(0)
    // The result is compressed here, as it is by a worker elsewhere.
    const completed = await cpuOf(() => api.complete(ended, body))
    const cost = await cpuOf(async () => {
      documents = await (await answer).arrayBuffer()
    })
    const read: unknown = JSON.parse(Buffer.from(documents).toString())
    assert.ok(Array.isArray(read) && read.length === pageCount)
    assert.match(read[776].page_content, /^Page 777, line 0/)
    const plain = await cpuOf(async () =>
      (await fetch(`${url}/api/v1/jobs/${id}`, { headers: { authorization: `Bearer ${api.key}` } })).arrayBuffer(),
    )
    test.diagnostic(JSON.stringify({ plain, cost, completed }))
    assert.ok(cost < 2 * plain + 50, `${cost} ms of CPU, ${plain} to send the whole`)
  })
})

describe('a reader of results', { timeout: 60_000 }, () => {
  const page = { kind: 'look-up', lookUp: { kind: 'page', id: 'a', page: 2 } } as const
  const bodyOf = (json: string) => async () => ({ bytes: Readable.from([Buffer.from(json)]), isCompressed: false })
  const small = bodyOf(JSON.stringify({ status: 'complete', result: { outputs: { pages: [1, 2].map(pageOf) } } }))
  const opened = (context: TestContext, maxMebibytes = 256) => {
    const reader = createResultReader({ maxMebibytes })
    context.after(() => reader.close())
    return reader
  }
  const { signal } = new AbortController()

  it('says so when a result takes more memory than is allowed, and reads the next', async (context) => {
    const reader = opened(context, 32)
    const list = `{"status":"complete","result":{"outputs":{"pages":[[${'[],'.repeat(3_000_000)}0]]}}}`
    await assert.rejects(
      reader.read(page, { account: 'a', open: bodyOf(list), signal }),
      (error) => error instanceof ResultTooLarge && /32 MiB/.test(error.message),
    )
    assert.equal((await reader.read(page, { account: 'a', open: small, signal })).kind, 'found')
  })

  it('reads no further when its caller leaves, and then the next', async (context) => {
    const reader = opened(context)
    const caller = new AbortController()
    const endless = new Readable({ read: () => {} })
    const left = reader.read(page, {
      account: 'a',
      open: async () => ({ bytes: endless, isCompressed: false }),
      signal: caller.signal,
    })
    const next = reader.read(page, { account: 'b', open: small, signal })
    endless.push('{"status":')
    caller.abort(new Error('gone'))
    await assert.rejects(left)
    assert.equal(endless.destroyed, true)
    assert.equal((await next).kind, 'found')
  })

  it('outlives callers who leave while their result is being opened, and just after it', async (context) => {
    const reader = opened(context)
    for (const isOpened of [false, true]) {
      const caller = new AbortController()
      const endless = new Readable({ read: () => {} })
      const open = async () => {
        if (isOpened) process.nextTick(() => caller.abort(new Error('gone')))
        else caller.abort(new Error('gone'))
        return { bytes: endless, isCompressed: false }
      }
      await assert.rejects(reader.read(page, { account: 'a', open, signal: caller.signal }), /gone/)
      assert.equal(endless.destroyed, true)
    }
    assert.equal((await reader.read(page, { account: 'a', open: small, signal })).kind, 'found')
  })

  it('takes the accounts in turn, and refuses more than a hundred of one', async (context) => {
    const reader = opened(context)
    const order: string[] = []
    const caller = new AbortController()
    const read = (account: string) =>
      reader.read(page, {
        account,
        signal: caller.signal,
        open: async () => {
          order.push(account)
          return small()
        },
      })
    const [first, ...more] = Array.from({ length: 100 }, () => read('a'))
    await assert.rejects(read('a'), (error) => error instanceof RequestProblem && error.code === 'rate_limited')
    await Promise.all([first, more[0], more[1], read('b')])
    assert.equal(order.indexOf('b'), 1)
    await Promise.all(more)
  })
})
