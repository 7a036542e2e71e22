import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { freePort } from '@polyparse/test-support/free-port'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { callbackPath } from '../../src/api/routes/oidc.ts'
import { readSettings } from '../../src/config.ts'
import { identityOf } from '../../src/service/identity.ts'
import { openAppApi } from '../support/app-api.ts'
import { axeFaults, openApp } from '../support/app.ts'
import { clientId, openIdentityProvider, type TestIdentityProvider } from '../support/identity-provider.ts'

const people = {
  ann: { email: 'ann@example.com', email_verified: true, groups: ['admins', 'research'] },
  ben: { name: 'Ben', groups: ['research'] },
  dan: { name: 'Dan', groups: ['visitors'] },
}

describe('Signing in to the app by an identity provider', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let idp: TestIdentityProvider
  let url: string
  const stack = suiteStack()
  before(async () => {
    const port = await freePort()
    // For the browser another site than that of the provider, 127.0.0.1.
    url = `http://localhost:${port}`
    idp = stack.adopt(await openIdentityProvider({ redirectUri: `${url}${callbackPath}`, people }), (opened) =>
      opened.close(),
    )
    const identity = identityOf(
      readSettings({
        POLYPARSE_BASE_URL: url,
        POLYPARSE_OIDC_ISSUER: idp.issuer,
        POLYPARSE_OIDC_NAME: 'Example Workforce',
        POLYPARSE_OIDC_CLIENT_ID: clientId,
        POLYPARSE_OIDC_CLIENT_SECRET: idp.clientSecret,
        POLYPARSE_OIDC_OPERATORS: 'groups=admins',
        POLYPARSE_OIDC_ACCOUNTS: 'groups=research=>research',
      }),
    )
    stack.adopt(await openAppApi({ baseUrl: url }, { port, identity }), (open) => open.close())
    browser = await openBrowser()
  })

  const open = async (at: string, look: Parameters<typeof openApp>[2] = {}) => {
    const opened = await openApp(browser, at, look)
    const elsewhere = `a request to ${idp.issuer}`
    // Only the browser itself may go there, and not the app.
    return { ...opened, faults: () => opened.faults.filter((fault) => !fault.startsWith(elsewhere)) }
  }
  const button = (page: Page) => page.getByRole('link', { name: 'Sign in with Example Workforce' })
  const continueAs = async (page: Page, person: string): Promise<void> => {
    await button(page).click()
    await page.getByRole('button', { name: `Continue as ${person}` }).click()
  }

  it('by a button, then back to the view where it was clicked, into the administration, and out again', async () => {
    const { page, context, faults } = await open(`${url}/#/jobs?status=failed`)
    await continueAs(page, 'ann')
    await page.getByRole('button', { name: 'Sign out' }).getByText('ann@example.com').waitFor()
    assert.equal(page.url(), `${url}/#/jobs?status=failed`)
    // The cookies of the sign-in are used up, and no script can read that of the session.
    assert.deepEqual(
      (await context.cookies(url)).map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite })),
      [{ name: `polyparse-session-${new URL(url).port}`, httpOnly: true, sameSite: 'Strict' }],
    )
    await page.reload()
    await page.getByRole('link', { name: 'Admin' }).click()
    await page.getByRole('heading', { name: 'Jobs in the last day' }).waitFor()
    await page.getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await button(page).waitFor()
    assert.deepEqual(await context.cookies(url), [])
    assert.deepEqual(faults(), [])
    await context.close()
  })

  it('from the administration, which is for operators, and although the tab has a key that is no longer good', async () => {
    const { page, context, faults } = await open(`${url}/#/admin/keys`)
    await page.getByLabel('Admin token').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    await continueAs(page, 'ann')
    await page.getByRole('heading', { name: 'Administration' }).waitFor()
    assert.equal(page.url(), `${url}/#/admin/keys`)
    await context.close()

    const stale = await open(url, { key: 'pp_live_no_longer_good' })
    await button(stale.page).waitFor()
    await stale.context.close()
    assert.deepEqual([...faults(), ...stale.faults()], [])
  })

  it('is refused in words if no claim lets them in, once, in both languages', async () => {
    for (const { locale, words, signIn } of [
      { locale: 'en', words: 'You are not allowed to use this service.', signIn: 'Sign in with Example Workforce' },
      { locale: 'de', words: 'Kein Zugang zu diesem Dienst.', signIn: 'Mit Example Workforce anmelden' },
    ]) {
      const { page, context, faults } = await open(url, { locale, width: 390, colorScheme: 'dark' })
      await page.getByRole('link', { name: signIn }).waitFor()
      assert.deepEqual(await axeFaults(page), [])
      await page.getByRole('link', { name: signIn }).click()
      await page.getByRole('button', { name: 'Continue as dan' }).click()
      await page.getByRole('alert').getByText(words).waitFor()
      assert.equal(page.url(), `${url}/#/`)
      assert.deepEqual(await axeFaults(page), [])
      await page.reload()
      await page.getByRole('link', { name: signIn }).waitFor()
      assert.equal(await page.getByRole('alert').count(), 0)
      assert.deepEqual(faults(), [])
      await context.close()
    }
  })

  it('says when the provider does not answer, and that it can be tried again', async () => {
    const { page, context, faults } = await open(url)
    await button(page).click()
    idp.others.set('/token', (_request, response) => void response.writeHead(502).end())
    await page.getByRole('button', { name: 'Continue as ben' }).click()
    await page.getByText('The sign-in provider does not answer.').waitFor()
    assert.deepEqual(await axeFaults(page), [])
    idp.others.clear()
    // The provider still knows who it is.
    await button(page).click()
    await page.getByRole('button', { name: 'Sign out' }).getByText('Ben').waitFor()
    assert.deepEqual(faults(), [])
    await context.close()
  })
})
