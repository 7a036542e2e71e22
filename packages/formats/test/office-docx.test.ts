import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { docxOf, officeNamespaces, paragraphXml, type OfficeParts, pngOf, run } from '@polyparse/test-support/office'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { blocksOf, blockOutline, reader, rowsOf, spanningCells, codesOfWarnings } from '@polyparse/test-support/reading'

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const read = reader(docxEngine, docx)
const readBody = (body: string, more: Omit<Parameters<typeof docxOf>[0], 'body'> = {}) =>
  read(docxOf({ body, ...more }))

const styled = (style: string, text: string): string => paragraphXml(text, `<w:pStyle w:val="${style}"/>`)
const style = (id: string, name: string, properties = '', basedOn = ''): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${basedOn && `<w:basedOn w:val="${basedOn}"/>`}${properties}</w:style>`
const level = (index: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const item = (id: number, depth: number, text: string): string =>
  paragraphXml(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${id}"/></w:numPr>`)
const numbering = [
  `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '')}${level(1, 'bullet', 'o')}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="2">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%2)')}${level(2, 'decimal', '%1.%2.%3')}</w:abstractNum>`,
  '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>',
  '<w:num w:numId="3"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>',
].join('')

const cell = (content: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraphXml(content)}</w:tc>`
const row = (cells: string, properties = ''): string => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`

