import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EngineFailure } from '@polyparse/engine'
import { withMarkers } from '../src/ocr/paddle/markers.ts'
import { confirmedBy } from '../src/ocr/recognition/agreement.ts'
import { readByBoth, type ReadByBoth } from '../src/ocr/recognition/read-by-both.ts'
import { recognitionTime, type RecognitionTime } from '../src/ocr/recognition/recognition-time.ts'
import { recognizeAroundBoxes } from '../src/ocr/recognition/recognize-around-boxes.ts'
import { lineReadAs, networksThatRead, paperOf, type PrintedLine } from './support/networks.ts'

const textsOf = ({ lines }: Pick<ReadByBoth, 'lines'>): string[] =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' '))

/** A time of which nothing is left for a second reading. */
const usedUp: RecognitionTime = { leftMs: () => 1, again: async () => null }

const printed = (count: number, angle: number): PrintedLine[] =>
  Array.from({ length: count }, (_, index) => ({
    middle: [150, 60 + index * 28],
    length: 240,
    angle,
  }))

describe('a page that two recognisers read', () => {
  it('keeps the words beside a sloping line that is read again', async () => {
    const lines = printed(5, 0.15)
    const texts = ['first of them', 'second of them', 'thxrd xf thxm', 'fourth of them', 'fifth of them']
    const byTesseract = lines.map((line, index) => lineReadAs(line, texts[index] ?? '', index === 2 ? 0.2 : 0.99))
    const networks = networksThatRead(lines, { texts: ['third of them'] })
    const read = await readByBoth(paperOf(300, 240, lines), networks, async () => byTesseract, {
      time: recognitionTime(),
      isPdfPage: true,
    })
    assert.deepEqual(
      new Set(textsOf(read)),
      new Set(['first of them', 'second of them', 'third of them', 'fourth of them', 'fifth of them']),
    )
    assert.equal(networks.asked(), 1)
  })

  it('reads no line again when the time is used up', async () => {
    const lines = printed(5, 0)
    const byTesseract = lines.map((line, index) => lineReadAs(line, `line ${index} as read`, index === 2 ? 0.2 : 0.99))
    const networks = networksThatRead(lines, { texts: ['line 2 as read'] })
    const read = await readByBoth(paperOf(300, 240, lines), networks, async () => byTesseract, {
      time: usedUp,
      isPdfPage: true,
    })
    assert.deepEqual(textsOf(read), textsOf({ lines: byTesseract }))
    assert.equal(networks.asked(), 0)
  })

  it('has no line that ends where a shadow begins: the networks read on', async () => {
    const lines = printed(5, 0)
    const texts = lines.map((_, index) => `line ${index} as it is read`)
    const inLight = lines.map((line, index) => {
      const read = lineReadAs(line, texts[index] ?? '', 0.99)
      return index < 4 ? read : { ...read, words: read.words.slice(0, 2) }
    })
    const readIn = async (byTesseract: typeof inLight, networks: ReturnType<typeof networksThatRead>) =>
      readByBoth(paperOf(300, 240, lines), networks, async () => byTesseract, {
        time: recognitionTime(),
        isPdfPage: true,
      })
    const one = await readIn(inLight, networksThatRead(lines, { texts: texts.slice(4) }))
    assert.deepEqual(new Set(textsOf(one)), new Set(texts))
    const all = inLight.map((line) => ({ ...line, words: line.words.slice(0, 2) }))
    assert.deepEqual(
      textsOf(
        await readIn(all, networksThatRead(lines, { texts: [...texts, ...texts, ...texts, ...texts] })),
      ).toSorted(),
      texts,
    )
  })

  it('keeps the first reading where a second one of the whole page finds no time', async () => {
    const lines = printed(5, 0)
    const byTesseract = lines.map((line) => lineReadAs(line, 'hardly read', 0.5))
    const networks = networksThatRead(lines, { texts: Array.from({ length: 30 }, () => 'surely read line') })
    const read = await readByBoth(paperOf(300, 240, lines), networks, async () => byTesseract, {
      time: usedUp,
      isPdfPage: true,
    })
    assert.deepEqual(textsOf(read), textsOf({ lines: byTesseract }))
  })

  it('leaves a Chinese character in a Latin line that is read again, where the page is in Chinese', async () => {
    const lines = printed(5, 0)
    const chinese = lines.map((line, index) => lineReadAs(line, '型号型号 型号型号', index === 2 ? 0.1 : 0.99))
    const readAfter = async (byTesseract: typeof chinese): Promise<string | undefined> =>
      textsOf(
        await readByBoth(
          paperOf(300, 240, lines),
          networksThatRead(lines, { texts: ['Model ABCD 1234型'], confidence: 0.8 }),
          async () => byTesseract,
          { time: recognitionTime(), isPdfPage: true },
        ),
      ).find((text) => text.startsWith('Model'))
    assert.equal((await readAfter(chinese))?.replaceAll(' ', ''), 'ModelABCD1234型')
    const latin = lines.map((line, index) => lineReadAs(line, 'Some words of one line', index === 2 ? 0.1 : 0.99))
    assert.equal((await readAfter(latin))?.replaceAll(' ', ''), 'ModelABCD1234')
  })
})

