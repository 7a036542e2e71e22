import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { hashSecret, keySecrets, prefixOf } from '../../src/accounts/secrets.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secrets = Array.from({ length: 2000 }, keySecrets.create)

test('a key is pp_live_, 32 base62 characters and a checksum of six', () => {
  for (const secret of secrets) assert.match(secret, /^pp_live_[0-9A-Za-z]{38}$/)
})

test('the checksum is the CRC32 of all that precedes it, in base62', () => {
  for (const secret of secrets) {
    const digits = secret
      .slice(-6)
      .split('')
      .map((digit) => alphabet.indexOf(digit))
    assert.equal(
      digits.reduce((value, digit) => value * 62 + digit, 0),
      crc32(secret.slice(0, -6)),
    )
  }
})

test('a key with an independently computed checksum is well-formed', () => {
  assert.ok(keySecrets.matches('pp_live_0123456789ABCDEFGHIJKLMNOPQRSTUV34N4uz'))
})

test('every base62 character occurs about equally often, at every place', () => {
  const counts = new Map<string, number>()
  for (const secret of secrets)
    for (const character of secret.slice(8, 40)) counts.set(character, (counts.get(character) ?? 0) + 1)
  const expected = (secrets.length * 32) / 62
  const deviation = alphabet
    .split('')
    .reduce((sum, each) => sum + ((counts.get(each) ?? 0) - expected) ** 2 / expected, 0)
  // Chi-squared with 61 degrees of freedom: above 140 once in ten million runs. Random bytes modulo 62 give about 400.
  assert.ok(deviation < 140, `chi-squared is ${deviation}`)
})

test('no two keys are the same', () => {
  assert.equal(new Set(secrets).size, secrets.length)
})

test('a key with one character changed is not well-formed', () => {
  const secret = keySecrets.create()
  for (let place = 0; place < secret.length; place++) {
    const other = secret.charAt(place) === 'x' ? 'y' : 'x'
    assert.equal(keySecrets.matches(secret.slice(0, place) + other + secret.slice(place + 1)), false)
  }
})

test('a text that is shorter, longer or spelled differently is not well-formed', () => {
  const secret = keySecrets.create()
  const others = [
    '',
    'pp_live_',
    secret.slice(1),
    `${secret}0`,
    `${secret}\n`,
    ` ${secret}`,
    secret.toUpperCase(),
    'é'.repeat(46),
  ]
  for (const other of others) assert.equal(keySecrets.matches(other), false)
  assert.equal(keySecrets.matches(secret), true)
})

test('the hash is SHA-256 of the whole key, and the prefix shows four of its random characters', () => {
  const secret = keySecrets.create()
  assert.equal(hashSecret(secret).toString('hex'), createHash('sha256').update(secret).digest('hex'))
  assert.equal(prefixOf(secret), secret.slice(0, 12))
})
