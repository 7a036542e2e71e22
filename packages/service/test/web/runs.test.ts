import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import type { JobSummary, ParseResult } from '@polyparse/contract'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { comparedResult, failed, pagesWithTexts, parsedResult, tableValue } from '@polyparse/test-support/results'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp, settles } from '../support/app.ts'
import { englishIn } from '../support/own-language.ts'
import { suiteService } from '../support/suite-service.ts'

const june = '0190b8a0-0000-7000-8000-000000000001'
const today = '0190b8a0-0000-7000-8000-000000000002'

const timingAt = (startedAt: string) => ({ startedAt, completedAt: startedAt, durationMs: 1200 })
const [inJune, now] = [timingAt('2026-06-01T10:00:00.000Z'), timingAt('2026-11-25T10:00:00.000Z')]

const resultOf = (outputs: ParseResult['outputs'], more: Partial<ParseResult> = {}): ParseResult => {
  const entry = parsedResult('auto', outputs, more)
  assert.ok(entry.status === 'parsed')
  return entry.result
}

const listed = (id: string, more: Partial<JobSummary> = {}): JobSummary => ({
  id,
  status: 'complete',
  operation: 'parse',
  createdAt: id === june ? inJune.startedAt : now.startedAt,
  source: { filename: 'ferry.pdf' },
  provider: 'auto',
  ...more,
})

