import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { tiffOf } from '@polyparse/test-support/tiff'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp } from '../support/app.ts'
import { suiteService } from '../support/suite-service.ts'

describe('Images of pages that are kept with a result', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  const openService = suiteService()
  let url = ''
  let key = ''

  before(async () => {
    ;({ url, key } = await openService())
    browser = await openBrowser()
  })

  const submit = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }, button: string) => {
    await page.locator('input[type=file]').first().setInputFiles([file])
    if (button === 'Parse') await page.getByText('Parse with one').click()
    await page.getByLabel('Keep images of the pages').check()
    await page.getByRole('button', { name: button, exact: true }).click()
  }
  const isDrawn = async (page: Page, selector: string) => {
    await page.locator(selector).first().waitFor()
    const width: unknown = await page.evaluate(
      `(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector(${JSON.stringify(selector)}))`,
    )
    return Number(width)
  }
  const read = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${key}` } })

  it('show every frame of a TIFF, after a reload and until the job is erased', async () => {
    const { page, context, faults } = await openApp(browser, `${url}/#/advanced`, { key })
    const buffer = tiffOf({ width: 300, height: 400, grey: 230 }, { width: 200, height: 150, grey: 120 })
    await submit(page, { name: 'frames.tiff', mimeType: 'image/tiff', buffer }, 'Parse')
    assert.equal(await isDrawn(page, '.paper[data-page="1"] img[src]'), 300)
    const id = /jobs\/([\w-]+)/.exec(page.url())?.[1] ?? ''
    await page.reload()
    assert.equal(await isDrawn(page, '.paper[data-page="1"] img[src]'), 300)
    await page.getByRole('button', { name: 'Next page' }).click()
    assert.equal(await isDrawn(page, '.paper[data-page="2"] img[src]'), 200)
    assert.equal(await page.locator('.page-missing').count(), 0)
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()

    const image = await read(`/api/v1/jobs/${id}/pages/2/image`)
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png'])
    assert.equal(Buffer.from(await image.arrayBuffer()).readUInt32BE(16), 200)
    assert.equal((await read(`/api/v1/jobs/${id}/pages/3/image`)).status, 404)
    assert.equal((await read(`/api/v1/jobs/${id}`, { method: 'DELETE' })).status, 204)
    assert.equal((await read(`/api/v1/jobs/${id}/pages/2/image`)).status, 404)
  })

  it('stand beside the text of a dropped document after a reload, until the service keeps them no more', async () => {
    const { page, context, faults } = await openApp(browser, url, { key })
    await page.getByText('Images of the pages of a single document are kept for 1 day').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    const pdf = { name: 'chapters.pdf', mimeType: 'application/pdf', buffer: await pagesPdf(2) }
    await page.locator('input[type=file]').first().setInputFiles([pdf])
    await page.getByRole('tab', { name: 'Blocks' }).waitFor()
    await page.reload()
    assert.ok((await isDrawn(page, '.paper[data-page="1"] img[src]')) > 1000)
    assert.equal(await page.locator('.page-missing').count(), 0)

    await page.route(/\/pages\/1\/image$/, (route) => route.fulfill({ status: 410, body: '' }))
    await page.reload()
    await page.locator('.page-missing').getByText('Choose the file to see its pages').waitFor()
    assert.equal(await page.locator('.page-failed').count(), 0)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('show the pages of a comparison and of each of its readings after a reload', async () => {
    const { page, context, faults } = await openApp(browser, `${url}/#/advanced`, { key })
    const pdf = { name: 'chapters.pdf', mimeType: 'application/pdf', buffer: await pagesPdf(2) }
    await submit(page, pdf, 'Compare')
    await page.locator('.text-column').first().waitFor()
    await page.reload()
    await page.locator('.text-column').first().waitFor()
    await page.locator('.readings-looks').getByText('Page', { exact: true }).click()
    assert.ok((await isDrawn(page, '.box-column img[src]')) > 1000)
    await page.getByRole('link', { name: 'provider-a' }).first().click()
    assert.ok((await isDrawn(page, '.paper[data-page="1"] img[src]')) > 1000)
    assert.deepEqual(faults, [])
    await context.close()
  })
})
