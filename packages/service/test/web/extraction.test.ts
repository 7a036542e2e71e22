import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp, pageDrawn, settles } from '../support/app.ts'
import { suiteService } from '../support/suite-service.ts'

const quarter = async () => ({
  name: 'quarter.pdf',
  mimeType: 'application/pdf',
  buffer: await readFile(new URL('../../../../examples/quarter.pdf', import.meta.url)),
})

/** What the page shows is no wider than it. */
const across = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth')

const savedText = async (page: Page, button: RegExp): Promise<string> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  return readFile(await (await download).path(), 'utf8')
}

const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const

describe('Values of a schema in the app', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  const openService = suiteService()
  let browser: Browser
  let url = ''
  let key = ''

  before(async () => {
    ;({ url, key } = await openService())
    browser = await openBrowser()
  })

  for (const { width, colorScheme } of looks)
    it(`are proposed, read and shown on the page, ${width} pixels wide, ${colorScheme}`, async () => {
      const { page, context, faults } = await openApp(browser, url, { key, width, colorScheme })
      await page.getByRole('link', { name: 'Extract', exact: true }).click()
      await page.getByText('Each field needs a name.').waitFor()
      await page.getByLabel('Documents', { exact: true }).setInputFiles(await quarter())
      await page.getByRole('button', { name: 'Propose from the document' }).click()
      await page.getByText(/^Proposed \d+ fields? from/).waitFor()
      assert.deepEqual(await axeFaults(page), [])
      assert.equal(await across(page), width)

      await page.getByRole('button', { name: 'Extract', exact: true }).click()
      const values = page.getByRole('table', { name: 'Doubtful first' })
      await values.waitFor()
      assert.deepEqual(await axeFaults(page), [])
      assert.equal(await across(page), width)
      await values.getByRole('button', { name: '48317' }).focus()
      await page.keyboard.press('Enter')
      await pageDrawn(page)
      await page.locator('.box-spot').waitFor()
      assert.deepEqual(faults, [])
      await context.close()
    })

  it('are saved as JSON, CSV and XLSX, and a schema is tried again as JSON where the service refuses it', async () => {
    const { page, context, faults } = await openApp(browser, `${url}/#/extract`, { key })
    await page.getByLabel('Documents', { exact: true }).setInputFiles(await quarter())
    await page.getByText('JSON', { exact: true }).click()
    const json = page.getByLabel('JSON Schema')
    await json.fill('{ "type": "object", "properties": { "quay": { "type": "money" } } }')
    await page.getByText('The form cannot show all that this schema says.').waitFor()
    await page.getByRole('button', { name: 'Extract', exact: true }).click()
    await page
      .getByRole('alert')
      .getByText(/A type is one of object, array/)
      .waitFor()

    const columns = { line: { type: 'string' }, quarter: { type: 'number', description: 'Whole quarter' } }
    const items = { type: 'object', properties: columns }
    await json.fill(JSON.stringify({ type: 'object', properties: { passengers: { type: 'array', items } } }))
    await page.getByText('Form', { exact: true }).click()
    await settles(() => page.getByRole('textbox', { name: 'Description of quarter' }).inputValue(), 'Whole quarter')
    await page.getByRole('button', { name: 'Extract', exact: true }).click()
    await page.getByText('As in the schema').click()
    const table = page.getByRole('region', { name: 'Values of passengers' })
    await settles(async () => (await table.getByRole('row').nth(1).allInnerTexts()).join(), 'Island line\t48317')
    assert.deepEqual(await axeFaults(page), [])

    const saved: unknown = JSON.parse(await savedText(page, /^JSON/))
    assert.deepEqual(Object(saved).passengers[0], { line: 'Island line', quarter: 48_317 })
    const lines = (await savedText(page, /^CSV/)).split('\r\n')
    assert.deepEqual(lines.slice(0, 2), [
      'Field,Value,Status,Page,Confidence,As printed',
      'passengers 1 · line,Island line,found,1,0.99,Island line',
    ])
    assert.match(await savedText(page, /^XLSX/), /^PK/)

    await page.getByRole('link', { name: 'Extract', exact: true }).click()
    await page.getByRole('list', { name: 'Chosen documents' }).getByText('quarter.pdf').waitFor()
    await settles(() => page.getByRole('textbox', { name: 'Name of passengers' }).inputValue(), 'passengers')
    assert.deepEqual(faults, [])
    await context.close()
  })

  for (const width of [1440, 390])
    it(`of a batch are one table with a row a document, ${width} pixels wide`, async () => {
      const { page, context, faults } = await openApp(browser, `${url}/#/extract`, { key, width })
      await page.getByLabel('Name of field 1').fill('total')
      await page.getByLabel('Type of total').selectOption('Number')
      const text = (name: string, total: string) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`Receipt\n\nTotal: ${total}\n`),
      })
      const files = [text('one.txt', '12.50'), text('two.txt', '7.20'), text('none.txt', 'see below')]
      await page.getByLabel('Documents', { exact: true }).setInputFiles(files)
      await page.getByRole('button', { name: 'Extract', exact: true }).click()
      await page.getByRole('link', { name: 'Extracted values' }).click()
      const rows = page.getByRole('region', { name: 'Values of the batch' }).locator('tbody tr')
      await settles(
        async () => (await rows.allInnerTexts()).toSorted(),
        ['none.txt\t1\t', 'one.txt\t0\t12.5', 'two.txt\t0\t7.2'],
      )
      assert.match((await rows.first().innerText()).trim(), /^none/, 'what is to be checked comes first')
      assert.deepEqual(await axeFaults(page), [])
      assert.equal(await across(page), width)
      const lines = (await savedText(page, /^CSV/)).split('\r\n').toSorted()
      assert.deepEqual(lines, ['', 'Document,total,To check', 'none.txt,,1', 'one.txt,12.5,0', 'two.txt,7.2,0'])
      assert.match(await savedText(page, /^XLSX/), /^PK/)
      await page.getByRole('link', { name: 'one.txt', exact: true }).click()
      await page.getByRole('table', { name: 'Doubtful first' }).waitFor()
      assert.deepEqual(faults, [])
      await context.close()
    })
})
