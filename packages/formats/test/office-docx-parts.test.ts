import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  docxOf,
  officeNamespaces,
  paragraphXml,
  type OfficeParts,
  relationshipsXml,
  run,
} from '@polyparse/test-support/office'
import { docxEngine } from '../src/office/wordprocessing/docx-engine.ts'
import { blocksOf, blockOutline, reader, rowsOf, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(docxEngine, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')

describe('a DOCX loses no text without a warning:', () => {
  it('readings above characters stand beside them', async () => {
    const ruby = (base: string, reading: string): string =>
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base, '<w:b/>')}</w:rubyBase></w:ruby></w:r>`
    const document = await read(
      docxOf({ body: `<w:p>${ruby('東京', 'とうきょう')}${run('に')}${ruby('行', 'い')}${ruby('空', '')}</w:p>` }),
    )
    assert.deepEqual(blocksOf(document)[0]?.runs, [
      { text: '東京', bold: true, ruby: 'とうきょう' },
      { text: 'に' },
      { text: '行', bold: true, ruby: 'い' },
      { text: '空', bold: true },
    ])
  })

  it('a second body is read after the first', async () => {
    const body = `${paragraphXml('one')}</w:body><w:body>${paragraphXml('two')}`
    assert.deepEqual(blockOutline(await read(docxOf({ body }))), [
      ['paragraph', 'one'],
      ['paragraph', 'two'],
    ])
  })
})

describe('content in another format that is part of a DOCX', () => {
  const withChunk = (name: string, content: string | Uint8Array, parts: OfficeParts = {}): Uint8Array =>
    docxOf({
      body: `${paragraphXml('before')}<w:altChunk r:id="c"/>${paragraphXml('after')}`,
      relationships: [['c', 'aFChunk', name]],
      parts: { [`word/${name}`]: content, ...parts },
    })
  const around = (...blocks: (string | number)[][]) => [['paragraph', 'before'], ...blocks, ['paragraph', 'after']]

  it('is read in its place: HTML', async () => {
    const html = '<html><head><meta charset="windows-1251"></head><body><h2>T</h2><p>x &amp; y</p></body></html>'
    assert.deepEqual(
      blockOutline(await read(withChunk('chunk.html', html))),
      around(['heading', 2, 'T'], ['paragraph', 'x & y']),
    )
  })

  it('is read in its place: text', async () => {
    assert.deepEqual(
      blockOutline(await read(withChunk('chunk.txt', 'a\n\nb'))),
      around(['paragraph', 'a'], ['paragraph', 'b']),
    )
  })

  it('is read in its place: RTF, whose hidden text is left out with a warning', async () => {
    const document = await read(withChunk('chunk.rtf', '{\\rtf1 a {\\v hidden}\\par}'))
    assert.deepEqual(blockOutline(document), around(['paragraph', 'a']))
    assert.deepEqual(codesOfWarnings(document), [['hidden_text', 1]])
  })

  it('is read in its place: another DOCX, but not what that has in it in turn', async () => {
    const chunk = (text: string, inner: Uint8Array | null): Uint8Array =>
      docxOf({
        body: paragraphXml(text) + (inner === null ? '' : '<w:altChunk r:id="c"/>'),
        relationships: [['c', 'aFChunk', 'inner.docx']],
        parts: inner === null ? {} : { 'word/inner.docx': inner },
      })
    const document = await read(withChunk('chunk.docx', chunk('inside', chunk('deeper', null))))
    assert.deepEqual(blockOutline(document), around(['paragraph', 'inside']))
    assert.deepEqual(codesOfWarnings(document), [['content_unread', undefined]])
  })

  it('is recognised by its type in the package before its name, also in a cell', async () => {
    const types =
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="dat" ContentType="text/html"/><Override PartName="/word/b.dat" ContentType="text/plain"/></Types>'
    const cell = (id: string): string => `<w:tc><w:altChunk r:id="${id}"/></w:tc>`
    const document = await read(
      docxOf({
        body: `<w:tbl><w:tr>${cell('a')}${cell('b')}</w:tr></w:tbl>`,
        relationships: [
          ['a', 'aFChunk', 'a.dat'],
          ['b', 'aFChunk', 'b.dat'],
        ],
        parts: { '[Content_Types].xml': types, 'word/a.dat': '<p>a</p>', 'word/b.dat': '<b>' },
      }),
    )
    assert.deepEqual(rowsOf(document), [['a', '<b>']])
  })

  it('leaves a warning with their number where parts are not read', async () => {
    const document = await read(
      docxOf({
        body: `${paragraphXml('x')}<w:altChunk r:id="a"/><w:altChunk r:id="missing"/>`,
        relationships: [['a', 'aFChunk', 'page.mht']],
        parts: { 'word/page.mht': 'MIME-Version: 1.0\n\nx' },
      }),
    )
    assert.deepEqual(blockOutline(document), [['paragraph', 'x']])
    assert.deepEqual(
      document.warnings.map(({ code, message }) => [code, message]),
      [['content_unread', '2 parts of the document are in a format that is not read here, and were left out.']],
    )
  })
})

describe('the comments of a DOCX', () => {
  const withComments = (body: string, comments: string): Uint8Array =>
    docxOf({
      body,
      relationships: [['c', 'comments', 'comments.xml']],
      parts: {
        'word/comments.xml': `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${comments}</w:comments>`,
        'word/_rels/comments.xml.rels': relationshipsXml([]),
      },
    })
  const comment = (id: number, ...texts: string[]): string =>
    `<w:comment w:id="${id}" w:author="Ada" w:date="2025-03-01T10:05:00Z">${texts.map((text) => paragraphXml(text)).join('')}</w:comment>`
  const reference = (id: number): string => `<w:r><w:commentReference w:id="${id}"/></w:r>`

  it('say who wrote them, when, and about which text of which block', async () => {
    const body = `${paragraphXml('first')}<w:p>${run('a ')}<w:commentRangeStart w:id="0"/>${run('marked')}<w:commentRangeEnd w:id="0"/>${reference(0)}${run(' b')}</w:p>`
    const document = await read(withComments(body, comment(0, 'Why?', 'Tell me.')))
    assert.deepEqual(document.comments, [
      {
        text: 'Why?\nTell me.',
        author: 'Ada',
        createdAt: '2025-03-01T10:05:00.000Z',
        anchor: 'marked',
        page: 1,
        block: 'p1-b2',
      },
    ])
    assert.deepEqual(codesOfWarnings(document), [])
  })

  it('in an empty paragraph at the end are not taken by the header', async () => {
    const header = '<w:sectPr><w:headerReference r:id="h"/></w:sectPr>'
    const source = docxOf({
      body: `${paragraphXml('x')}<w:p>${reference(0)}</w:p>${header}`,
      relationships: [
        ['c', 'comments', 'comments.xml'],
        ['h', 'header', 'header.xml'],
      ],
      parts: {
        'word/comments.xml': `<w:comments ${officeNamespaces}>${comment(0, 'Why?')}</w:comments>`,
        'word/header.xml': `<w:hdr ${officeNamespaces}>${paragraphXml('Head')}</w:hdr>`,
      },
    })
    assert.deepEqual(
      (await read(source)).comments?.map(({ text }) => text),
      ['Why?'],
    )
  })

  it('can be about several paragraphs, be answered, stand in a cell, and refer to nothing', async () => {
    const body = `<w:p><w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="1"/>${run('one')}</w:p><w:p>${run('two')}<w:commentRangeEnd w:id="0"/><w:commentRangeEnd w:id="1"/>${reference(0)}${reference(1)}</w:p><w:tbl><w:tr><w:tc>${paragraphXml(run('x') + reference(2))}</w:tc><w:tc>${paragraphXml('y')}</w:tc></w:tr></w:tbl>`
    const comments = [0, 1, 2, 3].map((id) => comment(id, `c${id}`)).join('')
    const document = await read(withComments(body, comments))
    assert.deepEqual(
      document.comments?.map(({ text, anchor, block }) => [text, anchor, block]),
      [
        ['c0', 'one\ntwo', 'p1-b2'],
        ['c1', 'one\ntwo', 'p1-b2'],
        ['c2', undefined, 'p1-b3'],
        ['c3', undefined, undefined],
      ],
    )
  })
})

it('a DOCX whose comments are damaged is read all the same', async () => {
  const source = docxOf({
    body: paragraphXml('x'),
    relationships: [['c', 'comments', 'comments.xml']],
    parts: { 'word/comments.xml': '<' },
  })
  assert.deepEqual(blockOutline(await read(source)), [['paragraph', 'x']])
})
