import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** The path of the browser for tests; `CHROMIUM_PATH` names another. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

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
    ],
  })