describe('the headings of a DOCX', () => {
  it('are recognised by their styles, by those these are based on, and by their own outline level', async () => {
    const styles =
      style('T', 'Title') +
      style('H1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>') +
      style('Mine', 'Chapter', '', 'H1') +
      style('Deep', 'heading 3', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>')
    const body =
      styled('T', 'The title') +
      styled('H1', 'One') +
      styled('Mine', 'Two') +
      styled('Deep', 'Three') +
      paragraphXml('Four', '<w:outlineLvl w:val="1"/>') +
      styled('Gone', 'Text')
    const document = await readBody(body, { styles })
    assert.deepEqual(blockOutline(document), [
      ['title', 'The title'],
      ['heading', 1, 'One'],
      ['heading', 1, 'Two'],
      ['heading', 3, 'Three'],
      ['heading', 2, 'Four'],
      ['paragraph', 'Text'],
    ])
    assert.deepEqual(
      document.outline.map(({ title }) => title),
      ['The title', 'One', 'Two', 'Three', 'Four'],
    )
  })

  it('have the numbers of their style, and are not bold because they are headings', async () => {
    const styles = style(
      'H1',
      'heading 1',
      '<w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr><w:rPr><w:b/></w:rPr>',
    )
    const document = await readBody(styled('H1', 'A') + styled('H1', 'B'), { styles, numbering })
    assert.deepEqual(
      blocksOf(document).map(({ text, runs }) => [text, runs]),
      [
        ['1. A', undefined],
        ['2. B', undefined],
      ],
    )
  })

  it('are found despite a cycle of styles', async () => {
    const styles = style('A', 'a', '', 'B') + style('B', 'b', '', 'A')
    assert.deepEqual(blockOutline(await readBody(styled('A', 'x'), { styles })), [['paragraph', 'x']])
  })
})

describe('the lists of a DOCX', () => {
  it('have their markers, depths and numbers, and restart where they are marked so', async () => {
    const body =
      item(1, 0, 'a') + item(1, 1, 'b') + item(2, 0, 'c') + item(2, 1, 'd') + item(2, 1, 'e') + item(2, 2, 'f')
    const document = await readBody(body + item(2, 0, 'g') + item(2, 1, 'h') + item(3, 0, 'i'), { numbering })
    assert.deepEqual(blockOutline(document), [
      ['list_item', 1, '•', 'a'],
      ['list_item', 2, '•', 'b'],
      ['list_item', 1, '1.', 'c'],
      ['list_item', 2, 'a)', 'd'],
      ['list_item', 2, 'b)', 'e'],
      ['list_item', 3, '1.b.1', 'f'],
      ['list_item', 1, '2.', 'g'],
      ['list_item', 2, 'a)', 'h'],
      ['list_item', 1, '1.', 'i'],
    ])
  })

  const markersOf = async (levels: string, body: string, nums = ''): Promise<(string | undefined)[]> => {
    const lists = `<w:abstractNum w:abstractNumId="1">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>${nums}`
    return blocksOf(await readBody(body, { numbering: lists })).map(({ marker }) => marker)
  }

  it('begin at 0 where they state no start, and count in ordinals', async () => {
    const levels = level(0, 'ordinal', '%1').replace('<w:start w:val="1"/>', '')
    const body = Array.from({ length: 5 }, () => item(1, 0, 'x')).join('')
    assert.deepEqual(await markersOf(levels, body), ['0th', '1st', '2nd', '3rd', '4th'])
  })

  it('count a level that is skipped', async () => {
    const levels = level(0, 'decimal', '%1') + level(1, 'lowerLetter', '%1.%2') + level(2, 'upperRoman', '%1.%2.%3')
    const body = [0, 2, 1, 0, 1].map((depth) => item(1, depth, 'x')).join('')
    assert.deepEqual(await markersOf(levels, body), ['1', '1.a.I', '1.b', '2', '2.a'])
  })

  it('have the levels that a list overrides, and its start whenever they begin', async () => {
    const levels = level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2')
    const nums = `<w:num w:numId="2"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0">${level(0, 'upperLetter', '%1)')}</w:lvlOverride><w:lvlOverride w:ilvl="1"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`
    const body =
      item(1, 0, 'x') + item(2, 0, 'x') + item(2, 1, 'x') + item(2, 1, 'x') + item(2, 0, 'x') + item(2, 1, 'x')
    assert.deepEqual(await markersOf(levels, body, nums), ['1.', 'B)', 'B.5', 'B.6', 'C)', 'C.5'])
  })

  it("come from styles, of which Word's own names state the depth", async () => {
    const properties = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
    const styles = style('LB', 'List Bullet', properties) + style('LB2', 'List Bullet 2', properties)
    const none = paragraphXml('c', '<w:pStyle w:val="LB"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    assert.deepEqual(
      blockOutline(await readBody(styled('LB', 'a') + styled('LB2', 'b') + none, { styles, numbering })),
      [
        ['list_item', 1, '•', 'a'],
        ['list_item', 2, '•', 'b'],
        ['paragraph', 'c'],
      ],
    )
  })
})

describe('the text of a DOCX', () => {
  it('keeps styles and links as runs', async () => {
    const field = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
    const body = `<w:p>${run('A ')}${run('b', '<w:b/>')}${run('c', '<w:i/>')}${run(' x', '<w:b w:val="0"/>')}${run('2', '<w:vertAlign w:val="superscript"/>')}${run(' f()', '<w:rFonts w:ascii="Courier New"/>')}<w:hyperlink r:id="h">${run('site')}</w:hyperlink>${field('begin')}<w:r><w:instrText> HYPERLINK "https://b.example/" </w:instrText></w:r>${field('separate')}${run('field')}${field('end')}<w:r><w:br/><w:t>end</w:t></w:r></w:p>`
    const [block] = blocksOf(await readBody(body, { relationships: [['h', 'hyperlink', 'https://a.example/']] }))
    assert.deepEqual(block?.runs, [
      { text: 'A ' },
      { text: 'b', bold: true },
      { text: 'c', italic: true },
      { text: ' x' },
      { text: '2', superscript: true },
      { text: ' f()', code: true },
      { text: 'site', href: 'https://a.example/' },
      { text: 'field', href: 'https://b.example/' },
      { text: '\nend' },
    ])
  })

  it('leaves out deleted, moved and hidden text, and warns of the latter', async () => {
    const body = `<w:p>${run('a')}<w:del>${run('deleted')}</w:del><w:moveFrom>${run('moved')}</w:moveFrom><w:ins>${run('b')}</w:ins>${run('hidden', '<w:vanish/>')}</w:p>`
    const document = await readBody(body)
    assert.deepEqual(blockOutline(document), [['paragraph', 'ab']])
    assert.deepEqual(codesOfWarnings(document), [['hidden_text', 1]])
  })

  it('refers to footnotes by number and has them at its end', async () => {
    const footnotes = `<w:footnote w:id="7"><w:p><w:r><w:footnoteRef/></w:r>${run(' The note.')}</w:p></w:footnote>`
    const document = await readBody(
      `<w:p>${run('Text')}<w:r><w:footnoteReference w:id="7"/></w:r></w:p>${paragraphXml('More')}`,
      {
        footnotes,
      },
    )
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'Text1'],
      ['paragraph', 'More'],
      ['footnote', '1 The note.'],
    ])
    assert.deepEqual(blocksOf(document)[0]?.runs, [{ text: 'Text' }, { text: '1', superscript: true, href: '#p1-b3' }])
  })

  it('has code where a whole paragraph is monospaced, and formulas where there is nothing else', async () => {
    const code = run('let x', '<w:rFonts w:ascii="Consolas"/>')
    const formula =
      '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>'
    assert.deepEqual(blockOutline(await readBody(paragraphXml(code) + paragraphXml(code) + paragraphXml(formula))), [
      ['code', 'let x\nlet x'],
      ['formula', '\\frac{a}{b}'],
    ])
  })

  it('includes text boxes, once each, and content controls', async () => {
    const inBox = `<w:txbxContent>${paragraphXml('in the box')}</w:txbxContent>`
    const box = `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${inBox}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict>${inBox}</w:pict></mc:Fallback></mc:AlternateContent>`
    const body = `<w:p>${run('text')}<w:r>${box}</w:r></w:p><w:sdt><w:sdtContent>${paragraphXml('controlled')}</w:sdtContent></w:sdt>`
    assert.deepEqual(blockOutline(await readBody(body)), [
      ['paragraph', 'text'],
      ['paragraph', 'in the box'],
      ['paragraph', 'controlled'],
    ])
  })

  it('has the headers and footers of its sections around it', async () => {
    const parts: OfficeParts = {
      'word/header1.xml': `<w:hdr ${officeNamespaces}>${paragraphXml('Confidential')}</w:hdr>`,
      'word/footer1.xml': `<w:ftr ${officeNamespaces}>${paragraphXml('Page 1')}</w:ftr>`,
    }
    const section = '<w:sectPr><w:headerReference r:id="h"/><w:footerReference r:id="b"/></w:sectPr>'
    const document = await readBody(paragraphXml('Text') + section, {
      parts,
      relationships: [
        ['h', 'header', 'header1.xml'],
        ['b', 'footer', 'footer1.xml'],
      ],
    })
    assert.deepEqual(blockOutline(document), [
      ['page_header', 'Confidential'],
      ['paragraph', 'Text'],
      ['page_footer', 'Page 1'],
    ])
  })
})

