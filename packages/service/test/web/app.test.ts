import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { JobAccepted } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { encryptedPdf, pdfOf } from '@polyparse/test-support/pdf'
import { freePort } from '@polyparse/test-support/free-port'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp, pageDrawn, settles, showBlocks, textSettles } from '../support/app.ts'
import { startServer, temporaryPlace, type Place, type Server } from '../support/server.ts'

const example = (name: string): Promise<Buffer> => readFile(new URL(`../../../../examples/${name}`, import.meta.url))

const settings = { POLYPARSE_MAX_UPLOAD_BYTES: '200000', POLYPARSE_ALLOW_PRIVATE_URLS: 'true' }

describe('The app in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let server: Server
  let place: Place
  let key = ''
  const ends: (() => Promise<unknown>)[] = []

  before(async () => {
    place = await temporaryPlace({ after: (end) => ends.push(end) })
    server = await startServer(place, settings)
    ends.push(() => server.end('SIGTERM'))
    key = server.key ?? ''
    browser = await openBrowser()
  })
  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  const choose = async (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.locator('input[type=file]').first().setInputFiles(files)
  const parseWith = async (page: Page, provider: RegExp) => {
    await page.getByText('Parse with one').click()
    await page.getByRole('radio', { name: provider }).check({ force: true })
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
  }
  const pdf = async (name: string) => ({ name, mimeType: 'application/pdf', buffer: await example(name) })

  it('lets nobody in without a key, and says what is wrong with a bad one', async () => {
    const { page, context, faults } = await openApp(browser, server.url)
    const field = page.getByLabel('API key')
    await field.fill('pp_live_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await textSettles(page.getByRole('alert'), /API key/)
    assert.deepEqual(await axeFaults(page), [])
    await field.fill(key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('No jobs yet').waitFor()
    const kept: unknown = await page.evaluate(
      '[sessionStorage["polyparse.key"], Object.values(localStorage).join(), document.cookie]',
    )
    assert.deepEqual(kept, [key, 'system', ''])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await field.waitFor()
    assert.equal(await page.evaluate('sessionStorage.getItem("polyparse.key")'), null)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('begins with less than 250 kB', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    let bytes = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.goto(server.url)
    await page.getByLabel('API key').waitFor()
    assert.ok(bytes > 50_000 && bytes < 250_000, `${bytes} bytes`)
    await context.close()
  })

  it('shows a page, its blocks over it and its text beside it, each leading to the other', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    await choose(page, await pdf('sample.pdf'))
    await parseWith(page, /Structure reader/)
    await pageDrawn(page)

    await showBlocks(page)
    await page.locator('.reading-block', { hasText: 'Every quay now' }).click()
    const box = page.locator('.box[aria-selected=true]')
    assert.match((await box.getAttribute('aria-label')) ?? '', /^List item: Every quay now/)

    await page.getByRole('button', { name: 'Next page' }).click()
    await page.locator('.paper[data-page="2"] .box.type-table').click()
    const block = page.locator('.reading-block.selected')
    assert.deepEqual(await block.locator('tr').first().locator('th, td').allTextContents(), [
      'Route',
      '2023',
      '2024',
      '2025',
      'Change',
    ])
    assert.match(page.url(), /[?&]page=2&block=/)

    await page.getByRole('listbox', { name: 'Blocks of page 2' }).press('ArrowDown')
    await textSettles(page.locator('.reading-block.selected'), /How we measure/)

    await page.getByRole('tab', { name: /^Tables/ }).click()
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of table p2-t1' }).click(),
    ])
    assert.equal(csv.suggestedFilename(), 'sample-p2-t1.csv')
    assert.match(await readFile(await csv.path(), 'utf8'), /^Route,2023,2024,2025,Change\r\n/)
    const [workbook] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'XLSX of table p2-t1' }).click(),
    ])
    assert.equal((await readFile(await workbook.path())).subarray(0, 2).toString(), 'PK')

    for (const tab of ['Markdown', 'HTML', 'Images', 'Chunks', 'JSON', 'Metadata', 'Warnings']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      assert.deepEqual(await axeFaults(page), [], tab)
    }
    await page.getByRole('tab', { name: /^HTML/ }).click()
    await page.frameLocator('.html-frame').getByRole('heading', { name: 'Fleet and plans' }).waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('shows a formula on a line of its own by its picture', async () => {
    const text = 'The text goes on, line after line, until a formula ends it at last. '.repeat(4)
    const buffer = await pdfOf((document) => {
      document.font('Times-Roman').fontSize(10).text(text, 80, 80, { width: 400 }).moveDown()
      const { y } = document
      document.text('a = b + c · d', 220, y, { lineBreak: false }).text('(1)', 465, y, { lineBreak: false })
      document.text(text, 80, y + 24, { width: 400 })
    })
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    await choose(page, { name: 'formula.pdf', mimeType: 'application/pdf', buffer })
    const upload = page.waitForRequest((request) => request.method() === 'POST')
    await parseWith(page, /Structure reader/)
    assert.equal((await upload).headers()['x-service-images'], 'reference', 'files of images are asked for when seen')
    await pageDrawn(page)
    await showBlocks(page)
    const picture = page.locator('.reading-block').getByRole('img', { name: 'a = b + c · d (1)' })
    // The picture is fetched after its place is drawn.
    await picture.and(page.locator(':is([src^="blob:"], [src^="data:image/png"])')).waitFor()
    await page.getByRole('tab', { name: /^HTML/ }).click()
    await page.frameLocator('.html-frame').locator('img[alt="a = b + c · d (1)"][src^="data:image/png"]').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('has no faults that axe finds, in light and in dark, wide and narrow, and never scrolls sideways', async () => {
    const { page, context } = await openApp(browser, `${server.url}/#/advanced`, { key })
    await page.getByRole('list', { name: 'Jobs' }).getByRole('link').first().click()
    await page.locator('.result').waitFor()
    const job = new URL(page.url()).hash
    await context.close()
    const looks = [
      { colorScheme: 'light', width: 1440 },
      { colorScheme: 'dark', width: 768 },
      { colorScheme: 'light', width: 390 },
    ] as const
    for (const { colorScheme, width } of looks) {
      const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key, colorScheme, width })
      await page.locator('.recent .job-row').first().waitFor()
      await page.getByText('for each provider').click()
      assert.deepEqual(await axeFaults(page), [], `workbench ${colorScheme} ${width}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      await page.goto(`${server.url}/${job}`)
      await showBlocks(page)
      assert.deepEqual(await axeFaults(page), [], `result ${colorScheme} ${width}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      assert.deepEqual(faults, [])
      await context.close()
    }
  })

  it('is not harmed by the content of a document or by its name', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    const markdown = [
      '# <img src=x onerror="window.hurt = 1">',
      '<script>window.hurt = 2</script>',
      '[a link](javascript:window.hurt=3) ![a picture](https://elsewhere.example/x.png)',
      '<iframe srcdoc="<script>parent.hurt = 4</script>"></iframe><style>body { display: none }</style>',
      '<table><tr><td onclick="window.hurt = 5"><form action="https://elsewhere.example"><button>Go</button></form></td></tr></table>',
    ].join('\n\n')
    await choose(page, {
      name: '<img src=x onerror="hurt=6">.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(markdown),
    })
    await parseWith(page, /Structure reader/)
    await page.locator('.result').waitFor()
    await textSettles(page.getByRole('heading', { level: 1 }), /<img src=x/)
    for (const tab of ['Markdown', 'HTML', 'JSON']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await page.locator('.rendered, .html-frame, .json-line').first().waitFor()
    }
    assert.equal(await page.evaluate('window.hurt'), undefined)
    await settles(() => page.locator('main').isVisible(), true)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('says what is wrong with a document that is too large or damaged, and lets the user try again', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    const large = { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(300_000, '%PDF-1.7 ') }
    await page.getByText('Parse with one').click()
    await page.getByRole('radio', { name: /Fast layout/ }).check({ force: true })
    await choose(page, large)
    await page.getByRole('alert').getByText('1 document will not be sent').waitFor()
    await page.getByText('larger than 200 kB').waitFor()
    await settles(() => page.getByRole('button', { name: 'Parse', exact: true }).isDisabled(), true)
    await page.getByRole('button', { name: 'Remove large.pdf' }).click()

    await choose(page, {
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 and nothing else'),
    })
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await page.getByText('This job failed.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await page.getByRole('button', { name: 'Options' }).click()
    await page.getByRole('list', { name: 'Chosen documents' }).getByText('broken.pdf').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('asks for the password of an encrypted document, and stores it nowhere', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    await choose(page, { name: 'locked.pdf', mimeType: 'application/pdf', buffer: await encryptedPdf() })
    await parseWith(page, /Structure reader/)
    const field = page.getByLabel('Password of the document')
    await field.fill('wrong')
    const failed = page.url()
    await field.press('Enter')
    await page.waitForURL((url) => url.href !== failed)
    await page.getByText('This job failed.').waitFor()
    await settles(() => field.inputValue(), '')
    assert.deepEqual(await axeFaults(page), [])
    await field.fill('open sesame')
    await page.getByRole('button', { name: 'Open and parse again' }).click()
    await pageDrawn(page)
    await page.locator('.rendered', { hasText: 'Chapter 1' }).waitFor()
    const stored: unknown = await page.evaluate(
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href])',
    )
    assert.match(String(stored), /locked\.pdf/)
    assert.doesNotMatch(String(stored), /sesame|wrong/)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('retries a failed job whose document is at a URL', async () => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = { operation: 'parse', source: { url: `${server.url}/missing.pdf` }, outputs: ['markdown'] }
    const created = await fetch(`${server.url}/api/v1/jobs`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'retried-in-the-app' },
      body: JSON.stringify(body),
    })
    const job: unknown = await created.json()
    assert.ok(Value.Check(JobAccepted, job))
    const { id } = job
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    await page.goto(`${server.url}/#/jobs/${id}`)
    await page.getByText('This job failed.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    const retried = page.waitForResponse((response) => response.url().endsWith(`/${id}/retry`))
    await page.getByRole('button', { name: 'Retry' }).click()
    assert.equal((await retried).status(), 202)
    await page.getByText('This job failed.').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('deletes a job, and forgets it', async () => {
    const { page, context } = await openApp(browser, `${server.url}/#/advanced`, { key })
    const rows = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
    await rows.first().waitFor()
    const before = await rows.count()
    await page.clock.install()
    await rows
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await rows.first().getByRole('button', { name: /^Undo/ }).waitFor()
    await page.clock.fastForward(7000)
    await page.getByText('Deleted the job and its result.').waitFor()
    await rows.nth(before - 1).waitFor({ state: 'detached' })
    await context.close()
  })

  it('draws only the visible ones of 500 pages, and finds the last', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    const id = '01a1fe00-0000-7000-8000-000000000000'
    await page.route(`**/api/v1/jobs/${id}`, (route) => route.fulfill({ json: manyPages(id, 500) }))
    await page.goto(`${server.url}/#/jobs/${id}`)
    await showBlocks(page)
    await page.getByRole('textbox', { name: 'Page' }).fill('500')
    await page.getByRole('textbox', { name: 'Page' }).press('Enter')
    await page.getByText('Paragraph 30 of page 500.').first().waitFor()
    assert.ok(Number(await page.evaluate('document.querySelectorAll("*").length')) < 2500)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('waits while the service is down in the middle of a job, and continues when it is back', async () => {
    const port = String(await freePort())
    const own = await temporaryPlace({ after: (end) => ends.push(end) })
    let running = await startServer(own, { PORT: port })
    ends.push(() => running.end('SIGTERM'))
    const { page, context } = await openApp(browser, `${running.url}/#/advanced`, { key: running.key ?? '' })
    await choose(page, await pdf('quarter.pdf'))
    await parseWith(page, /Optical reader/)
    // What is shown of pages that are read already says both, too.
    await page.getByText('Parsing your document').first().waitFor()
    await running.end('SIGKILL')
    await page.getByText('The service is not responding.').first().waitFor()
    running = await startServer(own, { PORT: port })
    await showBlocks(page)
    await context.close()
  })
})

const manyPages = (id: string, count: number) => {
  const pages = Array.from({ length: count }, (_, index) => ({
    page: index + 1,
    width: 595,
    height: 842,
    rotation: 0,
    blocks: Array.from({ length: 30 }, (_, line) => ({
      id: `p${index + 1}-b${line + 1}`,
      type: 'paragraph',
      page: index + 1,
      bbox: [50, 50 + line * 25, 500, 70 + line * 25],
      text: `Paragraph ${line + 1} of page ${index + 1}.`,
    })),
  }))
  const timing = { startedAt: '2026-01-01T00:00:00Z', completedAt: '2026-01-01T00:00:01Z', durationMs: 1000 }
  const metadata = { mimeType: 'application/pdf', documentPageCount: count, sizeBytes: 1 }
  const json = { schema: 'document/1', metadata, pages, tables: [], images: [], outline: [] }
  return {
    id,
    status: 'complete',
    result: { id, outputs: { json }, pageCount: count, provider: 'provider-a', timing, warnings: [] },
  }
}
