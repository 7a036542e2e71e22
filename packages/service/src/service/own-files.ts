import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { readWebApp, type WebApp } from '../web-app/web-app.ts'

/**
 * Files that come with the service: in the published package they are beside its code, in the repository where they are
 * built.
 */
const find = (published: string, inRepository: string): string => {
  const path = fileURLToPath(new URL(`../../${published}`, import.meta.url))
  return existsSync(path) ? path : fileURLToPath(new URL(`../../${inRepository}`, import.meta.url))
}

/** The folder of the built web app. */
export const webAppFolder = find('web', '../web/dist')

/** A document to try the service with. */
export const sampleFile = find('examples/sample.pdf', '../../examples/sample.pdf')

/** The app that `npm install` has built. Without it, only the API is served. */
export const openWebApp = async (logger: Logger): Promise<WebApp | null> => {
  const webApp = await readWebApp(webAppFolder)
  if (webApp === null) logger.warn('the web app is not served, because it is not built: run `npm install`')
  return webApp
}