describe('the tables of a DOCX', () => {
  it('have their spans and the header rows that they mark', async () => {
    const body = `<w:tbl>${row(cell('Region', '<w:vMerge w:val="restart"/>') + cell('Sales', '<w:gridSpan w:val="2"/>'), '<w:tblHeader/>')}${row(cell('', '<w:vMerge/>') + cell('2024') + cell('2025'), '<w:tblHeader/>')}${row(cell('North') + cell('1') + cell('2'))}</w:tbl>`
    const document = await readBody(body)
    assert.deepEqual(rowsOf(document), [
      ['Region', 'Sales'],
      ['2024', '2025'],
      ['North', '1', '2'],
    ])
    assert.deepEqual(spanningCells(document), [
      ['Region', 2, 1],
      ['Sales', 1, 2],
    ])
    assert.deepEqual(
      document.tables[0]?.cells.map(({ header }) => header),
      [true, true, true, true, false, false, false],
    )
  })

  it('keep lines and lists in their cells, and lose rows that were deleted', async () => {
    const lines = `<w:tc>${paragraphXml('a')}${item(1, 0, 'b')}</w:tc>`
    const body = `<w:tbl>${row(lines + cell('c'))}${row(cell('x') + cell('y'), '<w:del/>')}</w:tbl>`
    assert.deepEqual(rowsOf(await readBody(body, { numbering })), [['a\n• b', 'c']])
  })

  it('of one cell are frames around their content', async () => {
    assert.deepEqual(blockOutline(await readBody(`<w:tbl>${row(cell('A remark'))}</w:tbl>`)), [
      ['paragraph', 'A remark'],
    ])
  })
})

