import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

type Look = {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  /** Signs in with this key, as a tab that had it before. */
  readonly key?: string
}

/** The app in a tab of its own that keeps what should not have been: requests to others, refusals by the policy, errors. */
export const openApp = async (
  browser: Browser,
  url: string,
  { width = 1440, colorScheme = 'light', key }: Look = {},
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
  const faults: string[] = []
  if (key !== undefined)
    await context.addInitScript(
      `if (window.origin !== 'null') sessionStorage.setItem('polyparse.key', ${JSON.stringify(key)})`,
    )
  const page = await context.newPage()
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(?:data|blob|about):/.test(request.url()))
      faults.push(`a request to ${request.url()}`)
  })
  page.on('console', (message) => {
    // What the service refuses, the browser tells too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(url)
  return { page, context, faults }
}

/** What axe finds wrong with the page as it is, by WCAG 2.2 AA and its good practices. */
export const axeFaults = async (page: Page): Promise<string[]> => {
  // Within the policy of the page only the driver may run a text.
  await page.evaluate(axe.source)
  const faults: unknown = await page.evaluate(`
    // A document is shown with the headings it has.
    const isOurs = ({ target }) => document.querySelector(target[0])?.closest('.rendered') === null
    axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) =>
      violations
        .map(({ id, nodes }) => ({ id, nodes: id === 'heading-order' ? nodes.filter(isOurs) : nodes }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')))`)
  assert.ok(Array.isArray(faults))
  return faults.map(String)
}

/** Waits till the page is drawn: before, its canvas has no size of its own. */
export const pageDrawn = (page: Page): Promise<void> =>
  page.locator('.paper canvas[width]').waitFor({ timeout: 60_000 })
