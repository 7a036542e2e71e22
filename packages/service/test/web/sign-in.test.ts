import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser } from 'playwright-core'
import { createFirstKey } from '../../src/accounts/first-key.ts'
import { createSignInLink, signInAddress } from '../../src/accounts/sign-in-links.ts'
import { welcome } from '../../src/welcome.ts'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp } from '../support/app.ts'

describe('Signing in to the app', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi({ baseUrl: null }), (open) => open.close())
    browser = await openBrowser()
  })

  const newLink = async (role: 'operator' | 'member'): Promise<string> => {
    const link = await createSignInLink(api.database, { account: 'first', role }, api.clock())
    assert.ok(link)
    return signInAddress(api.url, link.code)
  }

  it('by the link that the first start prints: no key to copy, also in the administration and after a reload', async () => {
    await api.database.query('delete from keys')
    const firstKey = await createFirstKey(api.database, api.clock(), null)
    const text = welcome({ url: api.url, baseUrl: api.url, firstKey, samplePath: 'sample.pdf' })
    const [link = ''] = /^http\S+\/#\/sign-in\/\S+$/m.exec(text) ?? []

    const { page, context, faults } = await openApp(browser, link)
    await page.getByRole('heading', { name: /Drop a document/ }).waitFor()
    assert.equal(page.url(), `${api.url}/#/`)
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('button', { name: 'Sign out' }).getByText('default').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).getByText('default').waitFor()
    // Nothing that a script could read is kept of it.
    const readable: unknown = await page.evaluate(
      'document.cookie + JSON.stringify({ ...sessionStorage, ...localStorage })',
    )
    assert.doesNotMatch(String(readable), /pp_|polyparse-session/)

    await page.getByRole('link', { name: 'Admin' }).click()
    await page.getByRole('heading', { name: 'Jobs in the last day' }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Admin token').waitFor()
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByLabel('API key').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('not by a link that was used before', async () => {
    const link = await newLink('member')
    const first = await openApp(browser, link)
    await first.page.getByRole('heading', { name: /Drop a document/ }).waitFor()
    const { page, context, faults } = await openApp(browser, link, { width: 390 })
    await page.getByText('This sign-in link was used before or has expired.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    // A key still does.
    await page.getByLabel('API key').fill(await api.otherKey())
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: /Drop a document/ }).waitFor()
    assert.equal(page.url(), `${api.url}/#/`)
    // The browser that it signed in opens it again as a bookmark.
    const again = await first.context.newPage()
    await again.goto(link)
    await again.getByRole('heading', { name: /Drop a document/ }).waitFor()
    assert.equal(again.url(), `${api.url}/#/`)
    assert.deepEqual([...first.faults, ...faults], [])
    await first.context.close()
    await context.close()
  })

  it('as a member opens no administration, and a session that an operator ends is signed out', async () => {
    const { page, context, faults } = await openApp(browser, await newLink('member'))
    await page.getByRole('heading', { name: /Drop a document/ }).waitFor()
    await page.getByRole('link', { name: 'Admin' }).click()
    await page.getByLabel('Admin token').waitFor()
    await api.database.query('delete from sessions')
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByLabel('API key').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('is enough to try the API in its reference, without a key', async () => {
    const { page, context, faults } = await openApp(browser, await newLink('member'))
    await page.getByRole('heading', { name: 'Recent jobs' }).waitFor()
    await page.goto(`${api.url}/docs/api`)
    await page.getByText('You are signed in, so no key is needed.').waitFor()
    const operation = page.locator('#listJobs')
    await operation.getByText('Try it').click()
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByLabel('Response body').getByText('"jobs"').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })
})
