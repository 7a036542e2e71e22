import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { documentWith, paragraphBlock } from '@polyparse/test-support/documents'
import { randomFrom } from '@polyparse/test-support/random'
import { paragraphText } from '@polyparse/test-support/sample-documents'
import { agreementOf, prose } from './agreements.ts'

const textFrom = (seed: number): string => paragraphText(randomFrom(seed))

/** `best` and `fast` take the text of the file, `optical` looks at the page, `vendor` is a stranger. */
const families = {
  best: { name: 'stored text', rank: 1 },
  optical: { name: 'image', rank: 2 },
  fast: { name: 'stored text', rank: 3 },
}
const compared = (documents: Readonly<Record<string, Document>>) => agreementOf(documents, {}, families)

const page = prose(textFrom(1), 'The fee is 1,250 euros.', textFrom(2))
/** The same with a misread number. */
const misread = prose(textFrom(1), 'The fee is 1,260 euros.', textFrom(2))

describe('readings of one family', () => {
  it('do not confirm each other, so that the verdict is to look oneself', async () => {
    const { verdict, recommendation, recommendationNote } = await compared({ best: page, fast: page })
    assert.equal(verdict, 'look_yourself')
    assert.equal(recommendation, undefined)
    assert.match(recommendationNote ?? '', /best and fast take their words from the same place/)
  })

  it('do not outvote a reading of another one', async () => {
    const { recommendation, disputes } = await compared({ best: page, fast: page, optical: misread })
    assert.equal(disputes[0]?.outlier, 'optical')
    assert.doesNotMatch(recommendation?.reasons.join(' ') ?? '', /outlier/)
  })

  it('are represented by the one of the lowest rank, if another family confirms it', async () => {
    const { verdict, recommendation } = await compared({ fast: page, best: page, optical: misread })
    assert.equal(verdict, 'recommended')
    assert.equal(recommendation?.provider, 'best')
    assert.match(recommendation?.reasons.join(' ') ?? '', /agrees with optical to/)
  })

  it('that were recognised belong to the family of images, also those of readers of text layers', async () => {
    const scan = (document: Document): Document => ({
      ...document,
      warnings: [{ code: 'page_recognized', message: 'Read from its image.', page: 1 }],
    })
    const otherwise = prose(textFrom(1).replaceAll('e', 'c'), 'The fee is 1,260 euros.', textFrom(2))
    const { verdict, recommendationNote } = await compared({ best: scan(page), optical: otherwise })
    assert.equal(verdict, 'look_yourself')
    assert.match(recommendationNote ?? '', /take their words from the same place/)
  })

  it('are represented by one that found text, if the first choice found none', async () => {
    const { recommendation } = await compared({ best: documentWith([[]]), fast: page, optical: page })
    assert.equal(recommendation?.provider, 'optical')
  })

  it('do not keep a stranger from being named who is clearly nearer to all others', async () => {
    const warned: Document = { ...page, warnings: [{ code: 'low_text_yield', message: 'Little came out.', page: 1 }] }
    assert.equal((await compared({ best: warned, vendor: page })).recommendation?.provider, 'vendor')
  })
})

describe('the first choice is not named', () => {
  const notNamed = async (documents: Readonly<Record<string, Document>>, why: RegExp): Promise<void> => {
    const { verdict, recommendation, recommendationNote } = await compared(documents)
    assert.equal(recommendation, undefined)
    assert.equal(verdict, 'look_yourself')
    assert.match(recommendationNote ?? '', why)
  }

  it('if less than four fifths of the text is the same in any other way of reading', async () => {
    const half = (seed: number): Document =>
      prose(textFrom(1), textFrom(2), textFrom(3), textFrom(seed), textFrom(seed + 1))
    await notNamed({ best: half(4), fast: half(4), optical: half(7) }, /No other way of reading .* confirms best/)
  })

  it('if it breaks off a sentence that another reading reads on', async () => {
    const sentence = 'The wardens of the bridge have counted every crossing since the spring.'
    const whole = prose(textFrom(1), sentence, textFrom(2))
    const broken = prose(
      textFrom(1),
      'The wardens of the bridge have',
      'counted every crossing since the spring.',
      textFrom(2),
    )
    await notNamed({ best: broken, optical: whole }, /best .* tears apart .* that optical keeps together/)
  })

  it('if it leaves the hyphens of line ends in its words', async () => {
    const whole = prose(textFrom(1), 'The committee fixed the figures of the traffic.')
    const broken = prose(textFrom(1), 'The com- mittee fixed the fig- ures of the traffic.')
    await notNamed({ best: broken, optical: whole }, /tears apart/)
  })

  it('if all that could confirm it finds other headings', async () => {
    const withHeadings = (type: 'heading' | 'paragraph'): Document =>
      documentWith([
        [
          { type, text: 'Method', ...(type === 'heading' && { level: 1 }) },
          paragraphBlock(textFrom(1)),
          { type, text: 'Results of the year', ...(type === 'heading' && { level: 1 }) },
          paragraphBlock(textFrom(2)),
        ],
      ])
    await notNamed({ best: withHeadings('paragraph'), optical: withHeadings('heading') }, /finds other headings/)
  })

  it('if another of its family is nearer to all others', async () => {
    const text = [textFrom(1), textFrom(2), textFrom(3), textFrom(4)]
    const moved = prose(text[2] ?? '', text[3] ?? '', text[0] ?? '', text[1] ?? '')
    await notNamed({ best: moved, fast: prose(...text), optical: prose(...text) }, /confirms best|agree more with fast/)
  })
})

