import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { readWebApp, type WebApp } from '../web-app/web-app.ts'

const folder = fileURLToPath(new URL('../../packages/web/dist', import.meta.url))

/** The app that `npm install` has built. Without it the API is served all the same. */
export const openWebApp = async (logger: Logger): Promise<WebApp | null> => {
  const webApp = await readWebApp(folder)
  if (webApp === null) logger.warn('the web app is not built, and so not served: `npm install` builds it')
  return webApp
}
