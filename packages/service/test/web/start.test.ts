import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp, openForm, pageDrawn, settles } from '../support/app.ts'
import { suiteService } from '../support/suite-service.ts'

const example = (name: string): Promise<Buffer> => readFile(new URL(`../../../../examples/${name}`, import.meta.url))

/** Drops a file as a user does: the page gets what a browser makes of it. */
const drop = async (page: Page, name: string, type: string, bytes: Buffer) => {
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (letter) => letter.charCodeAt(0))
    data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }))
    return data
  })()`)
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: transfer })
}

/**
 * Lets the app believe that jobs are read for as long as the test wants to look at that: `tell` has them read their first
 * page, and `release` lets it see how they are.
 */
const holdJobs = async (page: Page) => {
  const { promise: told, resolve: tell } = Promise.withResolvers<string>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let [isHeld, isTold] = [true, false]
  const job = String.raw`\/api\/v1\/jobs\/([\da-f-]{36})`
  const idIn = (url: string) => new RegExp(job).exec(url)?.[1] ?? ''
  await page.route(new RegExp(`${job}$`), (route) => {
    const id = idIn(route.request().url())
    return isHeld ? route.fulfill({ json: { id, status: 'running' } }) : route.continue()
  })
  await page.route(new RegExp(`${job}\\/events$`), async (route) => {
    await Promise.race([told, released])
    if (isTold) {
      await released
      return route.continue()
    }
    isTold = true
    const run = { provider: 'auto', state: 'working', status: 'working', pagesDone: 1, pagesTotal: 3 }
    const data = { id: idIn(route.request().url()), provider: 'auto', page: 1 }
    const body = `event: progress\ndata: ${JSON.stringify(run)}\n\nevent: page\ndata: ${JSON.stringify(data)}\n\n`
    await route.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.route(new RegExp(`${job}\\/pages\\/1\\?output=json$`), async (route) => {
    const markdown = await told
    await route.fulfill({ json: { page: 1, provisional: true, markdown, text: markdown } })
  })
  return {
    tell,
    release: () => {
      isHeld = false
      release()
    },
  }
}

describe('The home page', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  const openService = suiteService()
  let browser: Browser
  let url = ''
  let key = ''

  before(async () => {
    ;({ url, key } = await openService())
    browser = await openBrowser()
  })

  for (const width of [1440, 390])
    it(`shows a dropped document beside each page of its text as it is read, and then the result in its place, ${width} pixels wide`, async () => {
      const { page, context, faults } = await openApp(browser, url, { key, width })
      await page.getByRole('strong').filter({ hasText: 'Best reading' }).waitFor()
      const { tell, release } = await holdJobs(page)
      const upload = page.waitForRequest((request) => request.headers()['x-service-filename'] === 'sample.pdf')
      await drop(page, 'sample.pdf', 'application/pdf', await example('sample.pdf'))
      assert.equal((await upload).headers()['x-service-provisional-pages'], 'true')
      await page.getByText('Parsing your document').first().waitFor()
      await pageDrawn(page)
      assert.deepEqual(await axeFaults(page), [])

      const isWide = width > 1000
      tell('# The first page, read early')
      await page.getByRole('heading', { name: 'The first page, read early' }).waitFor()
      await page.getByText('1 of 3 pages').waitFor()
      const output = page.getByRole('region', { name: 'Output' })
      // Half a document would be taken for a whole one.
      assert.equal(await output.getByRole('button', { name: /Copy|Download/ }).count(), 0)
      assert.deepEqual(await axeFaults(page), [])
      if (isWide) await page.getByRole('button', { name: 'Next page' }).click()
      const place = () => page.evaluate(`document.querySelector('.page-stage').scrollTop`)
      await page.evaluate(`window.seenBefore = document.querySelector('.page-stage')`)
      const before = await place()

      release()
      await page.locator('.rendered', { hasText: 'Every quay now' }).waitFor()
      await page.getByRole('tab', { name: 'Blocks' }).waitFor()
      assert.equal(await page.evaluate('window.seenBefore.isConnected'), true)
      assert.equal(await place(), before)
      assert.equal(Number(before) > 0, isWide)
      assert.equal(await page.getByText('read early').count(), 0)
      assert.ok((await output.getByRole('button', { name: /Copy|Download/ }).count()) > 0)
      assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Markdown')
      assert.deepEqual(await axeFaults(page), [])

      await page.getByRole('button', { name: 'Pages', exact: true }).click()
      await page.getByRole('list', { name: 'Chosen documents' }).getByText('sample.pdf').waitFor()
      await page.locator('input:focus[placeholder="all, or 1-3, 7"]').waitFor()
      await page.goBack()
      const parsed = page.url()
      const sent = page.waitForRequest((request) => request.headers()['x-service-operation'] === 'compare')
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      assert.match((await sent).headers()['x-service-providers'] ?? '', /provider-a,provider-b/)
      await page.waitForURL((now) => now.href !== parsed)
      assert.deepEqual(faults, [])
      await context.close()
    })

  it('sends several documents as a batch, and keeps those that nobody reads here, with the reason', async () => {
    const { page, context, faults } = await openApp(browser, url, { key })
    const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) })
    const input = page.getByLabel('Documents', { exact: true })
    await input.setInputFiles({ name: 'empty.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
    await page.getByRole('alert').getByText('1 document will not be sent').waitFor()
    assert.equal(await page.getByText('Being sent').count(), 0)
    await input.setInputFiles([text('one.txt'), text('two.txt')])
    const rows = page.getByRole('table', { name: 'Documents of the batch' }).locator('tbody tr')
    await settles(() => rows.count(), 2)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('leads to the form by a link, where nothing is sent before it is asked for', async () => {
    const { page, context, faults } = await openApp(browser, url, { key })
    await openForm(page)
    const input = page.getByLabel('Documents', { exact: true })
    await input.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') })
    await page.getByRole('list', { name: 'Chosen documents' }).getByText('note.txt').waitFor()
    assert.match(page.url(), /#\/advanced$/)
    assert.deepEqual(faults, [])
    await context.close()
  })
})
