import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { benchReport, compareReport } from '@polyparse/report'
import { CompareResult } from '@polyparse/contract'
import { launchBrowser, noBrowser } from '@polyparse/test-support/browser'
import {
  comparedResult,
  dispute,
  failed,
  madeAt,
  pagesWithTexts,
  parsedResult,
  side,
  unsupported,
} from '@polyparse/test-support/results'
import type { Browser, Page } from 'playwright-core'
import { Value } from '@polyparse/document/typebox/value'
import { axeSource } from '../support/app.ts'
import { createClient } from '../support/client.ts'
import { startServer, temporaryPlace } from '../support/server.ts'

/** The service's result for the sample document. */
const compareSample = async (url: string, key: string): Promise<{ name: string; result: CompareResult }> => {
  const client = createClient(url, key)
  const headers = { 'X-Service-Operation': 'compare', 'X-Service-Outputs': 'json' }
  const name = 'sample.pdf'
  const content = await readFile(new URL(`../../../../examples/${name}`, import.meta.url))
  const { id } = await client.upload(content, { name, type: 'application/pdf', more: headers })
  const { result } = await client.end(id)
  assert.ok(Value.Check(CompareResult, result))
  assert.ok(result.providers.every(({ status }) => status === 'parsed'))
  return { name, result }
}

/** Every state that the sample does not have: disputes, failures, more columns than fit, long words. */
const planted = (): CompareResult => {
  const names = ['one', 'two', 'three', 'four']
  const texts = (figure: string) =>
    pagesWithTexts(['A heading'], [`The whole of it costs ${figure} in all. ${'x'.repeat(300)}`])
  const around = { before: 'of it costs', after: 'in all', page: 2 }
  const sides = names.map((name, index) => side(name, index === 3 ? '1,024' : '1,042', around))
  const pairs = names.flatMap((name, index) =>
    names.slice(index + 1).map((other) => ({ providers: [name, other], overall: 0.9, text: 0.9 })),
  )
  return comparedResult(
    [
      ...names.map((name, index) => parsedResult(name, { pages: texts(index === 3 ? '1,024' : '1,042') })),
      failed('five', 'It is damaged.'),
      unsupported('six'),
    ],
    {
      pairs,
      pages: [1, 2].map((page) => ({ page, agreement: Object.fromEntries(names.map((name) => [name, 1 / page])) })),
      disputes: (['number', 'text', 'table', 'unmatched', 'order', 'date', 'missing'] as const).map((kind) =>
        dispute(sides, {
          kind,
          page: 2,
          outlier: 'four',
          otherOccurrences: [{ page: 1, bbox: null, texts: { one: 'x' } }],
        }),
      ),
      recommendation: { provider: 'one', reasons: ['It agrees best.'] },
    },
  )
}

describe('A report in a browser', { skip: noBrowser }, () => {
  let browser: Browser
  const files = new Map<string, string>()
  const left: string[] = []
  let done: () => Promise<void> = async () => {}

  before(async () => {
    const ends: (() => Promise<unknown>)[] = []
    done = async () => {
      for (const end of ends.toReversed()) await end()
    }
    const place = await temporaryPlace({ after: (end) => ends.push(end) })
    const server = await startServer(place)
    ends.push(() => server.end('SIGTERM'))
    assert.ok(server.key)
    const sample = await compareSample(server.url, server.key)
    const comparisons = [sample, { name: 'planted.pdf', result: planted() }]
    const reports = {
      one: compareReport([sample], { madeAt }),
      several: compareReport(comparisons, { madeAt }),
      bench: benchReport({ folder: 'reports', documents: comparisons }, { madeAt }),
    }
    for (const [name, text] of Object.entries(reports)) {
      const file = join(place.folder, `${name}.html`)
      await writeFile(file, text)
      files.set(name, pathToFileURL(file).href)
    }
    browser = await launchBrowser()
    ends.push(() => browser.close())
  })
  after(() => done())

  const open = async (
    name: string,
    { width = 1440, colorScheme = 'light' }: { width?: number; colorScheme?: 'light' | 'dark' } = {},
  ): Promise<Page> => {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      offline: true,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const url = files.get(name)
    assert.ok(url !== undefined)
    page.on('request', (request) => request.url() !== url && left.push(request.url()))
    page.on('console', (message) => message.type() === 'error' && left.push(message.text()))
    await page.goto(url)
    return page
  }

  const names = ['one', 'several', 'bench'] as const

  it('makes no requests, and logs no errors', async () => {
    for (const name of names) await (await open(name)).waitForLoadState('load')
    assert.deepEqual(left, [])
  })

  it('has a target for every link, and only one', async () => {
    for (const name of names) {
      const page = await open(name)
      const wrong = await page.evaluate(`
        [...document.querySelectorAll('a')]
          .map((link) => link.getAttribute('href'))
          .filter((href) => document.querySelectorAll('[id="' + href.slice(1) + '"]').length !== 1)`)
      assert.deepEqual(wrong, [])
    }
  })

  it('leads from a dispute to its place in the text and back', async () => {
    const page = await open('several')
    const dispute = page.locator('#d2-x1')
    await dispute.getByRole('link', { name: 'See dispute 1 in the text of four' }).click()
    const mark = page.locator('#d2-x1-3')
    assert.equal(await mark.evaluate((element) => element.matches(':target')), true)
    await mark.waitFor({ state: 'visible' })
    assert.equal(await page.locator('#d2-x1-3 ~ .spot').first().textContent(), '1,024')
    await mark.click()
    assert.equal(await dispute.evaluate((element) => element.matches(':target')), true)
  })

  it('shows the disputes of one kind when that is chosen', async () => {
    const page = await open('several')
    await page.locator('input[name="d2-kind"][value="table"]').check()
    const shown = await page.locator('.dispute:visible').evaluateAll((all) => all.map(({ className }) => className))
    assert.deepEqual(shown, ['dispute k-table'])
  })

  it('has no faults that axe finds, wide and light, narrow and dark', async () => {
    const looks = [
      { colorScheme: 'light', width: 1440 },
      { colorScheme: 'dark', width: 390 },
    ] as const
    for (const name of names)
      for (const look of looks) {
        const page = await open(name, look)
        await page.evaluate(axeSource)
        // Content far from the window is not drawn, and so would not be examined.
        await page.evaluate(`
          document.head.append(Object.assign(document.createElement('style'), {
            textContent: '.page, .dispute { content-visibility: visible !important }',
          }))
          for (const details of document.querySelectorAll('details')) details.open = true`)
        const faults = await page.evaluate(`
          axe.run(document).then(({ violations }) =>
            violations.map(({ id, nodes }) => id + ' ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`)
        assert.deepEqual(faults, [], `${name} ${look.colorScheme} ${look.width}`)
        await page.context().close()
      }
  })

  it('fits a telephone without scrolling sideways', async () => {
    for (const name of names) {
      const page = await open(name, { width: 390 })
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, name)
    }
  })
})
