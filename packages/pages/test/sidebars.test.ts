import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { sharedPagesPdf } from '@polyparse/test-support/raw-pdf'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const printed = async (content: string): Promise<string> =>
  markdown(await structureEngine.read(sharedPagesPdf({ content }), { ...defaultRequest, mediaType: 'application/pdf' }))

const text = (x: number, y: number, words: string, size = 11): string =>
  `BT 0 g /F ${size} Tf ${x} ${y} Td (${words}) Tj ET`

const main = [
  'The harbour office measured the water in each',
  'month of the year and kept the results of all',
  'places on a list that everybody may read in the',
  'office, where the clerk explains the values and',
  'copies of the list are sold at a price that the council has set for the whole year and for all visitors',
  'of the town, who often ask for them in the summer when the beaches are full of people from elsewhere.',
]
const lines = main.map((words, index) => text(60, 700 - index * 14, words))

const sidebar = [
  text(310, 692, 'Samples were taken at'),
  text(310, 678, 'fourteen places and the'),
  text(310, 664, 'worst value was 42.'),
]

describe('a box on a ground in running text', () => {
  const whole = `${main.join(' ')}\n\nSamples were taken at fourteen places and the worst value was 42.`

  it('follows the paragraph that it interrupts, with none of its lines between those of the paragraph', async () => {
    const ground = '0.93 0.93 1 rg 300 655 220 54 re f'
    assert.equal(await printed([ground, ...lines, ...sidebar].join('\n')), whole)
  })
})

describe('an index and an exponent that two lines have in one place', () => {
  it('stand with their words, nearly as large as the text as some browsers set them', async () => {
    const content = [
      text(60, 700, 'Water is H'),
      text(111.4, 694.5, '2', 9.8),
      text(116.9, 700, 'O, as the report of the office says of all the places with an area of'),
      text(60, 686, '12 m'),
      text(84.6, 691, '2', 9.8),
      text(90.5, 686, 'or more that were seen.'),
    ]
    const read = await printed(content.join('\n'))
    assert.match(read, /H<sub>2<\/sub>O/)
    assert.match(read, /12 m<sup>2<\/sup>/)
  })
})
