import type { Logger } from 'pino'
import { readWebApp, type WebApp } from '../web-app/web-app.ts'
import { webAppFolder } from './own-files.ts'

/** The app that `npm install` has built. Without it the API is served all the same. */
export const openWebApp = async (logger: Logger): Promise<WebApp | null> => {
  const webApp = await readWebApp(webAppFolder)
  if (webApp === null) logger.warn('the web app is not served, because it is not built: run `npm install`')
  return webApp
}
