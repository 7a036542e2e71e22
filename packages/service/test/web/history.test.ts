import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { parseUrl } from '../support/api.ts'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp, settles } from '../support/app.ts'

describe('The history of jobs in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const ids: string[] = []
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
    for (let count = 1; count <= 30; count += 1) {
      const request = parseUrl({ metadata: { case: count % 2 === 0 ? 'even' : 'odd' } })
      const source = { url: `https://example.com/page-${count}-of-a-rather-long-list.pdf` }
      const { id } = (await api.create({ ...request, source })).json()
      await api.fail(id, 'no', 'source_unreachable')
      ids.push(id)
    }
  })

  const rows = (page: Page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody tr')

  /** Waits until there are so many, no more and no fewer: the list before may be drawn again meanwhile. */
  const hasRows = (page: Page, count: number): Promise<void> => settles(() => rows(page).count(), count)

  it('shows jobs of any origin page by page, and finds them by name, status and label', async () => {
    const { page, context, faults } = await openApp(browser, `${api.url}/#/jobs`, { key: api.key })
    await rows(page).first().getByText('page-30-of-a').waitFor()
    await settles(() => rows(page).count(), 25)
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('26 to 30').waitFor()
    await settles(() => rows(page).count(), 5)
    await page.getByRole('button', { name: 'Newer' }).click()

    await page.getByRole('searchbox', { name: 'Search by name' }).fill('PAGE-2')
    await hasRows(page, 11)
    await rows(page).first().getByRole('button', { name: 'case odd' }).click()
    await hasRows(page, 5)
    assert.match(page.url(), /name=PAGE-2&label=case%3Dodd/)
    await page.reload()
    await rows(page).nth(4).waitFor()
    await page.getByLabel('Status').selectOption('complete')
    await page.getByText('No matching jobs').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await rows(page).nth(24).waitFor()
    await settles(() => page.getByRole('searchbox').inputValue(), '')
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('deletes a job after some seconds, and not if that is undone or the page is left before', async () => {
    const { page, context, faults } = await openApp(browser, `${api.url}/#/jobs`, { key: api.key })
    const deletions: string[] = []
    page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))
    const row = (number: number) => rows(page).filter({ hasText: `page-${number}-of` })
    await row(30).waitFor()
    await page.clock.install()
    await row(30)
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    await row(30).getByRole('button', { name: /^Undo/ }).press('Enter')
    await row(29)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await row(29).getByRole('button', { name: /^Undo/ }).waitFor()
    await page.clock.fastForward(7000)
    await page.getByText('Deleted the job and its result.').waitFor()
    await row(29).waitFor({ state: 'detached' })
    assert.deepEqual(
      deletions.map((url) => url.slice(-36)),
      [ids[28]],
    )

    await row(28)
      .getByRole('button', { name: /^Delete/ })
      .click()
    await page.reload()
    await page.clock.fastForward(7000)
    await row(28)
      .getByRole('button', { name: /^Delete/ })
      .waitFor()
    assert.equal(deletions.length, 1)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('has no faults that axe finds, wide and narrow, and never scrolls sideways', async () => {
    const looks = [
      { colorScheme: 'light', width: 1024 },
      { colorScheme: 'dark', width: 390 },
    ] as const
    for (const look of looks) {
      const { page, context, faults } = await openApp(browser, `${api.url}/#/jobs`, { key: api.key, ...look })
      await page.getByText('page-30-of-a').waitFor()
      assert.deepEqual(await axeFaults(page), [], `${look.width}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), look.width)
      assert.deepEqual(faults, [])
      await context.close()
    }
  })
})
