import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { unzipSync } from 'fflate'
import type { Browser, Download, Page } from 'playwright-core'
import { jsonOf, run } from '../../../cli/test/run.ts'
import { axeFaults, openApp, openForm, settles, textSettles } from '../support/app.ts'
import { writeMixedFolder } from '../support/mixed-folder.ts'
import { type Place, startServer, temporaryPlace, type Server } from '../support/server.ts'

const quarter = fileURLToPath(new URL('../../../../examples/quarter.pdf', import.meta.url))

/** Reading a scan takes its time on a busy machine. */
const readMs = 300_000

describe('Many documents at once in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let server: Server
  let place: Place
  let folder = ''
  let key = ''
  const stack = suiteStack()
  before(async () => {
    const temporary = stack.adopt(await mkdtemp(join(tmpdir(), 'polyparse-folder-')), (path) =>
      rm(path, { recursive: true, force: true }),
    )
    folder = join(temporary, 'Archive')
    await writeMixedFolder(folder)
    place = await temporaryPlace({ after: (end) => void stack.adopt(end, (run) => run()) })
    server = stack.adopt(await startServer(place, {}), async (open) => {
      await open.end('SIGTERM')
    })
    key = server.key ?? ''
    browser = await openBrowser()
  })

  const rows = (page: Page) => page.getByRole('table', { name: 'Documents of the batch' }).locator('tbody tr')
  const parse = async (page: Page) => {
    await page.getByText('Parse with one').click()
    await page.getByRole('button', { name: 'Parse', exact: true }).click()
    await rows(page).first().waitFor()
  }
  const allEnded = (page: Page) =>
    page.getByText('All documents have ended.').waitFor({ state: 'attached', timeout: readMs })
  const filesOf = async (download: Download): Promise<Map<string, string>> => {
    const files = unzipSync(await readFile(await download.path()))
    return new Map(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]))
  }
  const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) })

  let batch = ''

  describe('from a first visit on', () => {
    let visit: Awaited<ReturnType<typeof openApp>>
    before(async () => {
      // As the first start says.
      const access = { POLYPARSE_URL: server.url, POLYPARSE_DATA_DIR: place.folder }
      const { url } = jsonOf(await run(['accounts', 'sign-in-link', '--operator', '--json'], access))
      visit = await openApp(browser, String(url))
    })
    after(() => visit.context.close())

    it('sends a folder, says what became of each document, and opens the worst page', async () => {
      const { page } = visit
      await openForm(page)
      await page.getByLabel('Folder').setInputFiles(folder)
      await page.getByText('3 hidden files left out.').waitFor()
      const refused = page.getByRole('region', { name: 'Documents that are not sent' })
      await settles(
        () => refused.locator('li').allInnerTexts(),
        ['Archive/empty.txt\nempty', 'Archive/machine.bin\nan unknown kind of file'],
      )
      await page.getByText('28 documents, parsed by').waitFor()
      assert.deepEqual(await axeFaults(page), [])
      await parse(page)
      await page.getByRole('heading', { name: 'Archive' }).waitFor()
      batch = page.url()
      await allEnded(page)
      await settles(() => rows(page).count(), 28)
      await textSettles(rows(page).nth(0), /broken\.pdf.*failed/s)
      await textSettles(rows(page).nth(1), /scan\.pdf.*1 of 1 page/s)
      await page.getByRole('button', { name: 'Document', exact: true }).click()
      await textSettles(rows(page).nth(0), /letter\.docx\s+Archive\/2025/)
      await textSettles(page.locator('tfoot'), /Sum\s+34\s+1 page/)

      await page.getByRole('link', { name: /^1 of 1 page/ }).click()
      await page.getByText('1 of 1 page needs a look').waitFor()
      assert.match(page.url(), /\?page=1$/)
      assert.deepEqual(visit.faults, [])
    })

    it('compares a document with two providers, settles five disputes, and says in the bench who was right', async () => {
      const { page } = visit
      await page.goto(new URL('/#/advanced', page.url()).href)
      await page.locator('input[type=file]').first().setInputFiles(quarter)
      await page.getByText('Compare several').click()
      for (const name of [/Best reading/, /Structure reader/])
        await page.getByRole('checkbox', { name }).uncheck({ force: true })
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      await page.getByRole('button', { name: /provider-b reads “8,317”/ }).click()
      await page.getByRole('group', { name: 'Which is right?' }).waitFor()
      for (let settled = 1; settled <= 5; settled += 1) {
        await page.keyboard.press('1')
        await page.getByText(new RegExp(`${settled} of \\d+ settled`)).waitFor()
      }
      await page.getByRole('link', { name: 'Bench', exact: true }).last().click()
      await page.getByText('On your 1 judged document:').waitFor()
      const judged = page.locator('.provider-table tbody tr')
      await settles(
        async () => (await judged.allInnerTexts()).map((row) => /(provider-\w)[^]*(\d of 5)/.exec(row)?.slice(1)),
        [
          ['provider-a', '5 of 5'],
          ['provider-b', '0 of 5'],
        ],
      )
      assert.deepEqual(visit.faults, [])
    })

    it('saves all documents of the folder as a ZIP', async () => {
      const { page } = visit
      await page.goto(batch)
      await page.getByRole('button', { name: 'Download all' }).click()
      await page.getByRole('dialog').waitFor()
      assert.deepEqual(await axeFaults(page), [])
      await page.getByLabel('Tables as XLSX').uncheck()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save', exact: true }).click(),
      ])
      assert.equal(saved.suggestedFilename(), 'Archive.zip')
      const files = await filesOf(saved)
      const names = [...files.keys()]
      assert.equal(names.filter((name) => name.endsWith('.md')).length, 27)
      assert.match(files.get('Archive/2025/letter.docx.md') ?? '', /A letter of 2025/)
      assert.match(files.get('Archive/2026/letter.docx.md') ?? '', /A letter of 2026/)
      assert.equal(
        files.get('Archive/2026/table 1.pdf.tables/p1-t1.csv'),
        'Item,Amount\r\nBolts,12.50\r\nNuts,7.25\r\n',
      )
      assert.deepEqual(
        names.filter((name) => name.includes('.images/')),
        ['Archive/scan.pdf.images/p1-i1.png'],
      )
      assert.match(files.get('not-included.txt') ?? '', /^Archive\/broken\.pdf: failed: document damaged\r?$/m)
      assert.ok(!names.some((name) => name.endsWith('.xlsx')))
      assert.deepEqual(visit.faults, [])
    })
  })

  it('is found again from another browser, dark and narrow too, without faults that axe finds', async () => {
    const looks = [
      { colorScheme: 'light', width: 1440 },
      { colorScheme: 'dark', width: 1024 },
      { colorScheme: 'dark', width: 390 },
    ] as const
    for (const look of looks) {
      const { page, context, faults } = await openApp(browser, batch, { key, ...look })
      await rows(page).nth(27).waitFor()
      assert.deepEqual(await axeFaults(page), [], `${look.width}`)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), look.width)
      assert.deepEqual(faults, [])
      await context.close()
    }
    const { page, context } = await openApp(browser, `${server.url}/#/jobs`, { key })
    await page.getByRole('link', { name: 'part of a batch' }).first().click()
    await page.getByRole('heading', { name: 'Archive' }).waitFor()
    await page.getByRole('button', { name: 'Retry 1 failed' }).click()
    await page.getByText(/1 document cannot be run again/).waitFor()
    await context.close()
  })

  it('waits while the connection is lost, goes on when it is back, and makes no second job of a lost answer', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    // The service has taken the first document, but its answer does not arrive.
    let lost = 0
    await page.route('**/api/v1/jobs', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      if (lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      await context.setOffline(true)
      await route.abort('connectionreset')
    })
    const names = Array.from({ length: 8 }, (_, index) => `note ${index + 1}.txt`)
    await page.getByLabel('Documents', { exact: true }).setInputFiles(names.map(textFile))
    await parse(page)
    await page.getByText('The service is not responding.').first().waitFor()
    await page.getByText(/wait in this page, and are sent as soon as that is possible/).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    assert.equal(dialog.type(), 'beforeunload')
    await dialog.dismiss()

    await context.setOffline(false)
    await allEnded(page)
    assert.equal(lost, 1)
    await settles(
      async () => (await rows(page).getByRole('link').allInnerTexts()).filter((text) => text.startsWith('note')),
      names,
    )
    assert.deepEqual(
      faults.filter((fault) => !/ERR_|Failed to load/.test(fault)),
      [],
    )
    await context.close()
  })

  it('deletes all, which can be undone, and cancels what is under way', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    // Long enough to be under way when they are cancelled.
    const buffer = await pagesPdf(400)
    await page
      .getByLabel('Documents', { exact: true })
      .setInputFiles([1, 2, 3, 4].map((number) => ({ name: `${number}.pdf`, mimeType: 'application/pdf', buffer })))
    await parse(page)
    await page.getByRole('button', { name: /^Cancel the other/ }).click()
    await allEnded(page)
    await page.clock.install()
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('button', { name: /^Undo deletion of/ }).click()
    await page.clock.fastForward(7000)
    await page.getByRole('button', { name: 'Delete all' }).click()
    await page.getByRole('button', { name: /^Undo deletion of/ }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await page.clock.fastForward(7000)
    await page.getByText('No documents here').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('saves a comparison with a folder for each provider', async () => {
    const { page, context, faults } = await openApp(browser, `${server.url}/#/advanced`, { key })
    await page.getByLabel('Documents', { exact: true }).setInputFiles(textFile('both.txt'))
    await page.getByText('Compare several').click()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    const names = [...(await filesOf(saved)).keys()]
    assert.ok(names.includes('provider-a/both.txt.md'), names.join())
    assert.ok(names.filter((name) => name.endsWith('/both.txt.md')).length >= 2, names.join())
    assert.deepEqual(faults, [])
    await context.close()
  })
})
