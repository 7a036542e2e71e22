import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, markdown } from '@polyparse/document'
import { packageOf, type OfficeParts, pngOf } from '@polyparse/test-support/office'
import { epubEngine } from '../src/web/epub/epub-engine.ts'
import { blocksOf, failsWith, blockOutline, reader, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(epubEngine, 'application/epub+zip')
const item = (id: string, href: string, more = ''): string => `<item id="${id}" href="${href}" ${more}/>`

const book = (parts: OfficeParts = {}, manifest = ''): Uint8Array =>
  packageOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>A book</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bob</dc:creator><dc:language>en</dc:language><meta property="dcterms:modified">2025-01-02T03:04:05Z</meta></metadata><manifest>${item('two', 'two.xhtml')}${item('one', 'text/one%20a.xhtml')}${item('cover', 'cover.xhtml')}${manifest}</manifest><spine><itemref idref="cover"/><itemref idref="one"/><itemref idref="two"/></spine></package>`,
    'OPS/cover.xhtml':
      '<html><head><title/></head><body><svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="img/cover.png"/></svg></body></html>',
    'OPS/text/one a.xhtml':
      '<html><body><a id="x"/><h1>One</h1><p>First. <img src="../img/cover.png" alt="a map"/></p></body></html>',
    'OPS/two.xhtml': '<html><body><h1>Two</h1><p>See <a href="text/one%20a.xhtml">one</a>.</p></body></html>',
    'OPS/img/cover.png': pngOf(30, 40),
    ...parts,
  })

describe('an EPUB', () => {
  it('has its chapters as pages, in reading order', async () => {
    const document = await read(book())
    assert.equal(document.metadata.documentPageCount, 3)
    assert.deepEqual(blockOutline(document, 1), [['picture', '']])
    assert.deepEqual(blockOutline(document, 2), [
      ['heading', 1, 'One'],
      ['paragraph', 'First.'],
      ['picture', 'a map'],
    ])
    assert.deepEqual(blockOutline(document, 3), [
      ['heading', 1, 'Two'],
      ['paragraph', 'See one.'],
    ])
    assert.equal(document.pictures.length, 2)
  })

  it('has links between its chapters; those to chapters that are not read lead nowhere', async () => {
    const linked = book({
      'OPS/cover.xhtml': '<html><body><p><a href="two.xhtml#n">Two</a></p></body></html>',
      'OPS/two.xhtml':
        '<html><body><h1>Two</h1><p id="n">See <a href="text/one%20a.xhtml">one</a>, <a href="more.xhtml">more</a>.</p></body></html>',
    })
    const links = (document: Document): (string | undefined)[] =>
      [1, 2, 3].flatMap((page) =>
        blocksOf(document, page).flatMap(({ runs = [] }) => runs.flatMap(({ href }) => href ?? [])),
      )
    assert.deepEqual(links(await read(linked)), ['#p3-b2', '#p2-b1'])
    assert.deepEqual(links(await read(linked, { pages: [2, 3] })), ['#p2-b1'])
    assert.deepEqual(links(await read(linked, { pages: [3] })), [])
  })

  it('has its footnotes on the page that refers to them', async () => {
    const chapter = (note: string): string =>
      `<html xmlns:epub="http://www.idpf.org/2007/ops"><body><p>Text<a epub:type="noteref" href="#n">1</a>.</p><aside epub:type="footnote" id="n"><p>${note}</p></aside></body></html>`
    const document = await read(book({ 'OPS/cover.xhtml': chapter('First.'), 'OPS/two.xhtml': chapter('Second.') }))
    assert.deepEqual(blockOutline(document, 1), [
      ['paragraph', 'Text1.'],
      ['footnote', '1 First.'],
    ])
    assert.deepEqual(blockOutline(document, 3), [
      ['paragraph', 'Text2.'],
      ['footnote', '2 Second.'],
    ])
    assert.match(markdown(document), /Text\[\^2\]\.\n\n\[\^2\]: Second\./)
  })

  it('has the metadata of the book', async () => {
    assert.deepEqual((await read(book())).metadata, {
      mimeType: 'application/epub+zip',
      title: 'A book',
      author: 'Ada, Bob',
      language: 'en',
      modifiedAt: '2025-01-02T03:04:05.000Z',
      documentPageCount: 3,
    })
  })

  it('is read to its end when its table of contents is nested without one', async () => {
    const nav = `<html><body><nav>${'<ol><li>'.repeat(50_000)}<a href="two.xhtml">Deep</a></nav></body></html>`
    const document = await read(book({ 'OPS/nav.xhtml': nav }, item('n', 'nav.xhtml', 'properties="nav"')))
    assert.deepEqual(
      document.outline.map(({ title }) => title),
      ['One', 'Two'],
    )
  })

  it('has its table of contents as outline, in EPUB 3 or NCX, or else its headings', async () => {
    const nav =
      '<html xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="landmarks"><ol><li><a href="x">no</a></li></ol></nav><nav epub:type="toc"><ol><li><a href="text/one%20a.xhtml#x">Part one</a><ol><li><a href="two.xhtml">Two</a></li></ol></li></ol></nav></body></html>'
    const modern = await read(book({ 'OPS/nav.xhtml': nav }, item('n', 'nav.xhtml', 'properties="nav"')))
    const expected = [
      { title: 'Part one', level: 1, page: 2 },
      { title: 'Two', level: 2, page: 3 },
    ]
    assert.deepEqual(modern.outline, expected)
    const point = (title: string, source: string, inner = ''): string =>
      `<navPoint><navLabel><text>${title}</text></navLabel><content src="${source}"/>${inner}</navPoint>`
    const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${point('Part one', 'text/one%20a.xhtml', point('Two', 'two.xhtml'))}</navMap></ncx>`
    const old = await read(book({ 'OPS/toc.ncx': ncx }, item('t', 'toc.ncx', 'media-type="application/x-dtbncx+xml"')))
    assert.deepEqual(old.outline, expected)
    assert.deepEqual(
      (await read(book())).outline.map(({ title, page }) => [title, page]),
      [
        ['One', 2],
        ['Two', 3],
      ],
    )
  })

  it('is read only as far as requested', async () => {
    const document = await read(book(), { pages: [3, 9] })
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [3],
    )
    assert.deepEqual(codesOfWarnings(document), [['page_out_of_range', 9]])
  })

  it('that is protected fails as encrypted; obfuscated fonts do not count', async () => {
    const encryption = (algorithm: string, part: string): OfficeParts => ({
      'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/><enc:CipherData><enc:CipherReference URI="${part}"/></enc:CipherData></enc:EncryptedData></encryption>`,
    })
    const aes = 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'
    await assert.rejects(read(book(encryption(aes, 'OPS/two.xhtml'))), failsWith('document_encrypted'))
    await read(book(encryption('http://www.idpf.org/2008/embedding', 'OPS/font.otf')))
  })

  it('without a package document is damaged', async () => {
    await assert.rejects(read(packageOf({ mimetype: 'application/epub+zip' })), failsWith('document_damaged'))
  })
})
