import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnOf } from '../src/view/texts/words.ts'
import { newWorkBudget, pairWords } from '../src/view/texts/pair-words.ts'

const column = (words: readonly string[]) =>
  columnOf({ units: [{ type: 'paragraph', level: 1, text: words.join(' ') }] })

const numbered = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** The numbers of the words without a partner. */
const unpaired = (partners: Int32Array): number[] => [...partners.keys()].filter((index) => partners[index] === -1)

describe('The words of two texts', () => {
  it('are paired one by one, except those that differ', () => {
    const { toOther, toOne } = pairWords(
      column(['a', 'b', 'c', 'd']),
      column(['a', 'x', 'c', 'y', 'd']),
      newWorkBudget(),
    )
    assert.deepEqual([...toOther], [0, -1, 2, 4])
    assert.deepEqual([...toOne], [0, -1, 2, -1, 3])
  })

  it('are paired in long texts too, however often they differ', () => {
    const words = numbered(20_000, 'word')
    const other = words.map((word, index) => (index % 10 === 5 ? `${word}x` : word))
    const { toOther, toOne } = pairWords(column(words), column(other), newWorkBudget())
    const differing = words.flatMap((_, index) => (index % 10 === 5 ? [index] : []))
    assert.deepEqual(unpaired(toOther), differing)
    assert.deepEqual(unpaired(toOne), differing)
  })

  it('stay unpaired where pairing would cost too much, and pairs never cross', () => {
    const one = column([...numbered(3000, 'a'), 'the', 'very', 'end'])
    const other = column([...numbered(3000, 'b'), 'the', 'very', 'end'])
    const { toOther } = pairWords(one, other, newWorkBudget(1_000))
    assert.deepEqual(unpaired(toOther), [...Array(3000).keys()])
    assert.deepEqual(toOther.slice(3000), Int32Array.of(3000, 3001, 3002))
  })
})
