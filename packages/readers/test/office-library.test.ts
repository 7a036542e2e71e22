import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  docxOf,
  officeNamespaces,
  openDocumentOf,
  paragraph,
  placeholder,
  pngOf,
  pptxOf,
  run,
} from '@polyparse/test-support/office'
import { libraryEngine } from '../src/office/library/library-engine.ts'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { blocksOf, failsWith, outlineOf, reader, rowsOf, spansOf, warningsOf } from './support/flow.ts'

const readAs = (kind: keyof typeof officeMediaTypes) => reader(libraryEngine, officeMediaTypes[kind][0])

describe('office documents as the library reads them', () => {
  it('DOCX: headings, styles, lists, tables with spans, notes and pictures', async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    const styles = '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
    const item = (text: string): string => paragraph(text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
    const cell = (text: string, span = ''): string => `<w:tc><w:tcPr>${span}</w:tcPr>${paragraph(text)}</w:tc>`
    const table = `<w:tbl><w:tr>${cell('Head', '<w:gridSpan w:val="2"/>')}</w:tr><w:tr>${cell('a')}${cell('b')}</w:tr></w:tbl>`
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    const drawing =
      '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="a lake"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:blipFill><a:blip r:embed="i"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>'
    const document = await readAs('docx')(
      docxOf({
        body: `${paragraph('One', '<w:pStyle w:val="Heading1"/>')}<w:p>${run('A ')}${run('b', '<w:b/>')}${note}</w:p>${item('x')}${item('y')}${table}<w:p>${drawing}</w:p>`,
        styles,
        numbering,
        footnotes: `<w:footnote w:id="2"><w:p>${run('The note.')}</w:p></w:footnote>`,
        core: '<dc:title>T</dc:title>',
        relationships: [['i', 'image', 'media/image1.png']],
        parts: { 'word/media/image1.png': pngOf(20, 20) },
      }),
    )
    assert.deepEqual(outlineOf(document), [
      ['heading', 1, 'One'],
      ['paragraph', 'A b1'],
      ['list_item', 1, '1.', 'x'],
      ['list_item', 1, '2.', 'y'],
      ['table', 'Head\na\tb'],
      ['picture', 'a lake'],
      ['footnote', '1 The note.'],
    ])
    assert.deepEqual(blocksOf(document)[1]?.runs, [
      { text: 'A ' },
      { text: 'b', bold: true },
      { text: '1', superscript: true, href: '#p1-b7' },
    ])
    assert.deepEqual(spansOf(document), [['Head', 1, 2]])
    assert.equal(document.metadata.title, 'T')
    assert.equal(document.pictures.length, 1)
  })

  it("DOCX: lists that only Word's styles mark", async () => {
    const item = (style: string, text: string): string => paragraph(text, `<w:pStyle w:val="${style}"/>`)
    const body = item('ListBullet', 'a') + item('ListBullet2', 'b') + item('ListNumber', 'c') + item('ListNumber', 'd')
    assert.deepEqual(outlineOf(await readAs('docx')(docxOf({ body }))), [
      ['list_item', 1, '•', 'a'],
      ['list_item', 2, '•', 'b'],
      ['list_item', 1, '1.', 'c'],
      ['list_item', 1, '2.', 'd'],
    ])
  })

  it('PPTX: a page for each slide, its notes last, hidden slides left out', async () => {
    const read = readAs('pptx')
    const deck = pptxOf([
      { shapes: placeholder('title', 'A') + placeholder('body', 'text', 'idx="1"'), notes: 'Smile.' },
      { shapes: placeholder('title', 'B'), hidden: true },
    ])
    const document = await read(deck)
    assert.deepEqual(outlineOf(document), [
      ['heading', 1, 'A'],
      ['paragraph', 'text'],
      ['note', 'Smile.'],
    ])
    assert.deepEqual(outlineOf(document, 2), [])
    assert.deepEqual(warningsOf(document), [['hidden_page', 2]])
    assert.deepEqual(
      (await read(deck, { pages: [2] })).pages.map(({ number }) => number),
      [2],
    )
  })

  it('ODT, ODS and ODP', async () => {
    const p = (text: string): string => `<text:p>${text}</text:p>`
    const text = await readAs('odt')(
      openDocumentOf('text', { body: `<text:h text:outline-level="2">H</text:h>${p('x')}` }),
    )
    assert.deepEqual(outlineOf(text), [
      ['heading', 2, 'H'],
      ['paragraph', 'x'],
    ])
    const cells = (...texts: string[]): string =>
      `<table:table-row>${texts.map((one) => `<table:table-cell>${p(one)}</table:table-cell>`).join('')}</table:table-row>`
    const sheet = await readAs('ods')(
      openDocumentOf('spreadsheet', {
        body: `<table:table table:name="S">${cells('Day', 'Sum')}${cells('1.3.', '2 €')}</table:table>`,
      }),
    )
    assert.deepEqual(outlineOf(sheet)[0], ['heading', 1, 'S'])
    assert.deepEqual(rowsOf(sheet), [
      ['Day', 'Sum'],
      ['1.3.', '2 €'],
    ])
    const frame = `<draw:frame presentation:class="title"><draw:text-box>${p('T')}</draw:text-box></draw:frame>`
    const slides = await readAs('odp')(
      openDocumentOf('presentation', { body: `<draw:page>${frame}</draw:page><draw:page>${frame}</draw:page>` }),
    )
    assert.equal(slides.metadata.documentPageCount, 2)
    assert.deepEqual(outlineOf(slides, 2), [['heading', 1, 'T']])
  })

  it('RTF: paragraphs and styles', async () => {
    const document = await readAs('rtf')("{\\rtf1\\ansi One {\\b two}\\par Gr\\'fc\\u223 ?e\\par}")
    assert.deepEqual(outlineOf(document), [
      ['paragraph', 'One two'],
      ['paragraph', 'Grüße'],
    ])
    assert.deepEqual(blocksOf(document)[0]?.runs, [{ text: 'One ' }, { text: 'two', bold: true }])
  })

  it('have a warning that counts their comments', async () => {
    const comments = `<w:comments ${officeNamespaces}><w:comment w:id="0"/><w:comment w:id="1"/></w:comments>`
    const docx = await readAs('docx')(docxOf({ body: paragraph('x'), parts: { 'word/comments.xml': comments } }))
    assert.deepEqual(
      docx.warnings.map(({ message }) => message),
      ['The document has 2 comments, which were left out.'],
    )
    const damaged = await readAs('docx')(docxOf({ body: paragraph('x'), parts: { 'word/comments.xml': '<' } }))
    assert.deepEqual(damaged.warnings, [])
    const body = '<text:p>x<office:annotation><text:p>y</text:p></office:annotation></text:p>'
    assert.deepEqual(warningsOf(await readAs('odt')(openDocumentOf('text', { body }))), [
      ['comments_unread', undefined],
    ])
  })

  it('fail as damaged or empty, whatever is wrong with them', async () => {
    const whole = docxOf({ body: paragraph('x') })
    await assert.rejects(readAs('docx')(whole.subarray(0, whole.length - 40)), failsWith('document_damaged'))
    await assert.rejects(readAs('docx')(openDocumentOf('text', { body: '' })), failsWith('document_damaged'))
    await assert.rejects(readAs('docx')(''), failsWith('document_empty'))
    await assert.rejects(readAs('rtf')(''), failsWith('document_empty'))
  })
})
