import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { compareFields } from '@polyparse/compare/fields'
import { Judgements } from '@polyparse/contract/judgements'
import { Check } from '@polyparse/document/typebox/value'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser } from 'playwright-core'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp } from '../support/app.ts'

const id = '0190b8a0-0000-7000-8000-000000000001'

type Datum = string | number | null

const filled = (by: string, data: Readonly<Record<string, Datum>>) => ({
  by,
  extraction: {
    data,
    evidence: Object.entries(data).map(([name, value]) => ({
      path: `/${name}`,
      value,
      status: value === null ? ('not_found' as const) : ('found' as const),
      page: value === null ? null : 1,
      bbox: null,
      text: value === null ? null : String(value),
      confidence: value === null ? 0 : 0.9,
      from: [],
    })),
  },
})

/** An invoice that two have filled: they dispute its number and its total, and only one has a customer. */
const job = () => {
  const readings = [
    filled('local', { date: '2026-01-31', number: 'A-17', total: 120.5, customer: null }),
    filled('vision', { date: '2026-01-31', number: 'B-99', total: 12.05, customer: 'Holm Ferries' }),
  ]
  const { data, evidence, fields } = compareFields(readings)
  const types = [
    ...['date', 'number', 'customer'].map((name) => ({ path: `/${name}`, type: 'string' })),
    { path: '/total', type: 'number' },
  ]
  const models = readings.map(({ by, extraction }) => ({
    id: by,
    status: 'filled',
    data: extraction.data,
    usage: by === 'vision' ? { cost: 0.0021, currency: 'USD' } : {},
  }))
  const timing = { startedAt: '2026-01-31T10:00:00Z', completedAt: new Date().toISOString(), durationMs: 900 }
  const outputs = { extraction: { data, evidence, usage: {}, comparison: { models, fields, types } } }
  const result = { id, outputs, pageCount: 1, provider: 'local', timing, warnings: [] }
  return { id, status: 'complete', result, metadata: {}, filename: 'invoice.pdf' }
}

describe('Values that several have filled, in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
  })

  for (const width of [1440, 390])
    it(`stand side by side, disputes first, and are settled by the keyboard for the bench, ${width} pixels wide`, async () => {
      const { page, context, faults } = await openApp(browser, api.url, { key: api.key, width })
      await page.route(`**/api/v1/jobs/${id}`, (route) => route.fulfill({ json: job() }))
      await page.goto(`${api.url}/#/jobs/${id}`)
      const table = page.getByRole('table', { name: 'Compared' })
      await table.waitFor()
      assert.deepEqual(
        (await table.locator('tbody th').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
        ['number disputed', 'total disputed', 'customer found by some', 'date agreed'],
      )
      assert.match(await table.locator('thead').innerText(), /vision[^]*0\.0021/)
      assert.deepEqual(await axeFaults(page), [])

      const settle = (name: string) => page.getByRole('group', { name: `Settle ${name}` })
      await settle('number').getByRole('button', { name: 'A-17' }).press('Enter')
      await page.getByText('A-17 · read by local').waitFor()
      const total = page.getByLabel('Another value of total')
      await total.fill('much')
      assert.equal(await settle('total').getByRole('button', { name: 'That is right' }).isDisabled(), true)
      await total.fill('1,205.00')
      await total.press('Enter')
      await page.getByText('1205 · read by no provider').waitFor()
      await settle('customer').getByRole('button', { name: 'Skip, it does not matter' }).press('Enter')
      await page.getByText('Skipped: it counts for no provider and against none.').waitFor()
      assert.deepEqual(await axeFaults(page), [])

      await page.reload()
      await page.getByText('A-17 · read by local').waitFor()
      await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
      await settle('customer').waitFor()

      await page.goto(`${api.url}/#/bench`)
      const scores = page.getByRole('table', { name: 'Values of schemas' })
      await scores.waitFor()
      assert.match(await scores.innerText(), /local[^]*1 of 2[^]*vision[^]*0 of 2/)
      assert.deepEqual(await axeFaults(page), [])
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save judgements' }).click()
      const file: unknown = JSON.parse(await readFile(await (await saving).path(), 'utf8'))
      assert.ok(Check(Judgements, file))
      assert.deepEqual(
        file.documents.flatMap(({ fields = [] }) => fields.map(({ path, truth, right }) => [path, truth, right])),
        [
          ['/number', 'A-17', ['local']],
          ['/total', 1205, []],
        ],
      )
      assert.deepEqual(faults, [])
      await context.close()
    })
})