describe('the pictures of a DOCX', () => {
  const drawing = (description: string): string =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${description}"/><a:graphic><pic:pic><a:blip r:embed="i"/></pic:pic></a:graphic></wp:inline></w:drawing></w:r>`
  const withPicture = (description: string) =>
    docxOf({
      body: `<w:p>${run('before')}${drawing(description)}</w:p>`,
      relationships: [['i', 'image', 'media/image1.png']],
      parts: { 'word/media/image1.png': pngOf(30, 20) },
    })

  it('follow the text around them, with size and description', async () => {
    const document = await read(withPicture('a lake'))
    assert.deepEqual(blockOutline(document), [
      ['paragraph', 'before'],
      ['picture', 'a lake'],
    ])
    const [picture] = document.pictures
    assert.deepEqual(
      [picture?.id, picture?.mimeType, picture?.width, picture?.height, picture?.alt],
      ['p1-i1', 'image/png', 30, 20, 'a lake'],
    )
    assert.equal(blocksOf(document)[1]?.picture, 'p1-i1')
  })

  it('have no description that is only the name of a file', async () => {
    assert.equal((await read(withPicture('IMG_001.jpg'))).pictures[0]?.alt, undefined)
  })

  it('are counted, not copied, in the raw response', async () => {
    const { raw } = await read(withPicture('x'), { raw: true })
    assert.match(JSON.stringify(raw), /"bytes":\d+/)
    assert.ok(JSON.stringify(raw).length < 1000)
  })

  it('become PNG when requested; those that cannot be converted stay as they are, with a warning', async () => {
    const bmp = Buffer.alloc(54 + 32 * 32 * 3)
    bmp.write('BM', 'latin1')
    bmp.writeUInt32LE(54, 10)
    bmp.writeUInt32LE(40, 14)
    bmp.writeInt32LE(32, 18)
    bmp.writeInt32LE(32, 22)
    bmp.writeUInt16LE(1, 26)
    bmp.writeUInt16LE(24, 28)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'
    const source = docxOf({
      body: `<w:p>${drawing('a')}${drawing('b').replace('"i"', '"j"')}</w:p>`,
      relationships: [
        ['i', 'image', 'media/image1.bmp'],
        ['j', 'image', 'media/image2.svg'],
      ],
      parts: { 'word/media/image1.bmp': bmp, 'word/media/image2.svg': svg },
    })
    const document = await read(source, { pictureFormat: 'png' })
    assert.deepEqual(
      document.pictures.map(({ mimeType, width, height }) => [mimeType, width, height]),
      [
        ['image/png', 32, 32],
        ['image/svg+xml', 40, 30],
      ],
    )
    assert.deepEqual(codesOfWarnings(document), [['image_not_converted', 1]])
  })

  it('have no files unless requested, and are left out when they are small', async () => {
    const unasked = await read(withPicture('x'), { pictures: false })
    assert.deepEqual([unasked.pictures, blocksOf(unasked)[1]?.picture], [[], 'p1-i1'])
    const small = await read(withPicture('x'), { minPictureSide: 21 })
    assert.deepEqual([small.pictures, blockOutline(small)], [[], [['paragraph', 'before']]])
  })
})

it('a DOCX has its headers as paragraphs when they are to be kept', async () => {
  const parts: OfficeParts = {
    'word/header1.xml': `<w:hdr ${officeNamespaces}>${paragraphXml('Confidential')}</w:hdr>`,
  }
  const body = '<w:sectPr><w:headerReference r:id="h"/></w:sectPr>'
  const source = docxOf({ body, parts, relationships: [['h', 'header', 'header1.xml']] })
  assert.deepEqual(blockOutline(await read(source, { keepRunningText: true })), [['paragraph', 'Confidential']])
})

it('a DOCX has its author and dates as metadata', async () => {
  const core =
    '<dc:title>T</dc:title><dc:creator>Ada</dc:creator><cp:keywords>a, b</cp:keywords><dcterms:created>2025-03-01T10:00:00Z</dcterms:created>'
  const styles = '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults>'
  assert.deepEqual((await readBody(paragraphXml('x'), { core, styles })).metadata, {
    mimeType: docx,
    language: 'de-DE',
    title: 'T',
    author: 'Ada',
    keywords: 'a, b',
    createdAt: '2025-03-01T10:00:00.000Z',
    documentPageCount: 1,
  })
})
