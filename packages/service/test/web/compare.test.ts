import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import type { CompareResult } from '@polyparse/contract'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import {
  comparedResult,
  failed,
  pagesWithTexts,
  parsedResult,
  side,
  unsupported,
} from '@polyparse/test-support/results'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp, settles } from '../support/app.ts'
import { suiteService } from '../support/suite-service.ts'

const id = '0190b8a0-0000-7000-8000-000000000001'

/** Shows a comparison that no provider has to make. */
const answerWith = (page: Page, result: CompareResult) =>
  page.route(`**/api/v1/jobs/${id}`, (route) =>
    route.fulfill({
      json: { id, status: 'complete', operation: 'compare', createdAt: result.timing.startedAt, result },
    }),
  )

const dispute = (page: number, one: string, other: string) => ({
  kind: 'number' as const,
  page,
  providers: ['provider-a', 'provider-b'],
  sides: [side('provider-a', one, { page }), side('provider-b', other, { page })],
  severity: 0.9,
  message: `provider-a reads “${one}”, provider-b reads “${other}”.`,
})

describe('The comparison in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  const openService = suiteService()
  let url = ''
  let key = ''

  before(async () => {
    ;({ url, key } = await openService())
    browser = await openBrowser()
  })

  const show = async (result: CompareResult, query = '') => {
    const opened = await openApp(browser, url, { key })
    await answerWith(opened.page, result)
    await opened.page.goto(`${url}/#/jobs/${id}${query}`)
    await opened.page.getByRole('heading', { name: 'Providers' }).waitFor()
    return opened
  }

  it('leads from a document to the provider to trust, to each dispute on every side, and to a report', async () => {
    const { page, context, faults } = await openApp(browser, `${url}/#/advanced`, { key })
    const buffer = await readFile(new URL('../../../../examples/quarter.pdf', import.meta.url))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'quarter.pdf', mimeType: 'application/pdf', buffer }])
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('heading', { name: /^Trust .+ provider-\w with this document$/ }).waitFor()

    const first = page.getByRole('button', { name: /provider-b reads “8,317”/ })
    await first.click()
    await page.locator('.crop canvas[width]').waitFor()
    await settles(() => page.locator('.crop-box').count(), 3)
    await settles(() => page.locator('.dispute-side').count(), 3)
    assert.deepEqual(await page.locator('.text-column .sign.current + .spot').allTextContents(), [
      '48,317',
      '8,317',
      '48,317',
    ])
    assert.deepEqual(await axeFaults(page), [])

    await page.getByRole('region', { name: 'Where the readings differ' }).getByText('Page', { exact: true }).click()
    await page.locator('.box-column canvas[width]').nth(2).waitFor()
    await settles(() => page.locator('.box-column-dispute.current').count(), 3)
    const widthOf = async () => (await page.locator('.box-column-page').first().boundingBox())?.width ?? 0
    const fitting = await widthOf()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.locator('.zoom', { hasText: '125 %' }).waitFor()
    assert.ok((await widthOf()) > fitting * 1.15)
    await page.getByRole('button', { name: 'Fit the width' }).click()
    await page.locator('.zoom', { hasText: '100 %' }).waitFor()
    assert.ok(Math.abs((await widthOf()) - fitting) < 8)
    assert.deepEqual(await axeFaults(page), [])

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download report' }).click()
    const download = await saving
    assert.equal(download.suggestedFilename(), 'quarter-comparison.html')
    const report = await readFile(await download.path(), 'utf8')
    assert.match(report, /^<!doctype html>[\s\S]*quarter\.pdf[\s\S]*provider-b reads “8,317”/)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('draws only the visible ones of 500 pages, and finds a dispute on the last', async () => {
    const text = (page: number, figure: string) => [
      `Page ${page}.`,
      ...Array.from({ length: 20 }, () => 'The same words stand here.'),
      `In all ${figure} tonnes.`,
    ]
    const pages = (figure: string) =>
      pagesWithTexts(...Array.from({ length: 500 }, (_, index) => text(index + 1, index === 499 ? figure : '1,000')))
    const last = dispute(500, '4,711', '4,117')
    const { page, context, faults } = await show(
      comparedResult(
        [parsedResult('provider-a', { pages: pages('4,711') }), parsedResult('provider-b', { pages: pages('4,117') })],
        {
          disputes: [last],
          pages: Array.from({ length: 500 }, (_, index) => ({
            page: index + 1,
            agreement: { 'provider-a': 1, 'provider-b': 1 },
          })),
          pairs: [{ providers: ['provider-a', 'provider-b'], overall: 0.99 }],
        },
      ),
    )
    await page.getByRole('button', { name: /4,117/ }).click()
    await page.locator('.sign.current').nth(1).waitFor()
    assert.deepEqual(await page.locator('.text-column .sign.current + .spot').allTextContents(), ['4,711', '4,117'])
    await page.locator('.sign.current').first().scrollIntoViewIfNeeded()
    assert.ok((await page.locator('.columns-page').count()) < 8)
    await page.getByRole('link', { name: /^Page 250:/ }).click()
    await page.getByText('Page 250.').first().waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('finds a text in all readings, marks it in each column and on the page, and copies none of its marks', async () => {
    const text = (page: number, figure: string) => [`Page ${page}.`, 'The ferry left.', `In all ${figure} tonnes.`]
    const pages = (figure: string) =>
      pagesWithTexts(...Array.from({ length: 300 }, (_, index) => text(index + 1, index === 299 ? figure : '1,000')))
    const { page, context, faults } = await show(
      comparedResult(
        [parsedResult('provider-a', { pages: pages('4,711') }), parsedResult('provider-b', { pages: pages('4,117') })],
        {
          disputes: [dispute(300, '4,711', '4,117')],
        },
      ),
    )
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.keyboard.press('Control+f')
    const field = page.getByRole('textbox', { name: 'Find in the document' })
    await field.fill('page 300')
    await page.getByRole('status').getByText('1 of 2', { exact: true }).waitFor()
    assert.deepEqual(await page.locator('.columns-hits').allTextContents(), ['1 hit', '1 hit'])
    await field.press('Enter')
    await page.getByRole('status').getByText('2 of 2', { exact: true }).waitFor()
    const current =
      '[...(CSS.highlights.get("search-current") ?? [])].map((range) => [String(range), range.startContainer.parentElement.closest(".text-column").getAttribute("aria-label")])'
    assert.deepEqual(await page.evaluate(current), [['Page 300', 'provider-b']])
    assert.equal(await page.evaluate('CSS.highlights.get("search").size'), 2)
    assert.deepEqual(await axeFaults(page), [])

    await field.fill('tonnes')
    await page.getByRole('status').getByText('1 of 600', { exact: true }).waitFor()
    await field.press('Shift+Enter')
    await page.getByRole('status').getByText('600 of 600', { exact: true }).waitFor()
    await page.locator('.text-column .sign').first().waitFor()
    await page.evaluate(
      'getSelection().selectAllChildren(document.querySelector(".text-column .sign").closest("[data-unit]"))',
    )
    await page.keyboard.press('Control+c')
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'In all 4,711 tonnes.')

    await page.getByRole('region', { name: 'Where the readings differ' }).getByText('Page', { exact: true }).click()
    await page.locator('.box-hit.current').waitFor()
    assert.ok((await page.locator('.box-hit').count()) >= 2)
    await field.press('Escape')
    await page.locator('.box-hit').first().waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('lines up the sides of a dispute that are in different places of the page', async () => {
    const filling = Array.from({ length: 30 }, (_, index) => `Line ${index} that only one has.`)
    const { page, context } = await show(
      comparedResult(
        [
          parsedResult('provider-a', { pages: pagesWithTexts([...filling, 'In all 4,711 tonnes.']) }),
          parsedResult('provider-b', { pages: pagesWithTexts(['In all 4,117 tonnes.']) }),
        ],
        { disputes: [dispute(1, '4,711', '4,117')] },
      ),
      '?dispute=1',
    )
    const signs = page.locator('.sign.current')
    await signs.nth(1).waitFor()
    const tops = async () => Promise.all([0, 1].map(async (side) => (await signs.nth(side).boundingBox())?.y))
    await page.waitForFunction(`(() => {
      const [one, other] = [...document.querySelectorAll('.sign.current')].map((sign) => sign.getBoundingClientRect().top)
      return Math.abs(one - other) < 2
    })()`)
    const [top] = await tops()
    assert.ok(top !== undefined && top > 0 && top < 900, 'and they are in sight')
    await context.close()
  })

  it('names the providers that failed or were not asked, and shows hostile text harmlessly', async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title = 2</script>'
    const { page, context, faults } = await show({
      ...comparedResult(
        [
          parsedResult(
            'provider-a',
            { pages: pagesWithTexts([hostile]) },
            { warnings: [{ code: 'odd', message: hostile }] },
          ),
          failed('provider-b', hostile),
          unsupported('provider-c'),
        ],
        { disputes: [], recommendationNote: `Only one. ${hostile}` },
      ),
      input: hostile,
    })
    await page.getByRole('heading', { name: 'No recommendation' }).waitFor()
    await page.getByText('provider-b failed.').waitFor()
    await page.getByText('1 warning').click()
    assert.equal(await page.locator('.compare img, .compare script').count(), 0)
    assert.match(await page.title(), /Polyparse/)
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('shows nothing in green where the readings agree too little, and the figure by which it decided', async () => {
    const entries = [
      parsedResult('provider-a', { pages: pagesWithTexts(['One text.']) }),
      parsedResult('provider-b', { pages: pagesWithTexts(['An other.']) }),
    ]
    const agreement = {
      recommendation: { provider: 'provider-a', reasons: ['It is the best.'] },
      verdict: 'recommended' as const,
    }
    const pairOf = (overall: number) => ({ pairs: [{ providers: ['provider-a', 'provider-b'], overall }] })
    const { page, context } = await show(comparedResult(entries, { ...agreement, ...pairOf(0.585) }))
    await page.getByRole('heading', { name: 'Rather Fast layout reader provider-a, but look yourself' }).waitFor()
    await page.getByText('It agrees with the other readings to 58.5% only.').waitFor()
    assert.equal(await page.locator('.verdict.good').count(), 0)
    assert.deepEqual(await page.locator('.provider-table thead th').allTextContents(), [
      'Provider',
      'Agreement',
      'Cost a page',
      'Time a page',
      'Outlier in',
    ])
    assert.deepEqual(await axeFaults(page), [])
    await context.close()

    const sure = await show(comparedResult(entries, { ...agreement, ...pairOf(0.97) }))
    await sure.page.getByText('Decided by 97.0% agreement with the other readings.').waitFor()
    await settles(() => sure.page.locator('.verdict.good').count(), 1)
    await sure.context.close()
  })

  it('copies the text of a reading without the marks in it', async () => {
    const { page, context } = await show(
      comparedResult(
        [
          parsedResult('provider-a', { pages: pagesWithTexts(['In all 4,711 tonnes were sent.']) }),
          parsedResult('provider-b', { pages: pagesWithTexts(['In all 4,117 tonnes.']) }),
        ],
        { disputes: [dispute(1, '4,711', '4,117')] },
      ),
    )
    await page.locator('.sign').first().waitFor()
    const copied = await page.evaluate(`(() => {
      getSelection().selectAllChildren(document.querySelectorAll('.text-column')[1])
      return getSelection().toString()
    })()`)
    assert.equal(String(copied).trim(), 'In all 4,117 tonnes.')
    await context.close()
  })

  it('works on a phone and in dark mode', async () => {
    const opened = await openApp(browser, url, { key, width: 390, colorScheme: 'dark' })
    const { page, context } = opened
    const columns = [
      parsedResult('provider-a', { pages: pagesWithTexts(['In all 4,711 tonnes.']) }),
      parsedResult('provider-b', { pages: pagesWithTexts(['In all 4,117 tonnes.']) }),
    ]
    await answerWith(
      page,
      comparedResult(columns, {
        disputes: [dispute(1, '4,711', '4,117')],
        pairs: [{ providers: ['provider-a', 'provider-b'], overall: 0.9 }],
      }),
    )
    await page.goto(`${url}/#/jobs/${id}?dispute=1`)
    await page.getByRole('button', { name: 'Show in the readings' }).click()
    await page.locator('.sign.current').first().waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await context.close()
  })
})