describe('Two runs of a document in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  const openService = suiteService()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
  })

  type Answers = Readonly<Record<string, unknown>>

  /** Shows runs that no provider has to make: the jobs of the document, and what the service answers about each. */
  const show = async (
    path: string,
    answers: Answers,
    { jobs = [listed(today), listed(june)], ...look }: Parameters<typeof openApp>[2] & { jobs?: JobSummary[] } = {},
  ) => {
    const opened = await openApp(browser, api.url, { key: api.key, ...look })
    await opened.page.route('**/api/v1/jobs?**same_source_as=**', (route) => route.fulfill({ json: { jobs } }))
    for (const [id, body] of Object.entries(answers))
      await opened.page.route(`**/api/v1/jobs/${id}`, (route) =>
        route.fulfill({ json: { id, status: 'complete', ...(isObject(body) ? body : {}) } }),
      )
    await opened.page.goto(`${api.url}/#/runs/${path}`)
    return opened
  }
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
  const verdict = (page: Page, text: string | RegExp) => page.getByRole('heading', { name: text }).waitFor()

  it('are chosen in the history, compared, walked through, and the same after a reload', async () => {
    const server = await openService()
    const bytes = await readFile(new URL('../../../../examples/quarter.pdf', import.meta.url))
    const authorization = `Bearer ${server.key}`
    const runBy = async (provider: string): Promise<string> => {
      const created = await fetch(`${server.url}/api/v1/jobs`, {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: {
          authorization,
          'idempotency-key': crypto.randomUUID(),
          'content-type': 'application/pdf',
          'x-service-filename': 'quarter.pdf',
          'x-service-operation': 'parse',
          'x-service-outputs': 'json',
          'x-service-provider': provider,
        },
      })
      const { id }: { id: string } = JSON.parse(await created.text())
      await fetch(`${server.url}/api/v1/jobs/${id}?wait=60`, { headers: { authorization } })
      return id
    }
    const first = await runBy('provider-a')
    await runBy('provider-b')
    await runBy('provider-a')

    const { page, context, faults } = await openApp(browser, `${server.url}/#/jobs`, { key: server.key })
    await page.getByRole('row').filter({ hasText: 'provider-b' }).waitFor()
    await page.locator(`a[href$="runs/${first}"]`).press('Enter')
    const others = page.getByRole('table', { name: 'Other runs of this document' }).locator('tbody tr')
    await others.nth(1).waitFor()
    assert.deepEqual(await others.locator('th a').allTextContents(), [
      'Fast layout reader provider-a',
      'Optical reader provider-b',
    ])
    await page.getByRole('link', { name: /^Compare with provider-b, / }).press('Enter')

    await verdict(page, /^The two readings agree to 9\d\.\d%$/)
    await page.getByRole('button', { name: /provider-a reads “48,317”, provider-b reads “8,317”/ }).waitFor()
    await page.keyboard.press('Alt+ArrowDown')
    await page.locator('.sign.current').nth(1).waitFor()
    assert.deepEqual(await page.locator('.text-column .sign.current + .spot').allTextContents(), ['48,317', '8,317'])
    await page.getByRole('button', { name: 'Next dispute' }).click()
    await page.locator('.dispute.open[data-number="2"]').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await page.locator('.dispute.open[data-number="1"]').waitFor()
    await settles(() => page.getByRole('button', { name: 'Previous dispute' }).isDisabled(), true)
    await page.reload()
    await page.locator('.dispute.open[data-number="1"]').waitFor()

    await page.goBack()
    await page.getByRole('link', { name: /^Compare with provider-a, / }).click()
    await verdict(page, 'The two readings are the same')
    await page.getByText('No disputes').waitFor()
    await page.goBack()
    await page.goForward()
    await verdict(page, 'The two readings are the same')
    assert.deepEqual(faults, [])
    await context.close()
  })

  const ships = (tonnes: string) =>
    tableValue('t1', [
      ['Ship', 'Tonnes'],
      ['Anna', '100'],
      ['Berta', tonnes],
    ])
  const withTable = (tonnes: string): ParseResult['outputs'] => ({
    tables: [ships(tonnes)],
    pages: pagesWithTexts(['The ferry left at noon.', { text: '', type: 'table', table: 't1' }]),
  })
  const changed = {
    [june]: {
      result: resultOf(withTable('48,317'), {
        timing: inJune,
        model: 'auto 1.3',
        usage: { pages: 1, cost: 0.02, currency: 'USD' },
        warnings: [{ code: 'low_confidence', message: 'Page 1 is doubtful.', page: 1 }],
      }),
    },
    [today]: {
      result: resultOf(withTable('8,317'), {
        timing: now,
        model: 'auto 1.4',
        usage: { pages: 1, cost: 0.01, currency: 'USD' },
        warnings: [{ code: 'text_missing', message: 'Page 1 has text in a picture.', page: 1 }],
      }),
    },
  }

  it('show what changed in a cell, in version, cost and warnings, the earlier run first however they are named', async () => {
    const { page, context, faults } = await show(`${today}/${june}`, changed)
    await verdict(page, /^The two readings agree to/)
    await page.getByRole('button', { name: /auto \(before\) reads “48,317”, auto \(after\) reads “8,317”/ }).click()
    assert.deepEqual(await page.locator('.text-column td .spot').allTextContents(), ['48,317', '8,317'])
    const facts = await page.locator('.run-facts .is-changed').all()
    assert.deepEqual(await Promise.all(facts.map((fact) => fact.locator('> *').allTextContents())), [
      ['Model (changed)', 'auto 1.3', 'auto 1.4'],
      ['Cost (changed)', '0.02 USD', '0.01 USD'],
    ])
    const warnings = page.getByRole('region', { name: 'What changed in the warnings' })
    assert.deepEqual(await warnings.getByRole('heading', { level: 3 }).allTextContents(), [
      '1 warning is gone',
      '1 warning is new',
    ])
    await page.getByRole('link', { name: 'after', exact: true }).click()
    await page.waitForURL(`**/#/jobs/${today}`)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('say so where they are the same, have the same words, or nothing in common', async () => {
    const read = (text: string, type: 'paragraph' | 'heading' = 'paragraph') => ({
      result: resultOf({ pages: pagesWithTexts([{ text, type }]) }),
    })
    const cases: [unknown, unknown, string][] = [
      [read('The ferry left.'), read('The ferry left.'), 'The two readings are the same'],
      [read('The ferry left.'), read('The Ferry left'), 'The two readings have the same words'],
      [read('The ferry left.'), read('The ferry left.', 'heading'), 'The two readings have the same words'],
    ]
    for (const [one, other, said] of cases) {
      const { page, context, faults } = await show(`${june}/${today}`, { [june]: one, [today]: other })
      await verdict(page, said)
      assert.deepEqual(faults, [])
      await context.close()
    }
    const kinds = await show(`${june}/${today}`, {
      [june]: read('The ferry left.'),
      [today]: read('The ferry left.', 'heading'),
    })
    const changes = kinds.page.getByRole('region', { name: 'Now another kind of block' })
    await changes.getByText('Page 1: Paragraph → Heading 1 The ferry left.').waitFor()
    assert.deepEqual(await axeFaults(kinds.page), [])
    await kinds.context.close()
    const { page, context, faults } = await show(`${june}/${today}`, {
      [june]: { result: resultOf({ markdown: 'The ferry left.' }, { timing: inJune }) },
      [today]: { result: resultOf({ text: 'The ferry left.' }, { timing: now }) },
    })
    await page.getByText('These two results cannot be compared').waitFor()
    await page.getByText('The earlier one has markdown, the later one text.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('name the run that has failed, is unfinished, gone or without a reading, and those of another document', async () => {
    const read = { result: resultOf({ pages: pagesWithTexts(['The ferry left.']) }) }
    const comparison = {
      result: comparedResult([parsedResult('auto', read.result.outputs), failed('fast', 'It is damaged.')]),
    }
    const { id: queued } = (await api.create()).json<{ id: string }>()
    const cases: [string, Answers, RegExp][] = [
      [today, { [june]: read, [today]: { status: 'failed', error: 'No.' } }, /^This run failed/],
      [queued, { [june]: read }, /^This run has not ended/],
      [today, { [june]: read }, /There is no job with this id/],
      [`${today}%3Afast`, { [june]: read, [today]: comparison }, /^This run has no reading/],
      [today, { [june]: read, [today]: comparison }, /^This run has no reading/],
    ]
    for (const [other, answers, said] of cases) {
      const { page, context } = await show(`${june}/${other}`, answers)
      await page.locator('.notice').getByText(said).waitFor()
      await page.getByText(`Run ${decodeURIComponent(other)}.`).waitFor()
      await context.close()
    }
    const { page, context } = await show(`${june}/${today}`, { [june]: read, [today]: read }, { jobs: [listed(june)] })
    await page.getByText('These runs have read different files').waitFor()
    await context.close()
  })

  it('can be one of the providers of a comparison, and are not offered once the result is gone', async () => {
    const read = { result: resultOf({ pages: pagesWithTexts(['The ferry left.']) }, { timing: inJune }) }
    const comparison = {
      result: comparedResult([parsedResult('auto', read.result.outputs), parsedResult('a:b', read.result.outputs)]),
    }
    const gone = listed('0190b8a0-0000-7000-8000-000000000003', { expiresAt: '2026-01-01T00:00:00Z', provider: 'old' })
    const { provider: _, ...both } = listed(today, { operation: 'compare', providers: ['auto', 'a:b'] })
    const { page, context, faults } = await show(
      june,
      { [june]: read, [today]: comparison },
      {
        jobs: [both, listed(june), gone],
      },
    )
    const rows = page.getByRole('table', { name: 'Other runs of this document' }).locator('tbody tr')
    await rows.nth(2).waitFor()
    await settles(
      async () => (await rows.locator('th').allInnerTexts()).map((text) => text.trim().split('\n')),
      [
        ['auto', 'one of 2 providers compared'],
        ['a:b', 'one of 2 providers compared'],
        ['old', 'result no longer kept'],
      ],
    )
    assert.equal(await rows.nth(2).getByRole('link').count(), 0)
    await rows.nth(1).getByRole('link').click()
    await verdict(page, 'The two readings are the same')
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('have no faults that axe finds and never scroll sideways, in German leave no English', async () => {
    for (const look of [
      { width: 1440, colorScheme: 'light' },
      { width: 1024, colorScheme: 'dark' },
      { width: 390, colorScheme: 'dark', locale: 'de-DE' },
      { width: 390, colorScheme: 'light' },
    ] as const) {
      const { page, context, faults } = await show(june, changed, look)
      const isWell = async (view: string): Promise<void> => {
        assert.deepEqual(await axeFaults(page), [], `${view}, ${look.width}`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), look.width, view)
        if ('locale' in look) assert.deepEqual(await englishIn(page, 'de'), [], view)
      }
      await page.locator('.runs-table').waitFor()
      await isWell('the runs')
      await page.locator('.runs-table tbody a').click()
      await page.locator('.dispute').first().waitFor()
      await isWell('what changed')
      await page.keyboard.press('Alt+ArrowDown')
      await page.locator('.dispute.open').waitFor()
      await isWell('a dispute')
      assert.deepEqual(faults, [])
      await context.close()
    }
  })
})