describe('a box to tick near a word', () => {
  it('leaves the first reading where reading the word with it finds no time', async () => {
    const raster = paperOf(100, 40, [])
    const box = { box: [40, 12, 54, 26] as const, isTicked: false }
    const first = [lineReadAs({ middle: [20, 19], length: 38, angle: 0 }, 'first', 0.9)]
    let readings = 0
    const read = await recognizeAroundBoxes(raster, [box], {
      recognize: async () => {
        readings += 1
        if (readings > 1) throw new EngineFailure('timeout', 'It took too long.')
        return { lines: first }
      },
      time: recognitionTime(),
    })
    assert.equal(readings, 2)
    assert.deepEqual([read.found.lines, read.apart], [first, [box]])
  })
})

describe('signs that stand before others', () => {
  const at = (x: number, text: string) => lineReadAs({ middle: [x, 20], length: 10, angle: 0 }, text, 0.9)

  it('are joined to the text after them, and none before another sign is lost', () => {
    assert.deepEqual(textsOf({ lines: withMarkers([at(10, '•'), at(30, '-'), at(50, 'Text')]) }), ['•', '- Text'])
    assert.deepEqual(textsOf({ lines: withMarkers([at(50, 'Text'), at(30, '-'), at(10, '•')]) }), ['- Text', '•'])
  })
})

describe('words that two recognisers have read', () => {
  const wordsOf = (text: string, confidence: number) =>
    lineReadAs({ middle: [200, 20], length: 300, angle: 0 }, text, confidence).words
  const surenessOf = (text: string, confidence: number, other: string, otherConfidence: number): number[] =>
    confirmedBy(wordsOf(text, confidence), wordsOf(other, otherConfidence)).map((word) => word.confidence)

  it('are surer than each of them where they agree, however they divide them', () => {
    const [total = 0, due = 0] = surenessOf('Total due', 0.8, 'Totaldue', 0.9)
    assert.ok(total > 0.95 && total < 1 && due === total, `${total}, ${due}`)
    assert.deepEqual(surenessOf('“up” – to', 0.9, '"up" - to', 0.9), surenessOf('up to us', 0.9, 'up to us', 0.9))
  })

  it('are below 0.9 where they differ, a number most of all, and by how sure the other one is', () => {
    const [label = 0, sum = 0] = surenessOf('Total 1,250', 0.99, 'Total 1,260', 0.6)
    assert.ok(label > 0.98 && sum < 0.9, `${label}, ${sum}`)
    const [, less = 0] = surenessOf('Total 1,250', 0.99, 'Total 1,260', 0.99)
    assert.ok(less <= 0.5, `${less}`)
  })

  it('are not confirmed by figures with a sign between that only one of them has seen', () => {
    for (const sum of surenessOf('Total 7 50', 0.97, 'Total 7.50', 0.97).slice(1)) assert.ok(sum < 0.9, `${sum}`)
    for (const sum of surenessOf('Total 7.50', 0.97, 'Total 7 50', 0.97).slice(1)) assert.ok(sum < 0.9, `${sum}`)
  })

  it('stay as they are where the other has read nothing, or what is too long to compare', () => {
    assert.deepEqual(surenessOf('Total', 0.7, '', 0), [0.7])
    const long = 'x'.repeat(600)
    assert.deepEqual(surenessOf(long, 0.7, long, 0.7), [0.7])
  })

  it('have the confidence of both on a page of which Tesseract is not sure, with the better word in the place of the other', async () => {
    const lines = printed(5, 0)
    const byTesseract = lines.map((line) => {
      const read = lineReadAs(line, 'Total due 1250 apples', 0.99)
      return {
        ...read,
        words: read.words.map((word, at) => ({ ...word, confidence: [0.99, 0.9, 0.8, 0.99][at] ?? 0 })),
      }
    })
    const readings = ['due 1260', 'due 1250', 'due 1250', 'due 1250', 'due 1250']
    const { lines: read } = await readByBoth(
      paperOf(300, 240, lines),
      networksThatRead(lines, { texts: readings, confidence: 0.94 }),
      async () => byTesseract,
      { time: recognitionTime(), isPdfPage: true },
    )
    assert.deepEqual(textsOf({ lines: read }), textsOf({ lines: byTesseract }))
    const sums = read.map(({ words }) => words[2]?.confidence ?? 0)
    assert.equal(sums.filter((sum) => sum < 0.9).length, 1, sums.join(' '))
    assert.equal(sums.filter((sum) => sum > 0.95).length, 4, sums.join(' '))
  })
})
