import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import type { Browser } from 'playwright-core'
import { axeFaults, openApp } from '../support/app.ts'
import { suiteService } from '../support/suite-service.ts'

const costs = `<h1>Costs</h1><p>Rent is 1,234 a month.</p>
<table><tr><th>Item</th><th>Amount</th></tr><tr><td>Rent</td><td>1,234</td></tr></table>`

describe('Correcting a result', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  const openService = suiteService()
  let browser: Browser
  let url = ''
  let key = ''

  before(async () => {
    ;({ url, key } = await openService())
    browser = await openBrowser()
  })

  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${key}`, ...Object(init.headers) }
    return fetch(`${url}/api/v1/jobs${path}`, { ...init, headers })
  }
  const readCosts = async (): Promise<string> => {
    const headers = {
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'text/html',
      'x-service-filename': 'costs.html',
      'x-service-operation': 'parse',
      'x-service-outputs': 'markdown,json,metadata',
    }
    const { id } = Object(await (await ask('', { method: 'POST', body: costs, headers })).json())
    for (let status = 'queued'; status !== 'complete';) {
      status = String(Object(await (await ask(`/${id}?wait=60`)).json()).status)
      assert.notEqual(status, 'failed')
    }
    return String(id)
  }

  it('stores what is printed in a cell and a block, by the keyboard, shows who said so, and undoes it', async () => {
    const id = await readCosts()
    const { page, context, faults } = await openApp(browser, `${url}/#/jobs/${id}?tab=blocks`, { key })
    await page.locator('.reading-block.selected, .reading-block').first().waitFor()
    await page
      .locator('.reading-block')
      .filter({ has: page.locator('table') })
      .click()
    await page.getByRole('button', { name: 'Correct a cell' }).press('Enter')
    await page.getByRole('button', { name: 'Row 2, column 2: 1,234' }).press('Enter')
    const field = page.getByLabel('What is printed there')
    assert.equal(await field.inputValue(), '1,234')
    await field.fill('1,284')
    assert.deepEqual(await axeFaults(page), [])
    await field.press('Control+Enter')
    await page.locator('td.corrected', { hasText: '1,284' }).waitFor()
    const made = page.getByRole('region', { name: 'Corrections' }).getByRole('listitem')
    assert.match(await made.innerText(), /Corrected by .+, .+:\s+1,234\s+1,284/)

    await page.getByText('Rent is 1,234 a month.').click()
    await page.getByRole('button', { name: 'Correct this text' }).click()
    await field.fill('Rent is 1,284 a month.')
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await page.getByText('2 places are corrected').waitFor()
    await page.locator('.reading-block').getByText('Rent is 1,284 a month.').waitFor()
    assert.deepEqual(await axeFaults(page), [])

    await page.getByRole('tab', { name: 'Markdown' }).click()
    await page.locator('.output-pane').getByText('Rent is 1,284 a month.').waitFor()
    await page.getByText('As read', { exact: true }).click()
    await page.locator('.output-pane').getByText('Rent is 1,234 a month.').waitFor()
    assert.match(await (await ask(`/${id}/outputs/markdown?corrected=true`)).text(), /1,284 a month[^]*1,284/)
    assert.match(await (await ask(`/${id}/outputs/markdown`)).text(), /1,234 a month[^]*1,234/)

    // A link shows the result as it was read.
    const made201 = await ask(`/${id}/shares`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    const guest = await openApp(browser, String(Object(await made201.json()).url))
    await guest.page.getByText('Rent is 1,234 a month.').first().waitFor()
    await guest.page.getByRole('tab', { name: 'Blocks' }).click()
    await guest.page
      .locator('.reading-block')
      .filter({ has: guest.page.locator('table') })
      .click()
    assert.equal(await guest.page.getByRole('button', { name: 'Correct a cell' }).count(), 0)
    await guest.context.close()

    await page.getByText('Corrected', { exact: true }).click()
    await page.getByRole('tab', { name: 'Blocks' }).click()
    await page
      .locator('.reading-block')
      .filter({ has: page.locator('table') })
      .click()
    await page.getByRole('button', { name: 'Undo 1,284' }).click()
    await page.getByText('1 place is corrected').waitFor()
    await page.locator('.reading-block td', { hasText: '1,234' }).waitFor()
    assert.deepEqual([...faults, ...guest.faults], [])
    await context.close()
  })

  it('tells of what somebody else has corrected in the same place meanwhile, and keeps both in different ones', async () => {
    const id = await readCosts()
    const { page, context, faults } = await openApp(browser, `${url}/#/jobs/${id}?tab=blocks`, { key, width: 390 })
    await page.locator('.reading-block').getByText('Rent is 1,234 a month.').click()
    await page.getByRole('button', { name: 'Correct this text' }).click()
    const { outputs } = Object(await (await ask(`/${id}`)).json()).result
    const [table] = outputs.json.tables
    const paragraph = outputs.json.pages[0].blocks.find(({ type }: { type: string }) => type === 'paragraph')
    const ofCell = { table: table.id, row: 1, column: 1, read: '1,234', text: '1,284' }
    const put = (corrections: readonly object[]) =>
      ask(`/${id}/corrections`, {
        method: 'PUT',
        body: JSON.stringify({ corrections }),
        headers: { 'content-type': 'application/json', 'if-match': '*' },
      })
    assert.equal((await put([ofCell])).status, 200)
    const field = page.getByLabel('What is printed there')
    await field.fill('Rent is 1,285 a month.')
    await field.press('Control+Enter')
    await page.getByText('2 places are corrected').waitFor()

    await page.getByRole('button', { name: 'Correct this text' }).click()
    assert.equal((await put([{ block: paragraph.id, read: paragraph.text, text: 'Rent is due.' }])).status, 200)
    await field.fill('Rent is 1,286 a month.')
    await field.press('Control+Enter')
    await page.getByText('Somebody else has corrected this meanwhile.').waitFor()
    await page.locator('.reading-block').getByText('Rent is due.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })
})
