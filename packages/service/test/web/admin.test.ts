import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { listSessions } from '../../src/accounts/sessions.ts'
import { createSignInLink, redeemSignInLink } from '../../src/accounts/sign-in-links.ts'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp, settles } from '../support/app.ts'

describe('The administration in a browser', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
  })

  const enter = async (look: Parameters<typeof openApp>[2] = {}) => {
    const opened = await openApp(browser, `${api.url}/#/admin`, look)
    await opened.page.getByLabel('Admin token').fill(api.parts.adminToken)
    await opened.page.getByRole('button', { name: 'Sign in' }).click()
    await opened.page.getByRole('heading', { name: 'Jobs in the last day' }).waitFor()
    return opened
  }
  const isGood = async (key: string): Promise<boolean> =>
    (await fetch(`${api.url}/api/v1/providers`, { headers: { authorization: `Bearer ${key}` } })).ok
  const issued = async (page: Page): Promise<string> => (await page.locator('.issued-key').textContent()) ?? ''

  it('lets nobody in without the admin token, not even with a key', async () => {
    const { page, context, faults } = await openApp(browser, `${api.url}/#/admin`)
    await page.getByLabel('Admin token').fill(api.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('This is not the admin token.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('creates a key that is shown once, rotates it, and disables it', async () => {
    const { page, context, faults } = await enter()
    await page.getByRole('tab', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'New key' }).click()
    assert.deepEqual(await axeFaults(page), [])
    await page.getByLabel('Account', { exact: true }).last().fill('harbour')
    await page.getByLabel('Name').fill('scanner')
    await page.getByLabel('erase jobs').uncheck()
    await page.getByLabel('Pages a day').fill('5000')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await issued(page)
    assert.ok(await isGood(key))
    await page.getByRole('button', { name: 'Done' }).click()
    assert.ok(!(await page.content()).includes(key))
    await page.getByRole('cell', { name: 'jobs:write, jobs:read, webhooks; 5,000 pages a day' }).waitFor()

    await page.getByRole('button', { name: 'Rotate scanner' }).click()
    await page.getByLabel('The old key expires').selectOption('immediately')
    await page.getByRole('button', { name: 'Create new key' }).click()
    const next = await issued(page)
    assert.deepEqual([await isGood(key), await isGood(next)], [false, true])
    await page.keyboard.press('Escape')
    // Until the list has both, the one that is valid in it is the old one.
    await page
      .getByRole('row', { name: /scanner/ })
      .nth(1)
      .waitFor()

    await page
      .getByRole('row', { name: /scanner.*valid/ })
      .getByRole('button', { name: /Disable/ })
      .click()
    await page.getByText('is disabled.').waitFor()
    assert.equal(await isGood(next), false)
    assert.deepEqual(await axeFaults(page), [])

    await page.getByRole('tab', { name: 'Accounts' }).click()
    await page
      .getByRole('row', { name: /harbour/ })
      .getByRole('link', { name: '2 keys' })
      .click()
    await page
      .getByRole('row', { name: /scanner/ })
      .nth(1)
      .waitFor()
    await settles(() => page.locator('tbody tr').count(), 2)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('shows what is waiting, what was done and how each provider fares, on a phone and in dark mode too', async () => {
    const { page, context, faults } = await enter({ width: 390, colorScheme: 'dark' })
    await page.getByText('Queued jobs').waitFor()
    await page
      .getByRole('row', { name: /provider-a/ })
      .getByText('idle')
      .waitFor()
    await settles(() => page.locator('.throughput-bars > li').count(), 24)
    assert.deepEqual(await axeFaults(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('shows jobs of all accounts without their names, spending, and a clean bill of health, also on a phone', async () => {
    const { id } = (await api.create()).json<{ id: string }>()
    const { page, context, faults } = await enter({ width: 390 })
    await page.getByRole('button', { name: 'Check the vendors' }).click()
    await page.getByText('No vendor is enabled.').waitFor()

    await page.getByRole('tab', { name: 'Jobs' }).click()
    await page.getByRole('rowheader', { name: id.slice(-12) }).waitFor()
    assert.doesNotMatch(await page.locator('#main').innerText(), /example\.com/)
    await page.getByLabel('Account').selectOption('first')
    await page.getByRole('button', { name: `Cancel ${id.slice(-12)}` }).click()
    await page.getByRole('cell', { name: 'failed cancelled' }).waitFor()
    await page.getByLabel('Status').selectOption('complete')
    await page.getByText('No matching jobs').waitFor()
    await page.getByLabel('Status').selectOption('')
    await page.getByLabel('Provider').selectOption('provider-c')
    await page.getByText('No matching jobs').waitFor()
    await page.getByLabel('Provider').selectOption('provider-a')
    await page.getByLabel('Error code').selectOption('timeout')
    await page.getByText('No matching jobs').waitFor()
    await page.getByLabel('Error code').selectOption('cancelled')
    await page.getByRole('rowheader', { name: id.slice(-12) }).waitFor()
    assert.deepEqual(await axeFaults(page), [])

    await page.getByRole('tab', { name: 'Spending' }).click()
    await page.getByText('The cost of a job is not limited.').waitFor()
    assert.deepEqual(await axeFaults(page), [])

    await page.getByRole('tab', { name: 'Maintenance' }).click()
    await page.getByRole('button', { name: 'Run the checks' }).click()
    await page.getByText('All is as it must be.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('lists the browsers that are signed in, and signs one out', async () => {
    const link = await createSignInLink(api.database, { account: 'first', role: 'member' }, api.clock())
    const session = await redeemSignInLink(api.database, link?.code ?? '', api.clock())
    assert.ok(session)
    const { page, context, faults } = await enter({ width: 390 })
    await page.getByRole('tab', { name: 'Accounts' }).click()
    await page.getByRole('row', { name: /somebody with a sign-in link.*first.*member/ }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390)
    await page.getByRole('button', { name: 'Sign out somebody' }).click()
    await page.getByText('No browser is signed in').waitFor()
    assert.deepEqual(await listSessions(api.database, api.clock()), [])
    assert.deepEqual(faults, [])
    await context.close()
  })
})
