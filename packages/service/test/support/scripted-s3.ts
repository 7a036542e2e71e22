import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { openS3Blobs } from '../../src/blobs/s3/s3.ts'

/** A request of the store: `PUT /bucket/key?uploadId=…` in the words of the protocol. */
export type S3Request = {
  readonly kind:
    | 'head-bucket'
    | 'head'
    | 'get'
    | 'put'
    | 'delete'
    | 'list'
    | 'list-uploads'
    | 'create'
    | 'part'
    | 'complete'
    | 'abort'
  readonly key: string
  readonly query: URLSearchParams
  readonly body: Buffer
}

/** Answers a request, or leaves it unanswered. */
export type Script = (request: S3Request, response: ServerResponse, count: number) => void

const kindOf = ({ method = '' }: IncomingMessage, key: string, query: URLSearchParams): S3Request['kind'] => {
  if (key === '') return method === 'HEAD' ? 'head-bucket' : query.has('uploads') ? 'list-uploads' : 'list'
  if (query.has('uploads')) return 'create'
  if (query.has('uploadId')) return method === 'PUT' ? 'part' : method === 'POST' ? 'complete' : 'abort'
  return method === 'HEAD' ? 'head' : method === 'PUT' ? 'put' : method === 'DELETE' ? 'delete' : 'get'
}

/** An error in the protocol's words. */
export const refuse = (response: ServerResponse, status: number, code: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>scripted</Message></Error>`)
}

export const answerXml = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?>${text}`)
}

/** The behaviour of a server with no script: everything succeeds and nothing is kept. */
export const obliging: Script = ({ kind }, response) => {
  if (kind === 'create')
    answerXml(response, '<InitiateMultipartUploadResult><UploadId>an-upload</UploadId></InitiateMultipartUploadResult>')
  else if (kind === 'complete')
    answerXml(response, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
  else if (kind === 'list') answerXml(response, '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
  else response.writeHead(kind === 'delete' || kind === 'abort' ? 204 : 200, { etag: '"a-part"' }).end()
}

/** A store on a server that behaves as the test demands; `requests` are those it received, without the first. */
export const openScriptedS3 = async (script: Script, { answerMs = 300 } = {}) => {
  const requests: S3Request[] = []
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://bucket')
    const key = pathname.split('/').slice(2).join('/')
    const kind = kindOf(request, key, query)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (kind === 'head-bucket') {
        response.end()
        return
      }
      const asked = { kind, key, query, body: Buffer.concat(chunks) }
      requests.push(asked)
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      script(asked, response, counts.get(kind) ?? 0)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a port was listened on')
  process.env['AWS_ACCESS_KEY_ID'] = 'tests'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'a-secret-of-the-tests'
  const endpoint = `http://127.0.0.1:${address.port}`
  const options = { bucket: 'documents', prefix: 'p', endpoint, region: null, pathStyle: true, answerMs }
  return {
    blobs: await openS3Blobs(options),
    requests,
    kinds: () => requests.map(({ kind }) => kind),
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      // Only after `close`: a connection that is just being made would stay open otherwise.
      server.closeAllConnections()
      await closed
    },
  }
}
