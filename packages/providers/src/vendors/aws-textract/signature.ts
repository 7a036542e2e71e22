import { createHash, createHmac } from 'node:crypto'
import type { Signature, UnsignedRequest } from '../../http.ts'

export type AwsCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of temporary credentials. */
  readonly sessionToken?: string | null
}

type SigningScope = { readonly region: string; readonly service: string }

const algorithm = 'AWS4-HMAC-SHA256'

/** Signs the requests to one service at the time at which they are sent. */
export const signerFor =
  (credentials: AwsCredentials, scope: SigningScope) =>
  (request: UnsignedRequest): Promise<Signature> =>
    signedForAws(request, credentials, { ...scope, now: new Date() })

/**
 * Signs a request with AWS Signature Version 4. The path of the URL is signed as it is, which S3 wants for every path
 * and other services for those without characters to be escaped.
 */
export const signedForAws = async (
  { method, url, headers, bodySha256 }: Pick<UnsignedRequest, 'method' | 'url' | 'headers' | 'bodySha256'>,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  { region, service, now }: SigningScope & { readonly now: Date },
): Promise<Signature> => {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const date = time.slice(0, 8)
  const hash = await bodySha256()
  const own = {
    'x-amz-date': time,
    // S3 wants it a second time, to check what arrives.
    ...(service === 's3' && { 'x-amz-content-sha256': hash }),
    ...(sessionToken && { 'x-amz-security-token': sessionToken }),
  }
  const signed = Object.entries({ ...headers, host: url.host, ...own })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, ' ')] as const)
    .toSorted(([a], [b]) => compare(a, b))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    hash,
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const text = [algorithm, time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [date, region, service, 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`))
  const credential = `Credential=${accessKeyId}/${scope}`
  const signature = hmac(key, text).toString('hex')
  return {
    headers: { ...own, authorization: `${algorithm} ${credential}, SignedHeaders=${names}, Signature=${signature}` },
    secrets: [signature],
  }
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** By code units, as AWS sorts. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const canonicalQuery = (parameters: URLSearchParams): string =>
  [...parameters]
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** All characters except those that RFC 3986 leaves unreserved. */
const encodeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
