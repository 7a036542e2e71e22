import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { isAddressAllowed, parseAddressPolicy } from '../src/addresses.ts'
import { policyOf } from '../../service/test/lib/loopback.ts'

/** The IANA special-purpose registries of IPv4 and IPv6, with multicast: the first and last address of each range. */
const specialRanges: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0/8': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  '10.0.0.0/8': ['10.0.0.0', '10.255.255.255'],
  '100.64.0.0/10': ['100.64.0.0', '100.127.255.255', '100.100.100.200'],
  '127.0.0.0/8': ['127.0.0.0', '127.0.0.1', '127.255.255.255'],
  '169.254.0.0/16': ['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  '172.16.0.0/12': ['172.16.0.0', '172.31.255.255'],
  '192.0.0.0/24': ['192.0.0.0', '192.0.0.8', '192.0.0.170', '192.0.0.192', '192.0.0.255'],
  '192.0.2.0/24': ['192.0.2.0', '192.0.2.255'],
  '192.31.196.0/24': ['192.31.196.0', '192.31.196.255'],
  '192.52.193.0/24': ['192.52.193.0', '192.52.193.255'],
  '192.88.99.0/24': ['192.88.99.0', '192.88.99.255'],
  '192.168.0.0/16': ['192.168.0.0', '192.168.255.255'],
  '192.175.48.0/24': ['192.175.48.0', '192.175.48.255'],
  '198.18.0.0/15': ['198.18.0.0', '198.19.255.255'],
  '198.51.100.0/24': ['198.51.100.0', '198.51.100.255'],
  '203.0.113.0/24': ['203.0.113.0', '203.0.113.255'],
  '224.0.0.0/4': ['224.0.0.0', '239.255.255.255'],
  '240.0.0.0/4': ['240.0.0.0', '255.255.255.254', '255.255.255.255'],
  '::/96': ['::', '::1', '::8.8.8.8', '::127.0.0.1', '::a9fe:a9fe'],
  '::ffff:0:0/96': ['::ffff:0:0', '::ffff:127.0.0.1', '::ffff:169.254.169.254', '::ffff:8.8.8.8'],
  '::ffff:0:0:0/96': ['::ffff:0:127.0.0.1', '::ffff:0:ffff:ffff'],
  '64:ff9b::/96': ['64:ff9b::', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::ffff:ffff'],
  '64:ff9b:1::/48': ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  '100::/64': ['100::', '100::ffff:ffff:ffff:ffff'],
  '100:0:0:1::/64': ['100:0:0:1::1'],
  '2001::/32': ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001:1::/32': ['2001:1::1', '2001:1::2', '2001:1::3'],
  '2001:2::/48': ['2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  '2001:3::/32': ['2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001:4:112::/48': ['2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
  '2001:10::/28': ['2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001:20::/28': ['2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001:30::/28': ['2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001::/23': ['2001:40::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2001:db8::/32': ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2002::/16': ['2002::', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '2620:4f:8000::/48': ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  '3fff::/20': ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  '5f00::/16': ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fc00::/7': ['fc00::', 'fd00:ec2::254', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fe80::/10': ['fe80::', 'fe80::1', 'fe80::1%eth0', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'fec0::/10': ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'ff00::/8': ['ff00::', 'ff02::1', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'outside 2000::/3': ['1::', '200::1', '1fff::1', '4000::1', '8000::1', 'f000::1'],
}

const publicAddresses = [
  ['1.0.0.0', '1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0'],
  ['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255'],
  ['2000::1', '2001:200::1', '2001:4860:4860::8888', '2003::1', '2606:4700:4700::1111', '2a00:1450::1', '3ffe::1'],
].flat()

/** Two bytes as one group of an IPv6 address. */
const hex = (high: number, low: number): string => ((high << 8) | low).toString(16)

describe('the addresses that may be connected to', () => {
  for (const [range, addresses] of Object.entries(specialRanges))
    it(`without an allowance, no address of ${range} is allowed`, () => {
      for (const address of addresses) assert.equal(isAddressAllowed(address, policyOf('false')), false, address)
    })

  it('public addresses are allowed, those next to a special range included', () => {
    for (const address of publicAddresses) assert.equal(isAddressAllowed(address, policyOf('false')), true, address)
  })

  it('no IPv6 address that carries a refused IPv4 address in a known transition form is allowed', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(octet, octet, octet, (b, c, d) => {
        const [high, low] = [hex(127, b), hex(c, d)]
        for (const address of [`::${high}:${low}`, `::ffff:${high}:${low}`, `64:ff9b::${high}:${low}`])
          assert.equal(isAddressAllowed(address, policyOf('false')), false, address)
        assert.equal(isAddressAllowed(`2002:${high}:${low}::1`, policyOf('false')), false)
        assert.equal(isAddressAllowed(`2001:0:1:1:0:0:${high}:${low}`, policyOf('false')), false)
      }),
    )
  })

  it('a text that is not an address is never allowed', () => {
    for (const text of ['', 'localhost', '999.1.1.1', '::g', '127.0.0.1/8'])
      assert.equal(isAddressAllowed(text, policyOf('true')), false, text)
  })

  it('`true` allows every address', () => {
    for (const address of Object.values(specialRanges).flat())
      assert.equal(isAddressAllowed(address, policyOf('true')), true, address)
  })

  it('a list of ranges allows these besides the public ones, and nothing else', () => {
    const policy = policyOf(' 127.0.0.0/8, 10.1.2.0/24 ,fd00::/8')
    for (const address of ['127.0.0.1', '10.1.2.255', 'fd12::1', '8.8.8.8', '::ffff:127.0.0.1'])
      assert.equal(isAddressAllowed(address, policy), true, address)
    for (const address of ['10.1.3.0', '169.254.169.254', '::1', 'fc00::1', '::7f00:1', '64:ff9b::7f00:1'])
      assert.equal(isAddressAllowed(address, policy), false, address)
  })
})

describe('POLYPARSE_ALLOW_PRIVATE_URLS', () => {
  it('is false, true, or a list of CIDR ranges', () => {
    assert.deepEqual(policyOf('false'), { allow: 'none' })
    assert.deepEqual(policyOf(' true '), { allow: 'all' })
    assert.equal(policyOf('10.0.0.0/8,fc00::/7').allow.length, 2)
  })

  for (const text of [
    '',
    'yes',
    '10.0.0.1',
    '10.0.0.0/33',
    '10/8',
    '0x7f.1/8',
    'fe80::%eth0/10',
    '10.0.0.0/8,,',
    '::/129',
  ])
    it(`"${text}" is refused with a sentence that names the part`, () => {
      const parsed = parseAddressPolicy(text)
      assert.ok('error' in parsed)
      assert.match(parsed.error, /^must be false, true, or CIDR ranges separated by commas; ".*" is not a CIDR range$/)
    })
})
