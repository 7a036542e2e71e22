import { fileURLToPath } from 'node:url'
import { readWebApp } from '../../src/web-app/web-app.ts'
import { queueReader } from '../../src/service/queue-figures.ts'
import type { ApiParts, ApiSettings } from '../../src/api/parts.ts'
import { openApiHarness } from './api.ts'

/** The API with the app before it, listening; its providers do nothing, so it starts in a moment. */
export const openAppApi = async (
  settings: Partial<ApiSettings> = {},
  { port = 0, identity = {} }: { readonly port?: number; readonly identity?: Pick<ApiParts, 'identity'> } = {},
) => {
  const webApp = await readWebApp(fileURLToPath(new URL('../../../web/dist', import.meta.url)))
  if (webApp === null) throw new Error('the app is not built: `npm install` builds it')
  const api = await openApiHarness({
    settings,
    wrap: (parts) => ({ ...parts, webApp, readQueue: queueReader(parts.database), ...identity }),
  })
  try {
    return { ...api, url: await api.app.listen({ port, host: '127.0.0.1' }) }
  } catch (error) {
    await api.close()
    throw error
  }
}
