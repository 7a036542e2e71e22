import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { officeNamespaces, placeholder, pngOf, pptxOf, relationshipsXml } from '@polyparse/test-support/office'
import { pptxEngine } from '../src/office/presentation/pptx-engine.ts'
import { blocksOf, blockOutline, reader, rowsOf, spanningCells, codesOfWarnings } from '@polyparse/test-support/reading'

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
    assert.deepEqual(blockOutline(document), [['title', 'Roadmap']])
    assert.deepEqual(blockOutline(document, 2), [
      ['heading', 1, 'Goals'],
      ['list_item', 1, '•', 'Grow'],
      ['list_item', 2, '•', 'in Europe'],
      ['list_item', 1, '•', 'Hire'],
      ['note', 'Smile.'],
    ])
    assert.deepEqual([document.metadata.documentPageCount, document.metadata.title], [2, 'Deck'])
  })

  it('has its hidden slides and shapes when they are asked for', async () => {
    const unseen = body('Secret').replace('name="x"', 'name="x" hidden="1"')
    const deck = pptxOf([{ shapes: title('A') + unseen }, { shapes: title('B'), hidden: true }])
    assert.deepEqual(codesOfWarnings(await read(deck)), [
      ['hidden_text', 1],
      ['hidden_page', 2],
    ])
    const document = await read(deck, { includeHidden: true })
    assert.deepEqual(
      document.pages.map(({ hidden, blocks }) => [hidden, blocks.map(({ text }) => text)]),
      [
        [undefined, ['A', 'Secret']],
        [true, ['B']],
      ],
    )
    assert.deepEqual(codesOfWarnings(document), [])
  })

  it('has its comments and their answers, of older and newer versions of PowerPoint', async () => {
    const modern = 'xmlns:n="http://schemas.microsoft.com/office/powerpoint/2018/8/main"'
    const document = await read(
      pptxOf([{ shapes: title('A') }, { shapes: title('B') }], {
        'ppt/_rels/presentation.xml.rels': relationshipsXml([
          ['s1', 'slide', 'slides/slide1.xml'],
          ['s2', 'slide', 'slides/slide2.xml'],
          ['o', 'commentAuthors', 'commentAuthors.xml'],
          ['n', 'http://schemas.microsoft.com/office/2018/10/relationships/authors', 'authors.xml'],
        ]),
        'ppt/commentAuthors.xml': `<p:cmAuthorLst ${officeNamespaces}><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>`,
        'ppt/authors.xml': `<n:authorLst ${modern}><n:author id="{B}" name="Bob"/></n:authorLst>`,
        'ppt/slides/_rels/slide1.xml.rels': relationshipsXml([['c', 'comments', '../comments/comment1.xml']]),
        'ppt/slides/_rels/slide2.xml.rels': relationshipsXml([['c', 'comments', '../comments/comment2.xml']]),
        'ppt/comments/comment1.xml': `<p:cmLst ${officeNamespaces}><p:cm authorId="0" dt="2025-01-02T03:04:05Z"><p:text>Why?</p:text></p:cm></p:cmLst>`,
        'ppt/comments/comment2.xml': `<n:cmLst ${modern} ${officeNamespaces}><n:cm authorId="{B}"><n:replyLst><n:reply authorId="{B}"><n:txBody><a:p><a:r><a:t>So.</a:t></a:r></a:p></n:txBody></n:reply></n:replyLst><n:txBody><a:p><a:r><a:t>How?</a:t></a:r></a:p></n:txBody></n:cm></n:cmLst>`,
      }),
    )
    assert.deepEqual(document.comments, [
      { page: 1, text: 'Why?', author: 'Ada', createdAt: '2025-01-02T03:04:05.000Z' },
      { page: 2, text: 'How?', author: 'Bob' },
      { page: 2, text: 'So.', author: 'Bob' },
    ])
    assert.deepEqual(codesOfWarnings(document), [])
  })

  it('has links from slide to slide, what is struck out or underlined, and formulas', async () => {
    const math =
      '<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>'
    const line = (content: string): string => `<a:p><a:pPr><a:buNone/></a:pPr>${content}</a:p>`
    const lines =
      line(
        `<a:r><a:rPr><a:hlinkClick r:id="h"/></a:rPr><a:t>Go</a:t></a:r><a:r><a:rPr strike="sngStrike"/><a:t> old</a:t></a:r><a:r><a:rPr u="sng"><a:highlight><a:srgbClr val="FFFF00"/></a:highlight></a:rPr><a:t> new</a:t></a:r><a:r><a:t> </a:t></a:r><a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main">${math}</a14:m>`,
      ) +
      line(
        `<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><m:oMathPara>${math}</m:oMathPara></a14:m>`,
      )
    const document = await read(
      pptxOf([{ shapes: body('').replace(/<a:p>.*<\/a:p>/, lines) }, { shapes: title('B') }], {
        'ppt/slides/_rels/slide1.xml.rels': relationshipsXml([
          ['l', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
          ['h', 'slide', 'slide2.xml'],
        ]),
      }),
    )
    const [text, formula] = blocksOf(document)
    assert.deepEqual(text?.runs, [
      { text: 'Go', href: '#p2-b1' },
      { text: ' old', strikethrough: true },
      { text: ' new', underline: true, highlight: '#ffff00' },
      { text: ' ' },
      { text: 'x^{2}', formula: true },
    ])
    assert.deepEqual([formula?.type, formula?.text], ['formula', 'x^{2}'])
  })

  it('counts items in letters and Roman numerals, and from the number that is set', async () => {
    const item = (type: string, more = ''): string =>
      `<a:p><a:pPr><a:buAutoNum type="${type}" ${more}/></a:pPr><a:r><a:t>x</a:t></a:r></a:p>`
    const items =
      item('alphaLcParenR') + item('alphaLcParenR') + item('romanUcPeriod', 'startAt="4"') + item('arabicParenBoth')
    const shape = body('').replace(/<a:p>.*<\/a:p>/, items)
    assert.deepEqual(
      blocksOf(await read(pptxOf([{ shapes: shape }]))).map(({ marker, numbering }) => [marker, numbering]),
      [
        ['a)', { style: 'lower_letter', value: 1 }],
        ['b)', { style: 'lower_letter', value: 2 }],
        ['IV.', { style: 'upper_roman', value: 4 }],
        ['(1)', { style: 'decimal', value: 1 }],
      ],
    )
  })

  it('has its shapes in the order in which they are read, whatever was drawn first', async () => {
    const box = (text: string, left: number, top: number, width = 100): string =>
      `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="${width}" cy="50"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
    const texts = async (...shapes: string[]): Promise<string[]> =>
      blocksOf(await read(pptxOf([{ shapes: shapes.join('') }]))).map(({ text }) => text)
    assert.deepEqual(await texts(box('foot', 0, 200, 220), box('right', 120, 0), box('left', 0, 0)), [
      'left',
      'right',
      'foot',
    ])
    // Columns that were drawn one after the other stay so.
    const columns = [box('A', 0, 0), box('a', 0, 60), box('B', 120, 0), box('b', 120, 60)]
    assert.deepEqual(await texts(...columns), ['A', 'a', 'B', 'b'])
    const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></a:xfrm></p:grpSpPr>${box('2', 0, 60)}${box('1', 0, 0)}</p:grpSp>`
    assert.deepEqual(await texts(box('after', 0, 20), group), ['1', '2', 'after'])
  })

  it('has the points of a diagram under those that they belong to', async () => {
    const point = (id: string, text: string, type = ''): string =>
      `<d:pt modelId="${id}" ${type}><d:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></d:t></d:pt>`
    const connection = (from: string, to: string, order: number): string =>
      `<d:cxn modelId="c${to}" srcId="${from}" destId="${to}" srcOrd="${order}"/>`
    const data = `<d:dataModel xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${officeNamespaces}><d:ptLst>${point('0', '', 'type="doc"')}${point('2', 'second')}${point('1', 'first')}${point('3', 'under')}</d:ptLst><d:cxnLst>${connection('0', '2', 1)}${connection('0', '1', 0)}${connection('1', '3', 0)}</d:cxnLst></d:dataModel>`
    const diagram = '<d:relIds xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d"/>'
    const document = await read(
      pptxOf([{ shapes: frame(diagram) }], {
        'ppt/slides/_rels/slide1.xml.rels': relationshipsXml([
          ['d', 'diagramData', '../diagrams/data1.xml'],
          ['e', 'package', '../embeddings/Sheet1.xlsx'],
        ]),
        'ppt/diagrams/data1.xml': data,
        'ppt/embeddings/Sheet1.xlsx': 'x',
      }),
    )
    assert.deepEqual(blockOutline(document), [
      ['list_item', 1, '•', 'first'],
      ['list_item', 2, '•', 'under'],
      ['list_item', 1, '•', 'second'],
    ])
    assert.deepEqual(document.attachments, [
      {
        name: 'Sheet1.xlsx',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        sizeBytes: 1,
      },
    ])
  })

  it('has no bullets where a paragraph says so, and numbers where it does', async () => {
    const paragraphs = ['<a:buNone/>', '<a:buAutoNum type="arabicPeriod"/>', '<a:buAutoNum type="arabicPeriod"/>']
      .map((bullet, index) => `<a:p><a:pPr>${bullet}</a:pPr><a:r><a:t>${index}</a:t></a:r></a:p>`)
      .join('')
    const shape = body('').replace(/<a:p>.*<\/a:p>/, paragraphs)
    assert.deepEqual(blockOutline(await read(pptxOf([{ shapes: shape }]))), [
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
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'A'],
      ['page_footer', 'Confidential'],
    ])
    assert.deepEqual(blockOutline(document, 2), [])
    assert.deepEqual(codesOfWarnings(document), [
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
    assert.deepEqual(spanningCells(document), [['Head', 1, 2]])
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
