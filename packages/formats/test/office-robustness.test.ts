import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { type BookType, utils, write } from '@e965/xlsx'
import {
  docxOf,
  openDocumentOf,
  packageOf,
  paragraphXml,
  placeholder,
  pptxOf,
  sheetData,
  xlsxOf,
} from '@polyparse/test-support/office'
import { msgOf } from '@polyparse/test-support/outlook'
import { pptOf, slideText } from '@polyparse/test-support/presentation'
import { docOf } from '@polyparse/test-support/word-document'
import { defaultRequest } from '@polyparse/engine'
import { engines, isEngineName, readerEngines } from '@polyparse/readers'
import { officeMediaTypes } from '../src/office/media-types.ts'
import { createSandbox, type Sandbox } from '@polyparse/sandbox'
import { openDocument } from '@polyparse/sandbox'
import { readXml } from '../src/xml/read-xml.ts'
import { EngineFailure } from '@polyparse/engine'
import { textOfElement } from '../src/xml/element.ts'
import { failsWith, blockOutline, reader } from '@polyparse/test-support/reading'

const p = '<text:p>Hello</text:p>'
const epub = packageOf({
  'META-INF/container.xml':
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
  'b.opf':
    '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
  'a.xhtml': '<html><body><p>Hello</p></body></html>',
})

const workbookOf = (bookType: BookType): Buffer => {
  const workbook = utils.book_new()
  utils.book_append_sheet(
    workbook,
    utils.aoa_to_sheet([
      ['Hello', 'a'],
      ['1', '2'],
    ]),
    'Hello',
  )
  return Buffer.from(new Uint8Array(write(workbook, { type: 'array', bookType })))
}

/** By engine: a document that says hello. */
const documents: readonly (readonly [engine: string, mediaType: string, bytes: Uint8Array])[] = [
  ['docx', officeMediaTypes.docx[0], docxOf({ body: paragraphXml('Hello') })],
  ['pptx', officeMediaTypes.pptx[0], pptxOf([{ shapes: placeholder('title', 'Hello') }])],
  ['xlsx', officeMediaTypes.xlsx[0], xlsxOf([{ name: '', xml: sheetData([['Hello']]) }])],
  ['opendocument', officeMediaTypes.odt[0], openDocumentOf('text', { body: p })],
  ['rtf', officeMediaTypes.rtf[0], Buffer.from('{\\rtf1 Hello\\par}')],
  ['epub', 'application/epub+zip', epub],
  ['csv', 'text/csv', Buffer.from('Hello,a\n1,2\n')],
  ['doc', officeMediaTypes.doc[0], docOf({ body: [{ runs: ['Hello'] }] })],
  ['ppt', officeMediaTypes.ppt[0], pptOf({ slides: [{ shapes: [slideText(0, 'Hello')] }] })],
  ['workbook', officeMediaTypes.xls[0], workbookOf('biff8')],
  ['workbook', officeMediaTypes.xlsb[0], workbookOf('xlsb')],
  ['msg', 'application/vnd.ms-outlook', msgOf({ properties: { '0037': 'Hello', '1000': 'x'.repeat(5000) } })],
  ['eml', 'message/rfc822', Buffer.from('Subject: Hello\n\nx')],
]

describe('in the sandbox', () => {
  let spoolDirectory: string
  let sandbox: Sandbox
  before(async () => {
    spoolDirectory = await mkdtemp(join(tmpdir(), 'polyparse-office-'))
    sandbox = createSandbox({ ...readerEngines, size: 1, preload: false, spoolDirectory })
  })
  after(async () => {
    await sandbox.close()
    await rm(spoolDirectory, { recursive: true })
  })

  for (const [engine, mediaType, bytes] of documents)
    it(`${engine} reads ${mediaType}`, async () => {
      const work = { open: async () => Readable.from([bytes]), request: { ...defaultRequest, mediaType } }
      const { pages } = openDocument(await sandbox.run(engine, work, new AbortController().signal))
      assert.match(pages[0]?.blocks[0]?.text ?? '', /^Hello/)
    })
})

describe('a damaged document', () => {
  const packages = documents.filter(
    ([engine, mediaType]) => !['csv', 'eml'].includes(engine) && !mediaType.includes('rtf'),
  )
  for (const [engine, mediaType, bytes] of packages)
    it(`is read or refused by ${engine} as ${mediaType}, and nothing else`, async () => {
      assert.ok(isEngineName(engine))
      const read = reader(await engines[engine](), mediaType)
      const step = Math.ceil(bytes.length / 60)
      for (let at = 0; at < bytes.length; at += step) {
        const broken = Buffer.from(bytes)
        broken[at] = (broken[at] ?? 0) ^ 0x55
        for (const source of [broken, bytes.subarray(0, at)])
          await read(source).catch((error: unknown) => assert.ok(error instanceof EngineFailure, String(error)))
      }
    })
})

describe('XML', () => {
  it('expands no entities, and fetches nothing external', () => {
    const bomb =
      '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;"><!ENTITY z SYSTEM "file:///etc/passwd">]><a>&y;&z;</a>'
    assert.ok(textOfElement(readXml(Buffer.from(bomb))).length < 20)
  })

  it('may be nested deeply, and is refused beyond the limit', () => {
    const nested = (depth: number) => Buffer.from(`${'<a>'.repeat(depth)}x${'</a>'.repeat(depth)}`)
    assert.equal(readXml(nested(4_000)).name, 'a')
    assert.throws(() => readXml(nested(3_000_000)), failsWith('document_damaged'))
  })

  it('is damaged when it ends before its end or has no element', () => {
    for (const text of ['', 'text', '<a><b>', '<a'])
      assert.throws(() => readXml(Buffer.from(text)), failsWith('document_damaged'))
  })

  it('is read in UTF-16, and under other prefixes and the strict names of Office', async () => {
    assert.equal(textOfElement(readXml(Buffer.from('\ufeff<a>ü</a>', 'utf16le'))), 'ü')
    const strict = '<x:document xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"><x:p/></x:document>'
    assert.equal(readXml(Buffer.from(strict)).name, 'w:document')
  })
})

it('a document without content is a page without blocks', async () => {
  const load = engines['docx']
  assert.ok(load)
  assert.deepEqual(blockOutline(await reader(await load(), officeMediaTypes.docx[0])(docxOf({ body: '' }))), [])
})
