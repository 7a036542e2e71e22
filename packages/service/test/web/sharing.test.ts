import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { pagesPdf } from '@polyparse/test-support/pdf'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp } from '../support/app.ts'
import { suiteService } from '../support/suite-service.ts'

describe('Sharing a result by a link', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  const openService = suiteService()
  let browser: Browser
  let url = ''
  let key = ''

  before(async () => {
    ;({ url, key } = await openService())
    browser = await openBrowser()
  })

  const parsed = async (headers: Record<string, string>): Promise<string> => {
    const created = await fetch(`${url}/api/v1/jobs`, {
      method: 'POST',
      body: new Uint8Array(await pagesPdf(2)),
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'application/pdf',
        'x-service-filename': 'chapters.pdf',
        'x-service-page-images': 'true',
        'x-service-images': 'reference',
        ...headers,
      },
    })
    const { id } = Object(await created.json())
    for (let status = 'queued'; status !== 'complete';) {
      const read = await fetch(`${url}/api/v1/jobs/${id}?wait=60`, { headers: { authorization: `Bearer ${key}` } })
      status = String(Object(await read.json()).status)
      assert.notEqual(status, 'failed')
    }
    return String(id)
  }
  const madeLink = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByLabel('The link is valid for').selectOption('a day')
    await page.getByRole('button', { name: 'Make a link' }).click()
    return page.getByLabel('the link', { exact: true }).inputValue()
  }
  const drawnWidth = async (page: Page, selector: string): Promise<number> => {
    await page.locator(selector).first().waitFor()
    const width: unknown = await page.evaluate(
      `(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector(${JSON.stringify(selector)}))`,
    )
    return Number(width)
  }

  it('shows the reading and its pages to somebody without a key, until it is revoked', async () => {
    const id = await parsed({ 'x-service-operation': 'parse', 'x-service-outputs': 'markdown,json,metadata' })
    const owner = await openApp(browser, `${url}/#/jobs/${id}`, { key })
    const link = await madeLink(owner.page)
    assert.match(link, /^http:\/\/localhost:\d+\/shared#\/pp_share_/)
    assert.equal(await owner.page.getByRole('region', { name: 'Links that are valid' }).locator('li').count(), 1)
    assert.deepEqual(await axeFaults(owner.page), [])

    const guest = await openApp(browser, link)
    await guest.page.getByRole('heading', { name: 'chapters.pdf' }).waitFor()
    await guest.page.getByRole('tab', { name: 'Blocks' }).click()
    await guest.page.locator('.reading-block').first().waitFor()
    assert.ok((await drawnWidth(guest.page, '.paper[data-page="1"] img[src]')) > 100)
    await guest.page.getByRole('button', { name: 'Next page' }).click()
    assert.ok((await drawnWidth(guest.page, '.paper[data-page="2"] img[src]')) > 100)
    for (const name of ['Share', 'Delete', 'Download'])
      assert.equal(await guest.page.locator('.job-head').getByRole('button', { name }).count(), 0, name)
    assert.equal(await guest.page.getByRole('navigation', { name: 'Views' }).count(), 0)
    assert.ok(!(await guest.page.content()).includes(id))
    assert.deepEqual(await axeFaults(guest.page), [])

    await owner.page.getByRole('button', { name: 'Revoke' }).click()
    await owner.page.getByText('There are no links to this result.').waitFor()
    await guest.page.reload()
    await guest.page.getByText('This link shows nothing.').waitFor()
    assert.deepEqual(await axeFaults(guest.page), [])
    assert.deepEqual([...owner.faults, ...guest.faults], [])
    await guest.context.close()
    await owner.context.close()
  })

  it('shows a comparison, and each of its readings', async () => {
    const id = await parsed({
      'x-service-operation': 'compare',
      'x-service-outputs': 'markdown,json',
      'x-service-providers': 'auto,provider-a',
    })
    const owner = await openApp(browser, `${url}/#/jobs/${id}`, { key })
    const link = await madeLink(owner.page)
    await owner.context.close()

    const { page, context, faults } = await openApp(browser, link)
    await page.getByRole('heading', { name: 'chapters.pdf' }).waitFor()
    await page.locator('.text-column').first().waitFor()
    // Nothing can be settled, and what was paid is not told, which is not the same as nothing.
    assert.equal(await page.locator('.settle').count(), 0)
    assert.deepEqual(
      [await page.getByText('Cost a page').count(), await page.getByText('free', { exact: true }).count()],
      [0, 0],
    )
    await page.locator('.provider-table-name').first().click()
    await page.getByRole('tab', { name: 'Blocks' }).click()
    await page.locator('.reading-block').first().waitFor()
    await page.getByRole('link', { name: 'Comparison' }).click()
    await page.locator('.text-column').first().waitFor()
    assert.ok(!(await page.content()).includes(id))
    assert.deepEqual(faults, [])
    await context.close()
  })
})
