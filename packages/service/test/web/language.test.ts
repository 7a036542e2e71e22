import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { parseUrl } from '../support/api.ts'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp, settles } from '../support/app.ts'
import { comparison, id, reading } from '../support/german-results.ts'
import { englishIn } from '../support/own-language.ts'

describe('The app in another language', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
  })

  const openGerman = (path: string, look: Parameters<typeof openApp>[2] = {}) =>
    openApp(browser, `${api.url}${path}`, { locale: 'de-DE', key: api.key, ...look })

  /** Nothing is in English, nothing is wrong for axe, and nothing is wider than the page. */
  const isGerman = async (page: Page, view: string): Promise<void> => {
    assert.deepEqual(await englishIn(page, 'de'), [], view)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, `${view} is too wide`)
  }
  /** Opens what can be opened. */
  const openAll = (page: Page, within = 'body') =>
    page.evaluate(`document.querySelectorAll('${within} summary').forEach((each) => each.click())`)
  const show = async (page: Page, result: unknown): Promise<void> => {
    await page.route(`**/api/v1/jobs/${id}`, (route) => route.fulfill({ json: { id, status: 'complete', result } }))
    await page.goto(`${api.url}/#/jobs/${id}`)
    await page.locator('.job-name').waitFor()
  }

  it('finds what is English', async () => {
    const { page, context } = await openApp(browser, api.url)
    await page.getByLabel('API key').waitFor()
    const found = await englishIn(page, 'de')
    for (const text of ['Skip to content', 'API key', 'Sign in', 'Language']) assert.ok(found.includes(text), text)
    await context.close()
  })

  it('speaks that of the browser, or the one that the user chooses and keeps', async () => {
    const { page, context, faults } = await openGerman('/')
    await page.getByRole('heading', { name: 'Letzte Aufträge' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    await page.getByLabel('Sprache', { exact: true }).selectOption('English')
    await page.getByRole('heading', { name: 'Recent jobs' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Recent jobs' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Letzte Aufträge' }).waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  for (const width of [1440, 390])
    it(`leaves no English in the workbench and in the lists of jobs, ${width} pixels wide`, async () => {
      const { page, context, faults } = await openGerman('/#/advanced', { width })
      await page.getByRole('heading', { name: 'Letzte Aufträge' }).waitFor()
      await openAll(page)
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name: 'seite.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }])
      await page.getByPlaceholder('alle, oder 1-3, 7').fill('3-1')
      await page.getByText('„3-1“ endet vor dem Anfang', { exact: true }).waitFor()
      await isGerman(page, 'the workbench')
      assert.deepEqual(await axeFaults(page), [])
      await page.goto(`${api.url}/#/jobs?name=keiner`)
      await page.getByText('Keine passenden Aufträge').waitFor()
      await isGerman(page, 'an empty list')

      const request = parseUrl({ metadata: { fall: 'eins' } })
      const [waiting, over] = await Promise.all(
        ['wartet', 'gescheitert'].map(async (name) => {
          const created = await api.create({ ...request, source: { url: `https://example.com/${name}.pdf` } })
          return created.json<{ id: string }>().id
        }),
      )
      assert.ok(waiting !== undefined && over !== undefined)
      await api.fail(over, 'The document is damaged.', 'document_damaged')
      await page.goto(`${api.url}/#/jobs`)
      await page
        .getByRole('row', { name: /gescheitert/ })
        .first()
        .waitFor()
      await isGerman(page, 'the list of jobs')
      await page.getByRole('button', { name: 'Löschen: gescheitert.pdf' }).first().click()
      await page.getByRole('button', { name: /^Rückgängig.*: Löschen von gescheitert\.pdf/ }).click()
      await page.goto(`${api.url}/#/jobs/${over}`)
      await page.getByText('Dieser Auftrag ist fehlgeschlagen.').waitFor()
      await isGerman(page, 'a failed job')
      await page.goto(`${api.url}/#/jobs/${waiting}`)
      await page.getByText('Wartet auf den Start', { exact: true }).waitFor()
      await isGerman(page, 'a waiting job')
      await page.goto(`${api.url}/#/jobs/${id}`)
      await page.getByText('Er wurde gelöscht oder gehört zu einem anderen Konto.').waitFor()
      await isGerman(page, 'a job that is gone')
      await page.goto(`${api.url}/#/jobs`)
      await page.getByRole('button', { name: 'Abmelden' }).click()
      await page.getByRole('heading', { name: 'Mit API-Schlüssel anmelden' }).waitFor()
      await isGerman(page, 'the sign-in')
      assert.deepEqual(faults, [])
      await context.close()
    })

  for (const width of [1440, 390])
    it(`leaves no English around a result, ${width} pixels wide`, async () => {
      const { page, context, faults } = await openGerman('/#/advanced', { width })
      await show(page, reading)
      const tabs = page.getByRole('tab')
      if (width === 390) await page.getByText('Ausgabe', { exact: true }).click()
      await tabs.first().waitFor()
      await settles(() => tabs.count(), 12)
      for (let at = 0; at < 12; at += 1) {
        await tabs.nth(at).click()
        await isGerman(page, `tab ${at + 1} of a result`)
      }
      await page.goto(`${api.url}/#/jobs/${id}?tab=facts`)
      await page.getByText('0,0125 USD').waitFor()
      await page.getByText('12 s', { exact: true }).waitFor()
      await page.goto(`${api.url}/#/jobs/${id}?tab=blocks`)
      await page.getByRole('button', { name: 'Im Dokument suchen' }).click()
      await page.getByRole('textbox', { name: 'Im Dokument suchen' }).fill('Hafen')
      await page.getByText('1 von 2', { exact: true }).waitFor()
      await isGerman(page, 'the search')
      assert.deepEqual(await axeFaults(page), [])
      assert.deepEqual(faults, [])
      await context.close()
    })

  for (const width of [1440, 390])
    it(`leaves no English around a comparison, ${width} pixels wide`, async () => {
      const { page, context, faults } = await openGerman('/#/advanced', { width })
      await show(page, comparison)
      await page.getByRole('heading', { name: 'Wo die Ergebnisse abweichen' }).waitFor()
      await openAll(page)
      await page.locator('.dispute-head').first().click()
      await isGerman(page, 'a comparison')
      if (width === 390) {
        await page.getByText('Nebeneinander', { exact: true }).click()
        await isGerman(page, 'its columns')
      }
      assert.deepEqual(await axeFaults(page), [])
      assert.deepEqual(faults, [])
      await context.close()
    })

  it('leaves no English in the administration', async () => {
    const { page, context, faults } = await openGerman('/#/admin')
    await page.getByLabel('Admin-Token').fill('falsch')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByText('Das ist nicht das Admin-Token.').waitFor()
    await isGerman(page, 'its sign-in')
    await page.getByLabel('Admin-Token').fill(api.parts.adminToken)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('heading', { name: 'Aufträge der letzten 24 Stunden' }).waitFor()
    await openAll(page)
    await isGerman(page, 'the overview')
    for (const name of ['Konten', 'Schlüssel']) {
      await page.getByRole('tab', { name }).click()
      await page.getByRole('columnheader', { name: 'Konto' }).waitFor()
      await isGerman(page, name)
    }
    await page.getByRole('button', { name: 'Neuer Schlüssel' }).click()
    await isGerman(page, 'a new key')
    await page.getByLabel('Konto', { exact: true }).last().fill('hafen')
    await page.getByRole('button', { name: 'Schlüssel anlegen' }).click()
    await page.getByText('Dieser Schlüssel wird nur einmal angezeigt.').waitFor()
    await isGerman(page, 'the key')
    await page.getByRole('button', { name: 'Fertig' }).click()
    await page
      .getByRole('button', { name: /^Erneuern/ })
      .first()
      .click()
    await page.getByLabel('Der alte Schlüssel läuft ab').waitFor()
    await isGerman(page, 'its replacement')
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('leaves no English around the descriptions of the API, which is English', async () => {
    const { page, context, faults } = await openGerman('/docs/api')
    await page.getByRole('heading', { name: 'API von Polyparse' }).waitFor()
    await openAll(page, '#createJob')
    await isGerman(page, 'the reference')
    assert.deepEqual(faults, [])
    await context.close()
  })
})
