import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { ParseResult } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { openDatabase } from '../../src/open-database.ts'
import { createClient } from '../support/client.ts'
import { type Place, startServer, temporaryPlace } from '../support/server.ts'
import { openVision, visionKey } from '../../../providers/test/support/vision.ts'

const pages = 200
const kills = 10
const pagesAtOnce = 4

test(
  'a service that is killed ten times has a model read 200 pages, and asks about none again whose answer was stored',
  { timeout: 1_800_000 },
  async (t) => {
    const fake = await openVision({ takes: 120 })
    t.after(() => fake.close())
    const place = await temporaryPlace(t)
    const start = () =>
      startServer(place, {
        VISION_API_KEY: visionKey,
        VISION_BASE_URL: fake.url,
        VISION_MODEL: 'tiny-vision',
        VISION_PAGES_AT_ONCE: String(pagesAtOnce),
      })
    let server = await start()
    t.after(async () => void (await server.end('SIGKILL')))
    const key = server.key ?? ''
    const more = { 'X-Service-Provider': 'vision', 'X-Service-Outputs': 'pages' }
    const { id } = await createClient(server.url, key).upload(await pagesPdf(pages, { size: [400, 500] }), {
      name: 'long.pdf',
      type: 'application/pdf',
      more,
    })
    /** Which page each request was about. */
    const asked = () => fake.bodies.map(({ messages }) => hash(JSON.stringify(messages)))
    /** How many requests there were at each kill, and what was stored of their answers. */
    const atKills: { readonly requests: number; readonly answered: ReadonlySet<string | undefined> }[] = []
    for (let kill = 1; kill <= kills; kill += 1) {
      const before = fake.bodies.length
      while (fake.bodies.length < before + 8 + kill) await setTimeout(5)
      // Anywhere between two answers.
      await setTimeout(kill * 13)
      await server.end('SIGKILL')
      const requests = asked()
      const answered = new Set((await storedAnswers(place)).map((answer) => requests[answer - 1]))
      assert.ok(answered.size > 0 && answered.size < pages, `${answered.size} answers were stored`)
      atKills.push({ requests: requests.length, answered })
      server = await start()
    }
    const job = await createClient(server.url, key).end(id)
    assert.equal(job.status, 'complete')

    const all = asked()
    for (const { requests, answered } of atKills)
      assert.deepEqual(
        all.slice(requests).filter((page) => answered.has(page)),
        [],
        'a page was asked about again after its answer was stored',
      )
    // Only those that were under way at a kill are asked about again.
    assert.equal(new Set(all).size, pages)
    assert.ok(all.length <= pages + kills * pagesAtOnce, `${all.length} requests`)
    const result = Value.Parse(ParseResult, job['result'])
    assert.equal(result.pageCount, pages)
    assert.deepEqual(
      result.warnings.filter(({ code }) => code === 'page_failed'),
      [],
    )
    t.diagnostic(`${kills} kills, ${all.length} requests for ${pages} pages`)
  },
)

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The answers that a service has stored that is dead now, by the numbers in which the fake answered. */
const storedAnswers = async ({ folder, databaseUrl }: Place): Promise<number[]> => {
  const database = await openDatabase({ databaseUrl, dataDirectory: folder })
  try {
    const rows = await database.query<{ content: string }>(
      `select answer::json ->> 'content' as content from page_answers`,
    )
    return rows.map(({ content }) => Number(/^Answer (\d+)\.$/.exec(content)?.[1]))
  } finally {
    await database.close()
  }
}
