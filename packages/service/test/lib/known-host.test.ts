import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createHostCheck } from '../../src/lib/known-host.ts'

const addresses = ['127.0.0.1:3000', '10.0.0.4', '[::1]:3000', 'localhost', 'localhost:3000', 'app.localhost']
const foreign = ['example.net', 'localhost.example.net', '127.0.0.1.example.net:3000', '', undefined, 'a b']

describe('the host of a request', () => {
  it('is an address or a loopback name on a server that listens on loopback', () => {
    const isKnown = createHostCheck({ host: '127.0.0.1', baseUrl: null })
    for (const host of addresses) assert.equal(isKnown(host), true, host)
    for (const host of foreign) assert.equal(isKnown(host), false, host)
  })

  it('may be that of the base URL', () => {
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const isKnown = createHostCheck({ host, baseUrl: 'https://parse.example.com/service' })
      for (const name of [...addresses, 'parse.example.com', 'PARSE.example.com:443']) assert.equal(isKnown(name), true)
      for (const name of foreign) assert.equal(isKnown(name), false, name)
    }
  })

  it('is any where others can reach the server by names that are unknown here', () => {
    assert.equal(createHostCheck({ host: '0.0.0.0', baseUrl: null })('parse.internal:3000'), true)
  })
})
