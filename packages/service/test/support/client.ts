import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

type Answer = { readonly status: number; readonly body: unknown }

/** A minimal caller of the API. */
export const createClient = (url: string, key: string) => {
  const headers = { Authorization: `Bearer ${key}` }

  const answer = async (response: Response): Promise<Answer> => ({
    status: response.status,
    body: await response.json(),
  })

  const jobOf = ({ status, body }: Answer): { id: string; status: string } & Record<string, unknown> => {
    assert.ok(status === 200 || status === 202, `unexpected answer ${status}: ${JSON.stringify(body)}`)
    assert.ok(isJob(body))
    return body
  }

  return {
    upload: (
      content: string | Buffer,
      {
        name = 'a.txt',
        type = 'text/plain',
        idempotencyKey = randomUUID(),
        more = {},
      }: { name?: string; type?: string; idempotencyKey?: string; more?: Record<string, string> } = {},
    ) =>
      fetch(`${url}/api/v1/jobs`, {
        method: 'POST',
        headers: {
          ...headers,
          'Idempotency-Key': idempotencyKey,
          'Content-Type': type,
          'X-Service-Filename': encodeURIComponent(name),
          'X-Service-Operation': 'parse',
          'X-Service-Outputs': 'markdown',
          ...more,
        },
        body: typeof content === 'string' ? content : new Uint8Array(content),
      })
        .then(answer)
        .then(jobOf),
    read: (id: string, wait = 0) =>
      fetch(`${url}/api/v1/jobs/${id}?wait=${wait}`, { headers }).then(answer).then(jobOf),
    /** Reads the job until it has ended. */
    async end(id: string) {
      for (;;) {
        const job = await this.read(id, 20)
        if (job.status === 'complete' || job.status === 'failed') return job
      }
    },
  }
}

const isJob = (body: unknown): body is { id: string; status: string } & Record<string, unknown> =>
  typeof body === 'object' && body !== null && 'id' in body && 'status' in body
