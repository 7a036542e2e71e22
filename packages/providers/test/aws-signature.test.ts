import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { signedForAws } from '../src/vendors/aws-textract/signature.ts'

/** Those of the published AWS Signature Version 4 test suite. */
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const scope = { region: 'us-east-1', service: 'service', now: new Date('2015-08-30T12:36:00Z') }

const unsigned = (
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body = '',
  host = 'https://example.amazonaws.com',
) => ({
  method,
  url: new URL(target, host),
  headers,
  bodySha256: async () => createHash('sha256').update(body).digest('hex'),
})

const signed = async (...request: Parameters<typeof unsigned>) =>
  (await signedForAws(unsigned(...request), credentials, scope)).headers['authorization']

describe('a request signed for AWS', () => {
  for (const [name, method, target, headers, names, signature] of [
    [
      'get-vanilla',
      'GET',
      '/',
      {},
      'host;x-amz-date',
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'post-vanilla',
      'POST',
      '/',
      {},
      'host;x-amz-date',
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      {},
      'host;x-amz-date',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-vanilla-query-order-value',
      'GET',
      '/?Param1=value2&Param1=value1',
      {},
      'host;x-amz-date',
      '5772eed61e12b33fae39ee5e7012498b51d56abc0abb7c60486157bd471c4694',
    ],
    [
      'get-vanilla-utf8-query',
      'GET',
      '/?\u1234=bar',
      {},
      'host;x-amz-date',
      '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    ],
    [
      'get-header-value-trim',
      'GET',
      '/',
      { 'my-header1': ' value1', 'my-header2': ' "a   b   c"' },
      'host;my-header1;my-header2;x-amz-date',
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
  ] as const)
    it(`has the signature that AWS publishes for ${name}`, async () => {
      assert.equal(
        await signed(method, target, headers),
        `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
      )
    })

  it('has the signature that AWS publishes for post-x-www-form-urlencoded, with the hash of a body', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    assert.match(
      (await signed('POST', '/', headers, 'Param1=value1')) ?? '',
      /SignedHeaders=content-type;host;x-amz-date, Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a$/,
    )
  })

  it('signs the token of temporary credentials, and sends it', async () => {
    const sessionToken = 'token'
    const { headers } = await signedForAws(unsigned('POST', '/'), { ...credentials, sessionToken }, scope)
    assert.match(headers['authorization'] ?? '', /SignedHeaders=host;x-amz-date;x-amz-security-token,/)
    assert.deepEqual(Object.keys(headers).toSorted(), ['authorization', 'x-amz-date', 'x-amz-security-token'])
    assert.equal(headers['x-amz-security-token'], sessionToken)
  })

  it('has the signatures of the examples of S3, which has the hash of the body among its headers', async () => {
    const own = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' }
    const bucket = { region: 'us-east-1', service: 's3', now: new Date('2013-05-24T00:00:00Z') }
    const host = 'https://examplebucket.s3.amazonaws.com'
    for (const [target, given, signature] of [
      ['/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
      ['/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
      ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
    ] as const) {
      const { headers, secrets } = await signedForAws(unsigned('GET', target, given, '', host), own, bucket)
      assert.deepEqual(secrets, [signature], target)
      assert.match(headers['authorization'] ?? '', /;x-amz-content-sha256;x-amz-date, Signature=/)
      assert.equal(headers['x-amz-content-sha256'], createHash('sha256').digest('hex'))
    }
  })
})
