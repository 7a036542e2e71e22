import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { sharedBySuites } from './shared-by-suites.ts'

/**
 * Finds where the browser of the tests is; `CHROMIUM_PATH` names another. The shell is Chromium without the window that
 * Chromium draws even when it is headless.
 */
const executablePath =
  process.env['CHROMIUM_PATH'] ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path)) ??
  '/usr/bin/chromium-headless-shell'

/** Why tests in a browser are skipped; false if there is one. For the option `skip` of a test. */
export const noBrowser: string | false = existsSync(executablePath)
  ? false
  : `SKIPPED: there is no Chromium at ${executablePath}; install it, or name another with CHROMIUM_PATH`

/** Chromium without a window and without requests of its own. Close it when the test is over. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // One renderer for all tabs of a service: to start one takes half a second, and none keeps its compiled code.
      '--process-per-site',
      '--disable-site-isolation-trials',
    ],
  })

const share = sharedBySuites(launchBrowser, (browser) => browser.close())

/** The browser of the suite that is being defined, which closes its tabs. The suites of a process share one. */
export const suiteBrowser = (): (() => Promise<Browser>) => {
  let browser: Browser | null = null
  after(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  const open = share()
  return async () => (browser = await open())
}
