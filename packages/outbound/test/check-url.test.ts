import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkUrl } from '../src/check-url.ts'
import { policyOf } from '../../service/test/lib/loopback.ts'

const none = policyOf('false')

const refusal = (text: string, policy = none): string | null => {
  const checked = checkUrl(text, policy)
  return 'url' in checked ? null : checked.kind
}

/** Loopback, a private address and the metadata address, in the spellings that some parser somewhere accepts. */
const spellings = [
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.0.0.1../',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://0177.0x0.0.1/',
  'http://017700000001/',
  'http://00000177.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://%31%32%37.0.0.1/',
  'http://127%2e0%2e0%2e1/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏/',
  'http:\\\\127.0.0.1\\',
  'http:/127.0.0.1/',
  'http:127.0.0.1',
  ' http://127.0.0.1/ ',
  'ht\ntp://127.0.\t0.1/',
  'HTTP://127.0.0.1:8080/x?y#z',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xA9FEA9FE/',
  'http://0251.0376.0251.0376/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0000:0000:0000:0000:0000:ffff:7f00:0001]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:1:1::80ff:fffe]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[FEC0::1]/',
]

describe('the check of a URL before any connection', () => {
  for (const url of spellings)
    it(`${JSON.stringify(url)} is a private address in any spelling`, () => {
      assert.equal(refusal(url), 'refused_address')
    })

  for (const url of [
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost./',
    'http://a.b.localhost/',
    'http://ｌｏｃａｌｈｏｓｔ/',
  ])
    it(`${url} is loopback by its name`, () => {
      assert.equal(refusal(url), 'refused_address')
      assert.equal(refusal(url, policyOf('10.0.0.0/8')), 'refused_address')
      assert.equal(refusal(url, policyOf('127.0.0.0/8')), null)
      assert.equal(refusal(url, policyOf('true')), null)
    })

  for (const url of [
    '',
    'example.com/a.pdf',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'gopher://127.0.0.1/',
    'http://',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://1.2.3.4.5/',
    'http://256.0.0.1/',
    'http://user@example.com/',
    'http://user:word@example.com/',
    'http://:word@example.com/',
    'http://127.0.0.1@example.com/',
  ])
    it(`${JSON.stringify(url)} is not a URL of a document`, () => {
      assert.equal(refusal(url), 'invalid_url')
    })

  it('a user name or password in the URL is refused in words that do not repeat it', () => {
    const checked = checkUrl('https://user:hunter2@example.com/', none)
    assert.ok(!('url' in checked))
    assert.equal(checked.reason, 'must not carry a user name or password')
  })

  it('public addresses and names are left to be looked up', () => {
    for (const url of [
      'https://example.com/a.pdf?b=c',
      'http://8.8.8.8/',
      'http://[2606:4700::1111]:8080/',
      'https://localhost.example.com/',
      'https://mylocalhost/',
      'https://bücher.example/',
    ])
      assert.equal(refusal(url), null, url)
  })

  it('a range that is allowed is allowed as a literal, too', () => {
    assert.equal(refusal('http://2130706433/', policyOf('127.0.0.0/8')), null)
    assert.equal(refusal('http://10.0.0.1/', policyOf('127.0.0.0/8')), 'refused_address')
  })
})
