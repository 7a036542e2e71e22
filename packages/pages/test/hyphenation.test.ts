import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createVocabulary, isSuspended } from '../src/language/hyphenation.ts'

const texts = [
  'A dual-encoder reads in-person notes; low-dimensional vectors of high quality are open-domain data.',
  'The information is new. They train the reader: training helps. Self-attention and supervised models; withTimestamps.',
]
const vocabulary = createVocabulary(texts)
const hasHyphen = (head: string, tail: string): boolean => vocabulary.hasHyphen(head, tail)

describe('the hyphen of a word that is divided at the end of a line', () => {
  it('belongs to the word if the document has it elsewhere', () => {
    assert.ok(hasHyphen('(dual-', 'encoder,'))
    assert.ok(hasHyphen('in-', 'person'))
    assert.ok(hasHyphen('Open\u2010', 'domain'))
  })

  it('does not if the document has the word without it, or neither', () => {
    assert.ok(!hasHyphen('infor-', 'mation'))
    assert.ok(!hasHyphen('with-', 'Timestamps'))
    assert.ok(!hasHyphen('docu-', 'ments'))
    assert.ok(!hasHyphen('dual\u00AD', 'encoder'))
  })

  it('belongs to a compound whose parts are used in another one and on their own', () => {
    assert.ok(hasHyphen('high-', 'dimensional'))
    assert.ok(hasHyphen('self-', 'supervised'))
    assert.ok(!hasHyphen('over-', 'dimensional'))
  })

  it('belongs to names, numbers, and words that have one already', () => {
    assert.ok(hasHyphen('Lucene-', 'BM25'))
    assert.ok(hasHyphen('13-', '16%'))
    assert.ok(hasHyphen('state-of-', 'the'))
    assert.ok(hasHyphen('10.25318/3210036401-', 'eng'))
  })

  it('stands for a part that is left out before a conjunction', () => {
    for (const word of ['and', 'und', 'or', 'et']) assert.ok(isSuspended(word))
    assert.ok(!isSuspended('ander'))
  })
})
