import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { cleanFilename, decodeFilename } from '../src/filename.ts'

describe('a file name in a header', () => {
  it('is decoded from its percent-encoding', () => {
    assert.deepEqual(decodeFilename('r%C3%A9sum%C3%A9%20%E2%82%AC.pdf'), { filename: 'résumé €.pdf' })
    assert.deepEqual(decodeFilename('plain name+1.pdf'), { filename: 'plain name+1.pdf' })
  })

  for (const header of ['%', '%2', 'a%zz.pdf', '%C3.pdf', '%ff', '%ED%A0%80', 'rÃ©sumÃ©.pdf'])
    it(`"${header}" is badly encoded`, () => {
      assert.deepEqual(decodeFilename(header), { reason: 'must be percent-encoded as UTF-8' })
    })

  for (const header of ['', '   ', '.', '..', '%2F', '..%2F..', '%00', '%E2%80%AE'])
    it(`"${header}" names no file`, () => {
      assert.deepEqual(decodeFilename(header), { reason: 'must name a file' })
    })

  it('loses path separators, control characters and characters that change the reading direction', () => {
    assert.deepEqual(decodeFilename('..%2F..%5Cetc%2Fpasswd'), { filename: '....etcpasswd' })
    assert.equal(cleanFilename('a\u0000b\r\nc\u007f\u0085d.pdf'), 'abcd.pdf')
    assert.equal(cleanFilename('invoice\u202Efdp.exe'), 'invoicefdp.exe')
  })

  it('is the same however its accents are composed', () => {
    assert.equal(cleanFilename('re\u0301sume\u0301.pdf'), cleanFilename('r\u00e9sum\u00e9.pdf'))
  })

  it('is cut to 255 bytes before its extension', () => {
    const name = cleanFilename(`${'é'.repeat(200)}.pdf`)
    assert.equal(Buffer.byteLength(name ?? ''), 254)
    assert.match(name ?? '', /^é+\.pdf$/)
    assert.equal(cleanFilename(`.${'x'.repeat(300)}`)?.length, 255)
    assert.equal(cleanFilename(`a.${'x'.repeat(300)}`)?.length, 255)
  })

  it('is safe to show whatever is sent, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const clean = cleanFilename(name)
        if (clean === null) return
        assert.ok(Buffer.byteLength(clean) <= 255)
        assert.doesNotMatch(clean, /[/\\\p{Cc}\p{Cs}\u202a-\u202e]/u)
        assert.equal(cleanFilename(clean), clean)
      }),
    )
  })

  it('comes back from encodeURIComponent as it was', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zäöü€ ]{1,30}\.pdf$/), (name) => {
        assert.deepEqual(decodeFilename(encodeURIComponent(name)), { filename: name.trim() })
      }),
    )
  })
})
