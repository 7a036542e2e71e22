import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import type { Browser, Page } from 'playwright-core'
import { axeFaults, openApp, pageDrawn, settles } from '../support/app.ts'
import { suiteService } from '../support/suite-service.ts'

const sample = async () => ({
  name: 'sample.pdf',
  mimeType: 'application/pdf',
  buffer: await readFile(new URL('../../../../examples/sample.pdf', import.meta.url)),
})

const focusedLabel = (page: Page): Promise<unknown> =>
  page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()")

/** What the page shows is no wider than it. */
const across = (page: Page): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth')

const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const

describe('Labels in the app', { skip: noBrowser }, () => {
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
    it(`are typed, and given with the words that say so and their places, ${width} pixels wide, ${colorScheme}`, async () => {
      const { page, context, faults } = await openApp(browser, `${url}/#/advanced`, { key, width, colorScheme })
      await page.getByText('Parse with one').click()
      await page.getByLabel('Documents', { exact: true }).setInputFiles(await sample())
      const add = page.getByRole('button', { name: 'Add label' })
      await add.focus()
      await page.keyboard.press('Enter')
      await settles(() => focusedLabel(page), 'Name of label 1')
      await page.keyboard.type('review')
      await page.getByLabel('Description of review').fill('A company on its year ("Annual Review")')
      await add.press('Enter')
      await settles(() => focusedLabel(page), 'Name of label 2')
      await page.keyboard.type('Review')
      await page.getByText('Two labels are called Review.').waitFor()
      assert.deepEqual(await axeFaults(page), [])
      assert.equal(await across(page), width)
      await page.getByRole('button', { name: 'Remove Review', exact: true }).press('Enter')
      await settles(() => focusedLabel(page), 'Add label')
      await page.getByText('Ranges of pages').click()

      await page.getByRole('button', { name: 'Parse', exact: true }).click()
      const tab = page.getByRole('tab', { name: 'Classification' })
      await tab.waitFor()
      await settles(() => tab.getAttribute('aria-selected'), 'true')
      const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'review', exact: true }) })
      await row.waitFor()
      assert.deepEqual(await axeFaults(page), [])
      assert.equal(await across(page), width)
      await row.getByRole('button', { name: 'page 1' }).first().press('Enter')
      await pageDrawn(page)
      await page.locator('.box-spot').waitFor()
      assert.deepEqual(faults, [])
      await context.close()
    })
})
