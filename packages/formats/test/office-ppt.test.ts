import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { pngOf } from '@polyparse/test-support/office'
import {
  pptOf,
  slidePicture,
  slideRecord,
  slideTable,
  slideText,
  slideTextRecords,
  slideTextReference,
} from '@polyparse/test-support/presentation'
import { EngineFailure } from '@polyparse/engine'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { pptEngine } from '../src/office/slides-binary/ppt-engine.ts'
import { rc4Encryption } from './support/encrypt.ts'
import {
  failsWith,
  blockOutline,
  reader,
  rowsOf,
  spanningCells,
  codesOfWarnings,
} from '@polyparse/test-support/reading'

const read = reader(pptEngine, officeMediaTypes.ppt[0])

describe('a presentation of PowerPoint 97', () => {
  it('has a page for each slide: its title first, then lists and other text', async () => {
    const list = slideText(1, 'one\rinner\rplain', [
      [4, 0],
      [6, 1, true],
      [6, 0, false],
    ])
    const document = await read(
      pptOf({
        slides: [
          { shapes: [slideText(4, 'Größe €\u000bΩ\r\rnext'), slideText(6, 'The\u000btitle')] },
          { shapes: [slideRecord(0xf003, [list]), slideText(0, 'Two')] },
        ],
      }),
    )
    assert.deepEqual(blockOutline(document), [
      ['title', 'The title'],
      ['paragraph', 'Größe €\nΩ'],
      ['paragraph', 'next'],
    ])
    assert.deepEqual(blockOutline(document, 2), [
      ['heading', 1, 'Two'],
      ['list_item', 1, '•', 'one'],
      ['list_item', 2, '•', 'inner'],
      ['paragraph', 'plain'],
    ])
  })

  it('has the texts that its shapes refer to', async () => {
    const listed = [...slideTextRecords(0, 'Head'), ...slideTextRecords(1, 'point')]
    const slides = [{ shapes: [slideTextReference(0), slideTextReference(1), slideTextReference(9)], listed }]
    assert.deepEqual(blockOutline(await read(pptOf({ slides }))), [
      ['heading', 1, 'Head'],
      ['list_item', 1, '•', 'point'],
    ])
  })

  it('has tables by the places of their cells', async () => {
    const cells = [
      [0, 0, 100, 50, 'A'],
      [100, 0, 200, 50, 'B'],
      [0, 50, 200, 100, 'wide'],
    ] as const
    const document = await read(pptOf({ slides: [{ shapes: [slideTable(cells)] }] }))
    assert.deepEqual(rowsOf(document), [['A', 'B'], ['wide']])
    assert.deepEqual(spanningCells(document), [['wide', 1, 2]])
  })

  it('has pictures, and counts those that are not read', async () => {
    const pictures = [pngOf(20, 20)]
    const document = await read(
      pptOf({ slides: [{ shapes: [slidePicture(1, 'a lake'), slidePicture(2, '')] }], pictures }),
    )
    assert.deepEqual(
      document.pictures.map(({ mimeType, alt }) => [mimeType, alt]),
      [['image/png', 'a lake']],
    )
    assert.deepEqual(codesOfWarnings(document), [['content_unread', undefined]])
  })

  it('has speaker notes, leaves out hidden slides, and counts comments', async () => {
    const slides = [
      { shapes: [slideText(0, 'One')], notes: 'Say this.', comments: 2 },
      { shapes: [slideText(0, 'Two')], isHidden: true },
    ]
    const document = await read(pptOf({ slides }))
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'One'],
      ['heading', 2, 'Notes'],
      ['paragraph', 'Say this.'],
    ])
    assert.deepEqual(blockOutline(document, 2), [])
    assert.deepEqual(codesOfWarnings(document), [
      ['comments_unread', 1],
      ['hidden_page', 2],
    ])
  })

  it('tells what files of other programs it has', async () => {
    const named = (instance: number, name: string): Buffer =>
      slideRecord(0x0fba, Buffer.from(name, 'utf16le'), { instance })
    const object = (number: number, names: readonly Buffer[]): Buffer =>
      slideRecord(number, [slideRecord(0x0fc3, Buffer.alloc(24)), ...names])
    const objects = [
      object(0x0fcc, [named(1, 'Worksheet'), named(2, 'Excel.Sheet.8'), named(3, 'Microsoft Excel Worksheet')]),
      object(0x0fcc, [named(2, 'Package')]),
      object(0x0fce, [named(1, 'Linked')]),
      object(0x0fcc, []),
    ]
    const document = await read(pptOf({ slides: [{ shapes: [slideText(0, 'One')] }], objects }))
    assert.deepEqual(document.attachments, [
      { name: 'Microsoft Excel Worksheet' },
      { name: 'Package' },
      { name: 'object' },
    ])
  })

  it('is read as it was saved last', async () => {
    const older = [{ shapes: [slideText(0, 'old')] }, { shapes: [slideText(0, 'gone')] }]
    const document = await read(pptOf({ older, slides: [{ shapes: [slideText(0, 'new')] }] }))
    assert.equal(document.metadata.documentPageCount, 1)
    assert.deepEqual(blockOutline(document), [['heading', 1, 'new']])
  })

  it('that is encrypted is opened by its password', async () => {
    const bytes = pptOf({ slides: [{ shapes: [slideText(0, 'One')] }], encryption: rc4Encryption('geheim') })
    assert.deepEqual(blockOutline(await read(bytes, { password: 'geheim' })), [['heading', 1, 'One']])
    await assert.rejects(read(bytes, { password: 'x' }), { code: 'document_encrypted', message: /does not open it/ })
    await assert.rejects(read(bytes), { code: 'document_encrypted', message: /password is needed/ })
  })

  it('is read or refused, whatever is wrong with it', async () => {
    await assert.rejects(read(''), failsWith('document_empty'))
    await assert.rejects(read(compoundFileOf({ 'Current User': Buffer.alloc(30) })), failsWith('document_damaged'))
    const whole = pptOf({ slides: [{ shapes: [slideText(1, 'a\rb', [[4, 0, true]])], notes: 'x' }] })
    for (let at = 0; at < whole.length; at += 5) {
      const broken = Buffer.from(whole)
      broken[at] = (broken[at] ?? 0) ^ 0x55
      await read(broken).catch((error: unknown) => assert.ok(error instanceof EngineFailure, String(error)))
    }
  })
})
