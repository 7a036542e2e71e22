import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { signedForAws } from '../src/vendors/aws-textract/signature.ts'

/** Those of the published AWS Signature Version 4 test suite. */
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
const scope = { region: 'us-east-1', service: 'service', now: new Date('2015-08-30T12:36:00Z') }

const signed = async (method: string, target: string, headers: Record<string, string> = {}, body = '') => {
  const bodySha256 = async () => createHash('sha256').update(body).digest('hex')
  const url = new URL(target, 'https://example.amazonaws.com')
  return (await signedForAws({ method, url, headers, bodySha256 }, credentials, scope)).headers['authorization']
}

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
  ] as const)
    it(`has the signature that AWS publishes for ${name}`, async () => {
      assert.equal(
        await signed(method, target, headers),
        `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names}, Signature=${signature}`,
      )
    })
})