describe('another of the family of the first choice is named', () => {
  const pairs = ['Name: Ada Moreau', 'Town: Westermill', 'Number: 4711', 'Fee: 125 euros']
  const apart = ['Name: Town: Number: Fee:', 'Ada Moreau Westermill 4711 125 euros']

  it('if it and one of another family keep the labels with their values that the first choice lists apart', async () => {
    const { recommendation } = await compared({
      best: prose(textFrom(1), textFrom(2), ...apart),
      fast: prose(textFrom(1), textFrom(2), ...pairs),
      optical: prose(textFrom(1), textFrom(2), ...pairs),
    })
    assert.equal(recommendation?.provider, 'fast')
    assert.match(
      recommendation.reasons[0] ?? '',
      /keeps together sentences, or labels and values, that best tears apart/,
    )
  })

  it('but neither is if no other family shows which of the two is right', async () => {
    const { verdict, recommendationNote } = await compared({
      best: prose(textFrom(1), textFrom(2), ...apart),
      fast: prose(textFrom(1), textFrom(2), ...pairs),
      optical: prose(textFrom(1), textFrom(2), ...apart),
    })
    assert.equal(verdict, 'look_yourself')
    assert.match(recommendationNote ?? '', /tears apart/)
  })

  it('but not for an empty form, of which no reading has values', async () => {
    const form = prose(textFrom(1), 'Name: Town: Number: Fee:')
    const { recommendation } = await compared({
      best: form,
      fast: prose(textFrom(1), 'Name:', 'Town:', 'Number:', 'Fee:'),
      optical: form,
    })
    assert.equal(recommendation?.provider, 'best')
  })
})

describe('two of different families and the same rank', () => {
  const equals = { ...families, fast: { name: 'stored text', rank: 2 } }

  it('are not told apart, so that the verdict is to look oneself', async () => {
    const { verdict, recommendationNote } = await agreementOf({ fast: page, optical: misread }, {}, equals)
    assert.equal(verdict, 'look_yourself')
    assert.match(recommendationNote ?? '', /neither is known to be better/)
  })

  it('do not keep a vendor from being weighed against them', async () => {
    const warned: Document = { ...page, warnings: [{ code: 'low_text_yield', message: 'Little came out.', page: 1 }] }
    const { recommendation } = await agreementOf({ fast: warned, optical: misread, vendor: page }, {}, equals)
    assert.equal(recommendation?.provider, 'vendor')
  })
})

describe('a break between two readings says nothing', () => {
  const named = async (best: Document, optical: Document): Promise<void> => {
    assert.equal((await compared({ best, optical })).recommendation?.provider, 'best')
  }

  it('where a sentence ends', () =>
    named(
      prose(textFrom(1), 'The bridge is closed.', 'It opens again in the spring.'),
      prose(textFrom(1), 'The bridge is closed. It opens again in the spring.'),
    ))

  it('between lines of code', () =>
    named(
      documentWith([[paragraphBlock(textFrom(1)), { type: 'code', text: 'return' }, { type: 'code', text: 'value' }]]),
      documentWith([[paragraphBlock(textFrom(1)), { type: 'code', text: 'return value' }]]),
    ))

  it('where a block goes on with one of another column', () =>
    named(
      documentWith([
        [
          paragraphBlock(textFrom(1)),
          paragraphBlock('The wardens of the bridge have'),
          { ...paragraphBlock('counted every crossing.'), continues: 'p1-b2' },
        ],
      ]),
      prose(textFrom(1), 'The wardens of the bridge have counted every crossing.'),
    ))
})
