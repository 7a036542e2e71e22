import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { noBrowser, suiteBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import type { Browser, Page } from 'playwright-core'
import { setJudgementKeeping } from '../../src/accounts/keep-judgements.ts'
import { createKey } from '../../src/accounts/keys.ts'
import { parseUrl } from '../support/api.ts'
import { openAppApi } from '../support/app-api.ts'
import { openApp } from '../support/app.ts'
import { parcelsComparison } from '../support/parcels.ts'

describe('Disputes that a team settles together', { skip: noBrowser }, () => {
  const openBrowser = suiteBrowser()
  let browser: Browser
  let api: Awaited<ReturnType<typeof openAppApi>>
  const stack = suiteStack()
  before(async () => {
    api = stack.adopt(await openAppApi(), (open) => open.close())
    browser = await openBrowser()
  })

  const compared = async (): Promise<string> => {
    const id: string = (await api.create(parseUrl({ operation: 'compare', providers: ['provider-a'] }))).json().id
    await api.complete(id, JSON.stringify({ id, status: 'complete', result: { ...parcelsComparison(), id } }))
    return id
  }
  const open = async (id: string, key: string = api.key) => {
    const opened = await openApp(browser, api.url, { key })
    await opened.page.goto(`${api.url}/#/jobs/${id}`)
    await opened.page.getByRole('heading', { name: 'Look yourself' }).waitFor()
    return opened
  }
  const say = async (page: Page, figure: string, choice: RegExp) => {
    await page
      .getByRole('button', { name: new RegExp(figure) })
      .first()
      .click()
    await page.getByRole('button', { name: choice }).click()
  }
  const progress = (page: Page, settled: number) => page.getByText(`${settled} of 6 settled`).waitFor()
  const stored = (page: Page) =>
    page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('polyparse.judged.')).length`)
  const sent = (page: Page, method: string) =>
    page.waitForResponse(
      (response) => response.url().endsWith('/judgements') && response.request().method() === method && response.ok(),
    )
  /** The browser has none any more, because the service has them all. */
  const moveFrom = async (page: Page) => {
    while ((await stored(page)) !== 0) await page.evaluate('new Promise(requestAnimationFrame)')
  }
  const judged = async (id: string) => (await api.inject({ url: `/api/v1/jobs/${id}/judgements` })).json().document

  it('move from the browser to the account, and are seen, changed and forgotten by all of it', async () => {
    const id = await compared()
    const alone = await open(id)
    await say(alone.page, '48,317', /^1 48,317/)
    await progress(alone.page, 1)
    assert.equal(await stored(alone.page), 1)

    await setJudgementKeeping(api.database, 'first', 'with_result')
    const moved = sent(alone.page, 'PUT')
    await alone.page.reload()
    await moved
    await progress(alone.page, 1)
    await moveFrom(alone.page)

    const { key } = await createKey(api.database, { account: 'first', name: 'colleague', expiresAt: null }, api.clock())
    const colleague = await open(id, key)
    await progress(colleague.page, 1)
    const second = sent(colleague.page, 'PUT')
    await say(colleague.page, '11,274', /^2 1,274/)
    await second
    // Who opened the page before has not seen that, and takes nothing of it back.
    const conflict = alone.page.waitForResponse((response) => response.status() === 412)
    await say(alone.page, '33,519', /^1 33,519/)
    await conflict
    await progress(alone.page, 3)
    const answers = async () =>
      Object.fromEntries(
        (await judged(id)).settlements.map((each: { dispute: number; truth: string }) => [each.dispute, each.truth]),
      )
    await moveFrom(alone.page)
    assert.deepEqual(await answers(), { 1: '48,317', 2: '1,274', 3: '33,519' })

    await colleague.page.goto(`${api.url}/#/bench`)
    await colleague.page.getByText('On your 1 judged document:').waitFor()
    const forgotten = sent(colleague.page, 'DELETE')
    await colleague.page.getByRole('button', { name: 'Forget what you said about parcels.pdf' }).click()
    await colleague.page.getByText('No dispute is settled yet').waitFor()
    await forgotten
    assert.equal(await judged(id), null)
    assert.deepEqual([alone.faults, colleague.faults], [[], []])
    await alone.context.close()
    await colleague.context.close()
  })

  it('stay in the browser when the account does not take them, and are said to nobody else', async () => {
    const id = await compared()
    await setJudgementKeeping(api.database, 'first', 'with_result')
    const { page, context, faults } = await open(id)
    const first = sent(page, 'PUT')
    await say(page, '48,317', /^1 48,317/)
    await first
    await setJudgementKeeping(api.database, 'first', 'off')
    const refused = page.waitForResponse((response) => response.status() === 403)
    // The next dispute has opened.
    await page.getByRole('button', { name: /^1 11,274/ }).click()
    await refused
    await page.reload()
    await progress(page, 2)
    assert.equal(await stored(page), 1)
    assert.equal(await judged(id), null)
    assert.deepEqual(faults, [])
    await context.close()
  })
})
