import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { Judgements } from '@polyparse/contract/judgements'
import { Check } from '@polyparse/document/typebox/value'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp, textSettles } from '../support/app.ts'
import { parcelsComparison } from '../support/parcels.ts'

const id = '0190b8a0-0000-7000-8000-000000000001'

describe('Disputes that are settled in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
  })

  const openComparison = async (look: Parameters<typeof openApp>[2] = {}) => {
    const opened = await openApp(browser, api.url, { key: api.key, ...look })
    const result = parcelsComparison()
    await opened.page.route(`**/api/v1/jobs/${id}`, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 204 })
        : route.fulfill({ json: { id, status: 'complete', result } }),
    )
    await opened.page.goto(`${api.url}/#/jobs/${id}`)
    await opened.page.getByRole('heading', { name: 'Look yourself' }).waitFor()
    return opened
  }

  const progress = (page: Page, settled: number) => page.getByText(`${settled} of 6 settled`).waitFor()
  const isOpen = (page: Page, figure: string) =>
    page.locator('.dispute.open .dispute-head:focus', { hasText: figure }).waitFor()

  it('become the score of each provider, by keyboard alone, and a file that says the same', async () => {
    const { page, context, faults } = await openComparison()
    await page.getByRole('button', { name: /48,317/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Which is right?' }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await page.keyboard.press('1')
    await isOpen(page, '11,274')
    await page.keyboard.press('2')
    await isOpen(page, '33,519')
    await page.keyboard.press('t')
    await page.keyboard.type('33,591')
    await page.keyboard.press('Enter')
    await isOpen(page, '20,256')
    await page.keyboard.press('s')
    await isOpen(page, '7,102')
    await page.keyboard.press('2')
    await progress(page, 5)
    await isOpen(page, '9,355')
    await page.keyboard.press('u')
    await isOpen(page, '7,102')
    await progress(page, 4)
    await page.keyboard.press('1')
    await progress(page, 5)
    assert.deepEqual(await page.locator('.provider-table tbody tr td:last-child').allTextContents(), [
      '2 of 4',
      '1 of 4',
    ])
    assert.deepEqual(await axeFaults(page), [])

    await page.reload()
    await progress(page, 5)
    await page.getByRole('link', { name: 'Bench', exact: true }).last().click()
    await page.getByRole('heading', { name: 'Judged documents' }).waitFor()
    await page.getByText('On your 1 judged document:').waitFor()
    await textSettles(
      page.locator('.provider-table tbody tr').first(),
      /provider-a\s+9\d\.\d% \(\d\d\.\d% to \d\d\.\d%\)\s+2 of 4 \(50\.0%; 15\.0% to 85\.0%\)\s+1\s+0\.02 USD/,
    )
    await page.getByText('The intervals of provider-a and provider-b overlap').waitFor()
    assert.deepEqual(await axeFaults(page), [])

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save judgements' }).click()
    const path = await (await saving).path()
    const file: unknown = JSON.parse(await readFile(path, 'utf8'))
    assert.ok(Check(Judgements, file))
    assert.deepEqual(
      file.documents.map(({ name, settlements }) => [
        name,
        settlements.map(({ answer, truth, right }) => [answer, truth, right]),
      ]),
      [
        [
          'parcels.pdf',
          [
            ['side', '48,317', ['provider-a']],
            ['side', '1,274', ['provider-b']],
            ['text', '33,591', []],
            ['skip', undefined, []],
            ['side', '7,102', ['provider-a']],
          ],
        ],
      ],
    )

    await page.getByRole('button', { name: 'Forget what you said about parcels.pdf' }).click()
    await page.getByText('No dispute is settled yet').waitFor()
    await page.locator('input[type=file]').setInputFiles(path)
    await page.getByText('On your 1 judged document:').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('are settled by a key right after a step to the next dispute, by a click, at the end of them, and from elsewhere', async () => {
    const { page, context, faults } = await openComparison()
    const next = page.getByRole('button', { name: 'Next dispute' })
    await next.click()
    await page.locator('.dispute.open', { hasText: '48,317' }).waitFor()
    await next.click()
    await page.locator('.dispute.open', { hasText: '11,274' }).waitFor()
    await page.keyboard.press('1')
    await progress(page, 1)
    await isOpen(page, '33,519')

    for (const place of [4, 5, 6]) {
      await next.click()
      await page.getByText(`${place} / 6`, { exact: true }).waitFor()
    }
    assert.equal(await next.getAttribute('aria-disabled'), 'true')
    await page.keyboard.press('s')
    await progress(page, 2)
    await isOpen(page, '48,317')

    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('Alt+ArrowDown')
    await isOpen(page, '11,274')
    await page.keyboard.press('u')
    await progress(page, 1)

    // In these, keys are what they are everywhere.
    await page.getByLabel('Kind of dispute').focus()
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Find in all readings' }).click()
    await page.keyboard.type('1s')
    await page.getByRole('button', { name: 'Close the search' }).focus()
    await page.keyboard.press('1')
    await progress(page, 1)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('go with their job, and after a week unless they are to be kept', async () => {
    const { page, context } = await openComparison()
    await page.getByRole('button', { name: /48,317/ }).click()
    await page.getByRole('button', { name: /^1 48,317/ }).click()
    await progress(page, 1)
    const stored = () =>
      page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('polyparse.judged.')).length`)
    assert.equal(await stored(), 1)

    const age = `(() => {
      const name = Object.keys(localStorage).find((each) => each.startsWith('polyparse.judged.'))
      localStorage[name] = localStorage[name].replace(/"comparedAt":"[^"]*"/, '"comparedAt":"2026-01-01T00:00:00.000Z"')
    })()`
    await page.goto(`${api.url}/#/bench`)
    await page.getByLabel('Keep judgements longer than results').check()
    await page.evaluate(age)
    await page.reload()
    await page.getByText('On your 1 judged document:').waitFor()
    await page.getByLabel('Keep judgements longer than results').uncheck()
    await page.reload()
    await page.getByText('No dispute is settled yet').waitFor()
    assert.equal(await stored(), 0)

    await page.goto(`${api.url}/#/jobs/${id}`)
    await page.getByRole('button', { name: /48,317/ }).click()
    await page.getByRole('button', { name: /^1 48,317/ }).click()
    await progress(page, 1)
    await page.clock.install()
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.clock.fastForward(7000)
    await page.getByText('Deleted the job and its result.').waitFor()
    assert.equal(await stored(), 0)
    await context.close()
  })

  it('stand in one table and one chart with all comparisons of a folder', async () => {
    const { page, context, faults } = await openComparison()
    const summary = {
      id,
      status: 'complete',
      operation: 'compare',
      createdAt: new Date().toISOString(),
      source: { filename: 'parcels.pdf' },
      providers: ['provider-a', 'provider-b'],
    }
    const queries: string[] = []
    await page.route('**/api/v1/jobs?*', (route) => {
      queries.push(new URL(route.request().url()).search)
      return route.fulfill({ json: { jobs: [summary, summary] } })
    })
    await page.goto(`${api.url}/#/bench`)
    await page.getByLabel('Label').fill('case=june')
    await page.getByRole('button', { name: 'Show the table' }).click()
    await page.getByRole('heading', { name: 'Compared documents' }).waitFor()
    assert.match(queries[0] ?? '', /operation=compare&status=complete&metadata\.case=june/)
    const rows = page.getByRole('group', { name: 'A folder’s comparison' }).locator('tbody tr')
    assert.equal(
      (await rows.locator('td').allTextContents()).join(' '),
      '70.0% 0.02 USD 1.2 s 0 2 70.0% free 1.2 s 0 2',
    )
    await page.getByRole('img', { name: 'Agreement against time a page, as in the table' }).waitFor()
    await page.getByText('Cost a page').last().click()
    await page.getByRole('img', { name: 'Agreement against cost a page, as in the table' }).waitFor()
    assert.ok(
      await page.evaluate(
        `document.querySelector('canvas').getContext('2d').getImageData(0, 0, 400, 300).data.some(Boolean)`,
      ),
    )
    assert.deepEqual(await axeFaults(page), [])

    await page.goto(`${api.url}/#/batches/0190b8a0-0000-7000-8000-000000000002`)
    await page.getByRole('link', { name: 'Compare its providers' }).click()
    await page.getByRole('heading', { name: 'Compared documents' }).waitFor()
    assert.match(queries.at(-1) ?? '', /batch=0190b8a0-0000-7000-8000-000000000002/)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('can be settled on a phone and in dark mode', async () => {
    const { page, context } = await openComparison({ width: 390, colorScheme: 'dark' })
    await page.getByRole('button', { name: /48,317/ }).click()
    await page.getByRole('button', { name: /^1 48,317/ }).click()
    await progress(page, 1)
    assert.deepEqual(await axeFaults(page), [])
    await page.goto(`${api.url}/#/bench`)
    await page.getByText('On your 1 judged document:').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await context.close()
  })
})
