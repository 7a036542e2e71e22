import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'

/** How long is waited for what the app draws: seconds on a quiet machine, of which a busy one makes a minute. */
const settleMs = 120_000

type Look = {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
  /** The language of the browser. */
  readonly locale?: string
  /** Signs in with this key, like a tab that already had it. */
  readonly key?: string
}

/**
 * The app in a separate tab that records what must not happen: requests to other origins, refusals by the policy,
 * errors.
 */
export const openApp = async (
  browser: Browser,
  url: string,
  { width = 1440, colorScheme = 'light', locale = 'en', key }: Look = {},
): Promise<{ page: Page; context: BrowserContext; faults: string[] }> => {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    locale,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(settleMs)
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
    // The browser logs the service's refusals too.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(url)
  return { page, context, faults }
}

/** A script that makes `axe` of the page. Each tab compiles it anew, which takes .2 s of CPU, and unminified .3 s. */
export const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What axe finds wrong with the page as it is, by WCAG 2.2 AA and its good practices. All it says of what is folded away is
 * whether its ids are unique, and it takes as long for that as for the rest: without the seven eighths of the API reference
 * that are folded away, the page is looked at in 9 s of CPU instead of 38.
 */
export const axeFaults = async (page: Page): Promise<string[]> => {
  // Under the policy of the page only the driver may run a string as code.
  const isLoaded: unknown = await page.evaluate('"axe" in window')
  if (isLoaded !== true) await page.evaluate(axeSource)
  const faults: unknown = await page.evaluate(`
    const folded = [...document.querySelectorAll('details:not([open]) > :not(summary)')]
    const foldedIds = new Set(folded.flatMap((each) => [...each.querySelectorAll('[id]')].map(({ id }) => id)))
    const used = Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)
    const twice = [...foldedIds].filter((id) => used.get(id).length > 1).map((id) => 'duplicate-id: ' + id)
    const places = folded.map((each) => {
      const place = document.createComment('')
      each.replaceWith(place)
      return { each, place }
    })
    // What sticks to an edge while a page scrolls covers half of a target here and there.
    for (const each of document.querySelectorAll('*'))
      if (getComputedStyle(each).position === 'sticky') each.style.position = 'static'
    // A document is shown with the headings it has.
    const isOurs = ({ target }) => document.querySelector(target[0])?.closest('.rendered') === null
    axe
      .run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
      .finally(() => {
        for (const { each, place } of places) place.replaceWith(each)
      })
      .then(({ violations }) => [
        ...twice,
        ...violations
          .map(({ id, nodes }) => ({ id, nodes: id === 'heading-order' ? nodes.filter(isOurs) : nodes }))
          .filter(({ nodes }) => nodes.length > 0)
          .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' ')),
      ])`)
  assert.ok(Array.isArray(faults))
  return faults.map(String)
}

/** Waits until the page is drawn: before that, its canvas has no size. */
export const pageDrawn = (page: Page): Promise<void> => page.locator('.paper canvas[width]').first().waitFor()

/** From the tab that a result opens on to its text, block by block. */
export const showBlocks = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'Blocks' }).click()
  await page.locator('.reading-block').first().waitFor()
}

/** Reads until it is as expected: the app draws what it has asked for a moment later. */
export const settles = async <Value>(read: () => Promise<Value>, expected: Value): Promise<void> => {
  await settled(async () => assert.deepEqual(await read(), expected))
}

/** Reads the text until it matches. */
export const textSettles = async (element: Locator, expected: RegExp): Promise<void> => {
  await settled(async () => assert.match(await element.innerText(), expected))
}

const settled = async (check: () => Promise<void>): Promise<void> => {
  const end = performance.now() + settleMs
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > end) throw error
      await setTimeout(50)
    }
  }
}

/** Goes from the home page to the form, whose inputs have the names of those on the home page. */
export const openForm = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /^Advanced/ }).click()
  await page.getByRole('heading', { name: 'What do the parsers make of your document?' }).waitFor()
}
