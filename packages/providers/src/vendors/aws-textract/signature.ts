import type { Signature, UnsignedRequest } from '../../http.ts'

export type AwsCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The token of temporary credentials. */
  readonly sessionToken?: string | null
}

type SigningScope = { readonly region: string; readonly service: string }

const hashHeader = 'x-amz-content-sha256'

/** Signs the requests to one service at the time at which they are sent. */
export const signerFor =
  (credentials: AwsCredentials, scope: SigningScope) =>
  (request: UnsignedRequest): Promise<Signature> =>
    signedForAws(request, credentials, { ...scope, now: new Date() })

/** Signs a request with AWS Signature Version 4. */
export const signedForAws = async (
  { method, url, headers, bodySha256 }: Pick<UnsignedRequest, 'method' | 'url' | 'headers' | 'bodySha256'>,
  { sessionToken, ...credentials }: AwsCredentials,
  { region, service, now }: SigningScope & { readonly now: Date },
): Promise<Signature> => {
  // It costs 40 ms, which a service without this vendor does not pay.
  const { Sha256, SignatureV4 } = await import('./smithy.ts')
  const isS3 = service === 's3'
  // S3 wants the hash a second time, to check what arrives.
  const unsent = isS3 || hashHeader in headers ? new Set<string>() : new Set([hashHeader])
  const signer = new SignatureV4({
    credentials: { ...credentials, ...(sessionToken && { sessionToken }) },
    region,
    service,
    sha256: Sha256,
    // S3 wants the path as it is, the others want it escaped once more.
    uriEscapePath: !isS3,
  })
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries([...url.searchParams.keys()].map((name) => [name, url.searchParams.getAll(name)])),
      headers: { ...headers, host: url.host, [hashHeader]: await bodySha256() },
    },
    { signingDate: now, unsignableHeaders: unsent },
  )
  const given = new Set([...Object.keys(headers), 'host', ...unsent])
  const { authorization = '' } = signed.headers
  return {
    headers: Object.fromEntries(Object.entries(signed.headers).filter(([name]) => !given.has(name))),
    secrets: [authorization.slice(authorization.lastIndexOf('=') + 1)],
  }
}
