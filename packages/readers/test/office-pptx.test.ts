import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { officeNamespaces, placeholder, pngOf, pptxOf, relationshipsOf } from '@polyparse/test-support/office'
import { pptxEngine } from '../src/office/presentation/pptx-engine.ts'
import { blocksOf, outlineOf, reader, rowsOf, spansOf, warningsOf } from './support/flow.ts'

const read = reader(pptxEngine, 'application/vnd.openxmlformats-officedocument.presentationml.presentation')
const title = (text: string, type = 'title'): string => placeholder(type, text)
const body = (text: string): string => placeholder('body', text, 'idx="1"')
const frame = (content: string): string =>
  `<p:graphicFrame><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`

describe('a PPTX', () => {
  it('has a page for each slide: its title, its items at their depths, and its speaker notes', async () => {
    const document = await read(
      pptxOf([
        { shapes: title('Roadmap', 'ctrTitle') },
        { shapes: body('Grow\n\tin Europe\nHire') + title('Goals'), notes: 'Smile.' },
      ]),
    )
    assert.deepEqual(outlineOf(document), [['title', 'Roadmap']])
    assert.deepEqual(outlineOf(document, 2), [
      ['heading', 1, 'Goals'],
      ['list_item', 1, '•', 'Grow'],
      ['list_item', 2, '•', 'in Europe'],
      ['list_item', 1, '•', 'Hire'],
      ['heading', 2, 'Notes'],
      ['paragraph', 'Smile.'],
    ])
    assert.deepEqual([document.metadata.documentPageCount, document.metadata.title], [2, 'Deck'])
  })

  it('counts its comments in a warning', async () => {
    const document = await read(
      pptxOf([{ shapes: title('A') }], {
        'ppt/slides/_rels/slide1.xml.rels': relationshipsOf([['c', 'comments', '../comments/comment1.xml']]),
        'ppt/comments/comment1.xml': `<p:cmLst ${officeNamespaces}><p:cm><p:text>Why?</p:text></p:cm></p:cmLst>`,
      }),
    )
    assert.deepEqual(warningsOf(document), [['comments_unread', 1]])
  })

  it('has no bullets where a paragraph says so, and numbers where it does', async () => {
    const paragraphs = ['<a:buNone/>', '<a:buAutoNum type="arabicPeriod"/>', '<a:buAutoNum type="arabicPeriod"/>']
      .map((bullet, index) => `<a:p><a:pPr>${bullet}</a:pPr><a:r><a:t>${index}</a:t></a:r></a:p>`)
      .join('')
    const shape = body('').replace(/<a:p>.*<\/a:p>/, paragraphs)
    assert.deepEqual(outlineOf(await read(pptxOf([{ shapes: shape }]))), [
      ['paragraph', '0'],
      ['list_item', 1, '1.', '1'],
      ['list_item', 1, '2.', '2'],
    ])
  })

  it('keeps styles and links as runs', async () => {
    const runs =
      '<a:p><a:r><a:rPr b="1"/><a:t>b</a:t></a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r><a:br/><a:r><a:t>c</a:t></a:r></a:p>'
    const [block] = blocksOf(
      await read(
        pptxOf([
          {
            shapes: title('')
              .replace('type="title"', '')
              .replace(/<a:p>.*<\/a:p>/, runs),
          },
        ]),
      ),
    )
    assert.deepEqual(block?.runs, [{ text: 'b', bold: true }, { text: '2', superscript: true }, { text: '\nc' }])
  })

  it('leaves out hidden slides and shapes, and the slide number', async () => {
    const hiddenShape = body('secret').replace('name="x"', 'name="x" hidden="1"')
    const document = await read(
      pptxOf([
        { shapes: title('A') + hiddenShape + placeholder('sldNum', '1') + placeholder('ftr', 'Confidential') },
        { shapes: title('B'), hidden: true },
      ]),
    )
    assert.deepEqual(outlineOf(document), [
      ['heading', 1, 'A'],
      ['page_footer', 'Confidential'],
    ])
    assert.deepEqual(outlineOf(document, 2), [])
    assert.deepEqual(warningsOf(document), [
      ['hidden_text', 1],
      ['hidden_page', 2],
    ])
  })

  it('has tables with their spans, and pictures, within groups too', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
    const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('Head', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('a')}${cell('b')}</a:tr></a:tbl>`
    const picture =
      '<p:grpSp><p:pic><p:nvPicPr><p:cNvPr id="3" name="x" descr="a chart"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic></p:grpSp>'
    const document = await read(pptxOf([{ shapes: frame(table) + picture }], { 'ppt/media/image1.png': pngOf(20, 20) }))
    assert.deepEqual(rowsOf(document), [['Head'], ['a', 'b']])
    assert.deepEqual(spansOf(document), [['Head', 1, 2]])
    assert.deepEqual(
      document.tables[0]?.cells.map(({ header }) => header),
      [true, false, false],
    )
    assert.deepEqual(
      document.pictures.map(({ alt, width }) => [alt, width]),
      [['a chart', 20]],
    )
  })
})
