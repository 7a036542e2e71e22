import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { isFormulaNumber, isMathFont, isProseWord } from '../src/language/mathematics.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

const read = async (draw: (pdf: Pdf) => void) =>
  structureEngine.read(await pdfOf(draw), { ...defaultRequest, mediaType: 'application/pdf', pictures: true })

const say = (pdf: Pdf): void => {
  pdf.font('Times-Roman').fontSize(10)
  pdf.text('The text goes on and on, over line after line, until a formula ends it at last. '.repeat(4), 80, pdf.y, {
    width: 400,
  })
  pdf.moveDown(0.7)
}

/** Texts on one line, each at its own place. */
const line = (pdf: Pdf, parts: readonly (readonly [x: number, text: string])[]): void => {
  const y = pdf.y
  for (const [x, text] of parts) pdf.text(text, x, y, { lineBreak: false })
  pdf.y = y + 14
}

describe('a formula on lines of its own', () => {
  it('is a block in its place, with its number and its picture', async () => {
    const { pages, pictures, tables } = await read((pdf) => {
      pdf.y = 80
      say(pdf)
      line(pdf, [
        [220, 'a = b + c · d'],
        [465, '(1)'],
      ])
      pdf.moveDown(0.7)
      say(pdf)
    })
    const blocks = pages.flatMap((page) => page.blocks)
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['paragraph', 'formula', 'paragraph'],
    )
    assert.equal(blocks[1]?.text, 'a = b + c · d (1)')
    assert.equal(blocks[1]?.picture, 'p1-i1')
    assert.deepEqual(
      pictures.map(({ id, mimeType }) => [id, mimeType]),
      [['p1-i1', 'image/png']],
    )
    assert.deepEqual(tables, [])
  })

  it('may take several lines', async () => {
    const { pages } = await read((pdf) => {
      pdf.y = 80
      say(pdf)
      line(pdf, [[220, 'f(x) = sin x + cos x']])
      line(pdf, [[220, 'g(x) = max (x, 0) ± 1']])
      pdf.moveDown(0.7)
      say(pdf)
    })
    const formulas = pages.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'formula')
    assert.deepEqual(
      formulas.map(({ text }) => text),
      ['f(x) = sin x + cos x g(x) = max (x, 0) ± 1'],
    )
  })

  it('is none at the margin, among words, or in the columns of a table', async () => {
    const { pages } = await read((pdf) => {
      pdf.y = 80
      say(pdf)
      line(pdf, [[80, 'x = y + 1']])
      pdf.moveDown(0.7)
      say(pdf)
      line(pdf, [[180, 'The total of all parts = 5 + 3']])
      pdf.moveDown(0.7)
      say(pdf)
      for (const value of ['0.3', '0.1', '2.5'])
        line(pdf, [
          [120, `a = ${value} + 1`],
          [300, `> ${value} %`],
          [420, value],
        ])
      say(pdf)
    })
    const types = pages.flatMap(({ blocks }) => blocks.map(({ type }) => type))
    assert.ok(!types.includes('formula'), types.join(' '))
  })
})

describe('mathematics', () => {
  it('has fonts of its own', () => {
    for (const font of ['CMMI10', 'ABCDEF+CMSY7', 'MSBM10', 'CambriaMath', 'STIXTwoMath-Regular', 'Symbol'])
      assert.ok(isMathFont(font), font)
    for (const font of ['CMR10', 'Times-Roman', 'SegoeUISymbol', '#12']) assert.ok(!isMathFont(font), font)
  })

  it('has words that are none of prose, and numbers in brackets', () => {
    for (const text of ['sin', 'max', 'if', 'x', 'dx', '(q,']) assert.ok(!isProseWord(text), text)
    for (const text of ['the', '“Total', 'of-the']) assert.ok(isProseWord(text), text)
    for (const text of ['(1)', '(2.3a)', '[4]', '(A.1)']) assert.ok(isFormulaNumber(text), text)
    for (const text of ['(x)', '1', '(2019,']) assert.ok(!isFormulaNumber(text), text)
  })
})
