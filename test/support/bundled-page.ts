import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** A page on a loopback port whose only script is `bundle.js` of the folder, as it is when the page is opened. */
export const openBundledPage = async (folder: string) => {
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.setHeader('content-type', 'text/html')
      response.end('<script type="module" src="bundle.js"></script>')
    } else {
      response.setHeader('content-type', 'text/javascript')
      createReadStream(join(folder, 'bundle.js')).pipe(response)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It listens on no port.')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}
