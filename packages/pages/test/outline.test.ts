import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deepOutlinePdf } from '@polyparse/test-support/hostile-pdfs'
import { sharedPagesPdf } from '@polyparse/test-support/raw-pdf'
import { defaultRequest, type Engine, type SurveyResult } from '@polyparse/engine'
import { pdfEngine } from '../src/pdf/fast/pdf-engine.ts'
import { pdfiumLimits } from '../src/pdfium/parameters.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'
import { surveyEngine } from '../src/survey-engine.ts'
import { blocksOf, codesOfWarnings } from '@polyparse/test-support/reading'

const read = <Result>(engine: Engine<Result>, bytes: Buffer) =>
  engine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })

/** More entries side by side than are read, the last of which holds a hundred thousand, each in the one before. */
const wideAndDeep = (): Buffer => {
  const [width, depth] = [pdfiumLimits.bookmarks + 1, 100_000]
  const entry = (index: number): string => {
    const own = 6 + index
    if (index < width) {
      const next = index + 1 < width ? `/Next ${own + 1} 0 R` : `/First ${own + 1} 0 R /Last ${own + 1} 0 R /Count 1`
      return `<< /Title (Side ${index}) /Parent 5 0 R ${next} >>`
    }
    const inner = index + 1 < width + depth ? `/First ${own + 1} 0 R /Last ${own + 1} 0 R /Count 1` : ''
    return `<< /Title (Down ${index}) /Parent ${own - 1} 0 R ${inner} >>`
  }
  return sharedPagesPdf({
    content: 'BT /F 12 Tf 1 0 0 1 60 760 Tm (Deep down) Tj ET',
    catalog: '/Outlines 5 0 R',
    objects: [
      `<< /Type /Outlines /First 6 0 R /Last ${5 + width} 0 R /Count ${width} >>`,
      ...Array.from({ length: width + depth }, (_, index) => entry(index)),
    ],
  })
}

describe('an outline of a hundred thousand levels', { timeout: 60_000 }, () => {
  const assertTruncated = (read: SurveyResult): void => {
    assert.equal(read.outline.length, pdfiumLimits.bookmarkDepth)
    assert.deepEqual(read.outline.at(-1), { title: 'Level 32', level: 32, page: 1 })
    assert.deepEqual(codesOfWarnings(read), [['outline_truncated', undefined]])
  }
  for (const [name, engine] of Object.entries({ pdf: pdfEngine, structure: structureEngine }))
    it(`is read as far as levels go, with a warning, by the engine "${name}"`, async () => {
      const document = await read(engine, deepOutlinePdf(100_000))
      assertTruncated(document)
      assert.equal(blocksOf(document)[0]?.text, 'Deep down')
    })

  it('is surveyed as far as levels go, with a warning', async () => {
    assertTruncated(await read(surveyEngine, deepOutlinePdf(100_000)))
  })

  it('may follow more entries than are read', async () => {
    const document = await read(pdfEngine, wideAndDeep())
    assert.equal(document.outline.length, pdfiumLimits.bookmarks)
    assert.equal(blocksOf(document)[0]?.text, 'Deep down')
  })
})

it('an outline that is read to its end gives no warning', async () => {
  const document = await read(pdfEngine, deepOutlinePdf(pdfiumLimits.bookmarkDepth))
  assert.equal(document.outline.length, pdfiumLimits.bookmarkDepth)
  assert.deepEqual(document.warnings, [])
})
