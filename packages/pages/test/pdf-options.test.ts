import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Document } from '@polyparse/document'
import { pdfOf, png } from '@polyparse/test-support/pdf'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import { pdfEngine } from '../src/pdf/fast/pdf-engine.ts'

const read = (bytes: Buffer, asked: Partial<EngineRequest>): Promise<Document> =>
  pdfEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf', ...asked })

/** The smallest of JPEG files: one grey pixel. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////' +
    'wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
)

const pictures = pdfOf((pdf) => {
  pdf.text('Two pictures, a large one and a small one.', 60, 60)
  pdf.image(jpeg, 60, 100, { width: 200, height: 100 })
  pdf.image(png(20, 20), 300, 100, { width: 20, height: 20 })
})

describe('the options for pictures', () => {
  it('give a JPEG as stored in the document, or as PNG', async () => {
    const types = async (pictureFormat: EngineRequest['pictureFormat']): Promise<string[]> =>
      (await read(await pictures, { pictures: true, pictureFormat })).pictures.map(({ mimeType }) => mimeType)
    assert.deepEqual(await types('original'), ['image/jpeg', 'image/png'])
    assert.deepEqual(await types('png'), ['image/png', 'image/png'])
  })

  it('leave out those below the minimum size', async () => {
    const count = async (minPictureSide: number): Promise<number> =>
      (await read(await pictures, { minPictureSide })).pages.flatMap(({ blocks }) =>
        blocks.filter(({ type }) => type === 'picture'),
      ).length
    assert.deepEqual([await count(8), await count(50), await count(500)], [2, 1, 0])
  })
})

describe('page headers and footers', () => {
  it('are paragraphs when they are to be kept', async () => {
    const bytes = await pdfOf((pdf) => {
      for (const page of [1, 2, 3]) {
        if (page > 1) pdf.addPage()
        pdf.fontSize(9).text('The yearly report of the house', 60, 30)
        pdf.fontSize(12).text(`What there is to say on page ${page} is said in this sentence.`, 60, 200)
      }
    })
    const types = async (keepRunningText: boolean): Promise<string[]> =>
      (await read(bytes, { keepRunningText })).pages.flatMap(({ blocks }) => blocks.map(({ type }) => type))
    assert.ok((await types(false)).includes('page_header'))
    assert.ok(!(await types(true)).includes('page_header'))
    assert.equal((await types(true)).length, (await types(false)).length)
  })
})
