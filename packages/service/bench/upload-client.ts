import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { createInterface } from 'node:readline'

/** A caller in a separate process: uploads the file once for every line it reads, and answers with milliseconds. */
const [url = '', key = '', path = ''] = process.argv.slice(2)
const { size } = await stat(path)

const upload = (idempotencyKey: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const start = performance.now()
    const post = request(`${url}/api/v1/jobs`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        'Idempotency-Key': idempotencyKey,
        'Content-Type': 'application/octet-stream',
        'Content-Length': size,
        'X-Service-Filename': 'random.bin',
        'X-Service-Operation': 'parse',
        'X-Service-Outputs': 'text',
      },
    })
    post.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 202) resolve(performance.now() - start)
        else reject(new Error(`answered ${response.statusCode}`))
      })
    })
    createReadStream(path, { highWaterMark: 1024 * 1024 })
      .on('error', reject)
      .pipe(post)
  })

for await (const line of createInterface({ input: process.stdin })) console.log(await upload(line))
