import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import PdfDocument from 'pdfkit'
import { detectMediaType } from '../src/media-type/media-type.ts'
import { detectWith } from '../src/media-type/detect.ts'
import { identifyOwn } from '../src/media-type/signatures.ts'
import { usualName } from '../src/media-type/media-type-of-text.ts'
import { resolveMediaType } from '../src/media-type/declared-media-type.ts'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { compoundFile, officeOpenXml, selfNamed, zipOf } from './archives.ts'

const octets = 'application/octet-stream'
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const pptx = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'

/** What is detected, and how many bytes were read for it. */
const inspect = async (content: string | Uint8Array, declared = octets, filename: string | null = null) => {
  const bytes = Buffer.from(content)
  let read = 0
  const type = await detectMediaType(
    async ({ start, end }) => {
      assert.ok(0 <= start && start < end && end <= bytes.length, `${start}-${end} of ${bytes.length}`)
      read += end - start
      return Readable.from([bytes.subarray(start, end)])
    },
    { size: bytes.length, declared, filename },
  )
  return { type, read }
}
const detect = async (...given: Parameters<typeof inspect>): Promise<string> => (await inspect(...given)).type

describe('the recorded media type', () => {
  const examples: readonly [contentType: string | undefined, filename: string | null, expected: string][] = [
    ['application/pdf', 'a.txt', 'application/pdf'],
    ['Text/HTML; charset="utf-8"', null, 'text/html'],
    ['  image/png  ', null, 'image/png'],
    ['application/vnd.ms-excel.sheet.macroEnabled.12', null, 'application/vnd.ms-excel.sheet.macroenabled.12'],
    [undefined, 'Report.PDF', 'application/pdf'],
    ['', 'notes.md', 'text/markdown'],
    ['pdf', 'a.docx', docx],
    ['text/', 'a.csv', 'text/csv'],
    ['a/b/c', 'a.eml', 'message/rfc822'],
    ['text/plain, text/html', 'a.html', 'text/html'],
    ['foo bar/baz', 'archive.tar.odt', 'application/vnd.oasis.opendocument.text'],
    [undefined, 'a.unknown', octets],
    [undefined, 'a.constructor', octets],
    [undefined, 'pdf', octets],
    [undefined, null, octets],
  ]
  for (const [contentType, filename, expected] of examples)
    it(`of ${JSON.stringify(contentType)} and ${JSON.stringify(filename)} is ${expected}`, () => {
      assert.equal(resolveMediaType(contentType, filename), expected)
    })

  it('can be parsed again, whatever is declared', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (contentType) => {
        const resolved = resolveMediaType(contentType, null)
        assert.equal(resolveMediaType(resolved, 'a.pdf'), resolved)
      }),
    )
  })
})

describe('the media type of the bytes', () => {
  it('is that of a PDF, whatever its name', async () => {
    const document = new PdfDocument()
    document.text('Hello').end()
    const bytes = await buffer(document)
    for (const [declared, filename] of [
      ['text/plain', 'a.txt'],
      ['image/png', null],
      [octets, 'a.docx'],
    ] as const)
      assert.equal(await detect(bytes, declared, filename), 'application/pdf')
    const behind = (junk: string | Buffer) => Buffer.concat([Buffer.from(junk), bytes])
    assert.equal(await detect(behind('\ufeff')), 'application/pdf')
    assert.equal(await detect(behind('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n')), 'application/pdf')
    assert.equal(await detect(behind(Buffer.alloc(1000))), 'application/pdf')
    assert.equal(await detect(behind(Buffer.alloc(1100))), octets)
  })

  it('a text about PDF is a text', async () => {
    assert.equal(await detect('A PDF begins with %PDF-1.7 and a line end.\n', 'text/plain', 'a.txt'), 'text/plain')
  })

  it('is found by the directory of a zip archive, with little of it read', async () => {
    for (const [folder, type] of [
      ['word', docx],
      ['xl', xlsx],
      ['ppt', pptx],
    ] as const) {
      const found = await inspect(officeOpenXml(folder), 'application/zip')
      assert.equal(found.type, type)
      assert.ok(found.read < 100_000)
    }
    for (const type of ['text', 'spreadsheet', 'presentation'].map(
      (kind) => `application/vnd.oasis.opendocument.${kind}`,
    ))
      assert.equal(await detect(selfNamed(type)), type)
    assert.equal(await detect(selfNamed('application/epub+zip\n')), 'application/epub+zip')
    const deflated = zipOf([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }])
    assert.equal(await detect(deflated), 'application/vnd.oasis.opendocument.text')
    assert.equal(await detect(zipOf([{ name: 'mimetype', content: 'a'.repeat(100_000) }])), 'application/zip')
    assert.equal(await detect(Buffer.concat([zipOf([]), Buffer.from('')]), docx), 'application/zip')
  })

  it('is a mail in UTF-16, with a byte order mark or by its name', async () => {
    const mail = Buffer.from('From: a@example.com\r\nTo: b@example.com\r\nSubject: x\r\n\r\nText', 'utf16le')
    assert.equal(await detect(Buffer.concat([Buffer.from([0xff, 0xfe]), mail])), 'message/rfc822')
    assert.equal(await detect(mail, octets, 'a.eml'), 'message/rfc822')
    assert.equal(await detect(mail, octets, 'a.pdf'), 'application/octet-stream')
  })

  it('an archive of something else is only a zip archive', async () => {
    assert.equal(await detect(zipOf([{ name: 'word/a.txt', content: 'x' }]), docx, 'a.docx'), 'application/zip')
    assert.equal(await detect(zipOf([{ name: 'report.docx', content: 'x' }])), 'application/zip')
    assert.equal(await detect(selfNamed('text/html')), 'application/zip')
  })

  it('a truncated archive is what it is declared to be, if that is an archive', async () => {
    const cut = officeOpenXml('word').subarray(0, 5000)
    assert.equal(await detect(cut, octets, 'a.docx'), docx)
    assert.equal(await detect(cut, 'application/pdf', 'a.pdf'), 'application/zip')
  })

  const binaries: Readonly<Record<string, string>> = {
    '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489': 'image/png',
    ffd8ffe000104a46494600010100000100010000: 'image/jpeg',
    '4749463839610100010080000000000000000000': 'image/gif',
    '49492a0008000000000000000000000000000000': 'image/tiff',
    '4d4d002a00000008000000000000000000000000': 'image/tiff',
    '524946462400000057454250565038200000000000': 'image/webp',
    '7f454c4602010100000000000000000000000000': 'application/x-elf',
  }
  for (const [hex, type] of Object.entries(binaries))
    it(`${type} is known by its signature`, async () => {
      assert.equal(await detect(Buffer.from(hex, 'hex'), 'text/plain', 'a.pdf'), type)
    })

  it('a TIFF is one wherever its directory lies, and so is a BigTIFF', async () => {
    for (const [start, at] of [
      ['49492a00', 4],
      ['4d4d002a', 4],
      ['49492b0008000000', 8],
      ['4d4d002b00080000', 8],
    ] as const) {
      const file = Buffer.alloc(100_000, 0x00)
      Buffer.from(start, 'hex').copy(file)
      file.fill(0x01, at, at + 2)
      assert.equal(await detect(file, octets, 'scan'), 'image/tiff')
    }
  })

  it('is the declared template or document with macros, if the archive is of that kind', async () => {
    const macros = 'application/vnd.ms-excel.sheet.macroenabled.12'
    assert.equal(await detect(officeOpenXml('xl'), octets, 'a.xlsm'), macros)
    assert.equal(await detect(officeOpenXml('xl'), macros, null), macros)
    assert.equal(await detect(officeOpenXml('word'), octets, 'a.xlsm'), docx)
    const template = 'application/vnd.openxmlformats-officedocument.wordprocessingml.template'
    assert.equal(await detect(officeOpenXml('word'), octets, 'a.dotx'), template)
    const binary = zipOf([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'xl/workbook.bin', content: 'x' },
    ])
    assert.equal(await detect(binary, xlsx, 'a.xlsx'), 'application/vnd.ms-excel.sheet.binary.macroenabled.12')
  })

  it('an archive with the container of an EPUB is one, even if it does not name itself', async () => {
    assert.equal(await detect(zipOf([{ name: 'META-INF/container.xml', content: '<x/>' }])), 'application/epub+zip')
  })

  it('is that of a format of Apple, by its parts and then by its name', async () => {
    const parts = (...names: string[]) => zipOf(names.map((name) => ({ name, content: 'x' })))
    const apple = 'application/vnd.apple.'
    assert.equal(await detect(parts('Index/Document.iwa', 'Index/Slide-1.iwa')), `${apple}keynote`)
    assert.equal(await detect(parts('index.apxl')), `${apple}keynote`)
    assert.equal(await detect(parts('Index/Document.iwa'), octets, 'a.numbers'), `${apple}numbers`)
    assert.equal(await detect(parts('preview.jpg', 'Index.zip')), `${apple}pages`)
    assert.equal(await detect(parts('index.html'), octets, 'a.pages'), 'application/zip')
  })

  it('is that of a drawing of Visio, and of a text of WordPerfect', async () => {
    assert.equal(await detect(officeOpenXml('visio')), 'application/vnd.ms-visio.drawing')
    const text = Buffer.concat([Buffer.from('\xffWPC', 'latin1'), Buffer.alloc(500)])
    assert.equal(await detect(text), 'application/vnd.wordperfect')
  })

  it('is that of a sheet of Excel 2, 3 or 4, which needs no container', async () => {
    for (const hex of ['0900040007001000', '090206000000100000', '090406000000100000'])
      assert.equal(
        await detect(Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(500)])),
        'application/vnd.ms-excel',
      )
  })

  it('is the same in the sandbox for what is read there', async () => {
    const archives = { '1f8b0800000000000003': 'application/gzip', '28b52ffd04000100': 'application/zstd' }
    for (const [hex, type] of Object.entries({ ...binaries, ...archives })) {
      const head = Buffer.from(hex, 'hex')
      const own = await detectWith(identifyOwn, async () => Readable.from([head]), {
        size: head.length,
        declared: octets,
        filename: null,
      })
      if (type !== 'application/x-elf') assert.equal(own, type)
    }
  })

  const oldFormats: Readonly<Record<string, string>> = {
    WordDocument: 'application/msword',
    VisioDocument: 'application/vnd.visio',
    Quill: 'application/x-mspublisher',
    Workbook: 'application/vnd.ms-excel',
    'PowerPoint Document': 'application/vnd.ms-powerpoint',
    '__properties_version1.0': 'application/vnd.ms-outlook',
  }
  for (const [stream, type] of Object.entries(oldFormats))
    it(`a binary office file with the stream ${stream} is ${type}, whatever its name`, async () => {
      assert.equal(await detect(compoundFile(['Root Entry', 'A', 'B', 'C', stream]), 'application/pdf', 'a.docx'), type)
    })

  it('an encrypted office file is what it is declared to be', async () => {
    const encrypted = compoundFile(['Root Entry', 'EncryptionInfo', 'EncryptedPackage'])
    assert.equal(await detect(encrypted, octets, 'a.pptx'), pptx)
    assert.equal(await detect(encrypted, octets, 'a.xls'), docx)
  })

  it('the XML of Office 2003 is a document of the program that it is made for, whatever it is called', async () => {
    const start = '<?xml version="1.0"?>\n<?mso-application progid="x"?>\n'
    const word = `${start}<w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body/></w:wordDocument>`
    const excel = `${start}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"></Workbook>`
    assert.equal(await detect(Buffer.from(word), octets, 'a.xml'), 'application/msword')
    assert.equal(await detect(Buffer.from(excel), octets, 'a.xls'), 'application/vnd.ms-excel')
    assert.equal(await detect(Buffer.from(`${start}<Workbook/>`), octets, 'a.xml'), 'application/xml')
  })

  it('a compound file is what its root holds, whatever is embedded in it', async () => {
    const file = compoundFileOf({ MBD1: { WordDocument: Buffer.of(1) }, Workbook: Buffer.of(1) })
    assert.equal(await detect(file, octets, null), 'application/vnd.ms-excel')
  })

  it('a compound file that cannot be read is what it is declared to be, if that is one', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)])
    assert.equal(await detect(compound, octets, 'a.doc'), 'application/msword')
    assert.equal(await detect(compound, 'application/vnd.ms-outlook', null), 'application/vnd.ms-outlook')
    assert.equal(await detect(compound, 'application/pdf', 'a.pdf'), 'application/x-cfb')
    const looping = compoundFile(['Root Entry'])
    looping.writeUInt32LE(1, 512 + 4)
    assert.equal(await detect(looping, octets, null), 'application/x-cfb')
  })

  it('unknown bytes are octets, whatever their name', async () => {
    assert.equal(await detect(Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 250]), 'application/pdf', 'a.pdf'), octets)
  })

  it('an empty file is what it is declared to be', async () => {
    assert.equal(await detect('', 'text/csv'), 'text/csv')
  })

  it('is found for any bytes without reading past the end', async () => {
    const start = fc.constantFrom(
      '',
      '%PDF-',
      'PK\u0003\u0004',
      'PK\u0005\u0006',
      '{\\rtf',
      '<?xml ',
      '\ufeff',
      '[',
      'From: ',
    )
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 400 }), async (prefix, rest) => {
        assert.match(await detect(Buffer.concat([Buffer.from(prefix), rest])), /^[a-z]+\/[a-z0-9.+-]+$/)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the usual name of a media type', () => {
  it('is the same for all of its names', () => {
    assert.equal(usualName('text/srt'), 'application/x-subrip')
    assert.equal(usualName('text/x-vcard'), 'text/vcard')
    assert.equal(usualName('text/x-tex'), 'application/x-tex')
    assert.equal(usualName('text/x-markdown'), 'text/markdown')
    assert.equal(usualName('application/pdf'), 'application/pdf')
  })
})

describe('the kind of a text', () => {
  const mail = 'From: a@example.com\r\nTo: b@example.com\r\nSubject: Hi\r\n\r\nHello'
  const examples: readonly [title: string, content: string, declared: string, filename: string | null, type: string][] =
    [
      ['an HTML page called text', '<!DOCTYPE html><html></html>', 'text/plain', 'a.txt', 'text/html'],
      ['an HTML page behind a comment', '<!-- x -->\n <HTML lang="en">', octets, null, 'text/html'],
      ['an HTML fragment', '<p>Hello</p>', octets, null, 'text/html'],
      [
        'a page of XHTML',
        '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC ""><html>',
        octets,
        null,
        'application/xhtml+xml',
      ],
      ['Markdown that begins with HTML', '<p align="center">x</p>\n# T', 'text/markdown', null, 'text/markdown'],
      ['Markdown by its name', 'Just words.', 'text/plain', 'a.md', 'text/markdown'],
      ['Markdown by its other type', 'Just words.', 'text/x-markdown', null, 'text/markdown'],
      ['Markdown by its looks', '# Title\n\n- one\n- two\n', octets, null, 'text/markdown'],
      ['words', 'Just words, and more.\nAnd more.', octets, null, 'text/plain'],
      ['words that begin like a bitmap', 'BM is short for bitmap.', octets, null, 'text/plain'],
      ['words that begin like a program', 'MZ are initials.', octets, 'a.exe', 'text/plain'],
      ['words called a PDF', 'Not found', 'application/pdf', 'a.pdf', 'text/plain'],
      ['CSV by its name', 'one column', 'text/plain', 'a.csv', 'text/csv'],
      ['CSV by its looks', 'a,b\n1,"2,3"\n4,5\n', octets, null, 'text/csv'],
      ['CSV with semicolons', 'a;b\n1;2,5\n', octets, null, 'text/csv'],
      ['a table with tabs', 'a\tb\n1\t2\n', octets, null, 'text/tab-separated-values'],
      ['JSON by its looks', ' {"a": [1]} ', octets, null, 'application/json'],
      ['what is only called JSON', '{ not json', 'application/json', 'a.json', 'text/plain'],
      ['a long JSON document', `{"a": "${'x'.repeat(20_000)}"}`, octets, null, 'application/json'],
      ['a notebook', '{"cells": [], "metadata": {}, "nbformat": 4}', octets, null, 'application/x-ipynb+json'],
      [
        'a long notebook, called JSON',
        `{\n "cells": [\n  {\n   "cell_type": "code", "source": "${'x'.repeat(20_000)}`,
        'application/json',
        'a.json',
        'application/x-ipynb+json',
      ],
      [
        'a notebook by its name',
        `{"cells": [{"attachments": "${'x'.repeat(20_000)}`,
        octets,
        'a.ipynb',
        'application/x-ipynb+json',
      ],
      ['other JSON with cells', '{"cells": [1, 2]}', octets, null, 'application/json'],
      ['other JSON that is called a notebook', '{"a": 1}', octets, 'a.ipynb', 'application/json'],
      ['YAML under an older name', 'a: 1', 'text/x-yaml', 'a.bin', 'application/yaml'],
      ['text of a kind that is not known', 'x = 1', 'text/x-python', 'a.py', 'text/plain'],
      ['a calendar', 'BEGIN:VCALENDAR\nEND:VCALENDAR', octets, null, 'text/calendar'],
      ['a card called text', 'BEGIN:VCARD\r\nEND:VCARD', 'text/plain', 'a.txt', 'text/vcard'],
      ['a text that is called a calendar', 'Just words.', octets, 'a.ics', 'text/plain'],
      [
        'an article of JATS',
        '<!DOCTYPE article PUBLIC "-//NLM//DTD JATS v1.2//EN" "x.dtd">\n<article>',
        octets,
        null,
        'application/jats+xml',
      ],
      [
        'an article of JATS without a document type',
        '<?xml version="1.0"?><!-- x --><article><front><article-meta>',
        octets,
        'a.xml',
        'application/jats+xml',
      ],
      [
        'a book of DocBook',
        '<?xml version="1.0"?><?x y?><book version="5.0" xmlns="http://docbook.org/ns/docbook">',
        octets,
        'a.xml',
        'application/docbook+xml',
      ],
      [
        'a book of DocBook 4',
        '<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "x" [<!ENTITY a "b">]><book>',
        'text/xml',
        null,
        'application/docbook+xml',
      ],
      ['another book in XML', '<?xml version="1.0"?><book><article-meta/></book>', octets, null, 'application/xml'],
      ['LaTeX by its first command', '% x\n\\documentclass[a4]{article}', octets, 'a.txt', 'application/x-tex'],
      ['a chapter of LaTeX by its name', '\\section{x}', octets, 'a.tex', 'application/x-tex'],
      ['LaTeX under an older name', '\\section{x}', 'text/x-tex', null, 'application/x-tex'],
      ['reStructuredText by its name', 'x', 'text/plain', 'a.rst', 'text/x-rst'],
      ['reStructuredText under its registered name', 'x', 'text/prs.fallenstein.rst', null, 'text/x-rst'],
      ['Org by its name', '* x', octets, 'a.org', 'text/x-org'],
      ['AsciiDoc by its name', '= x', 'text/plain', 'a.adoc', 'text/x-asciidoc'],
      ['a footnote in brackets', '[1] See below.', octets, null, 'text/plain'],
      ['RTF', '{\\rtf1\\ansi x}', 'application/msword', 'a.doc', 'application/rtf'],
      ['an SVG picture', '<?xml version="1.0"?><svg xmlns="x"/>', octets, null, 'image/svg+xml'],
      ['XML', '<?xml version="1.0"?><a/>', 'text/plain', null, 'application/xml'],
      ['a mail', mail, octets, null, 'message/rfc822'],
      [
        'a mailbox, called text',
        `From a@example.com Mon Mar  3 10:00:00 2025\n${mail}`,
        'text/plain',
        'a.txt',
        'application/mbox',
      ],
      [
        'a note that begins like a mailbox',
        'From here on: words.\nMore: words\nand words.',
        octets,
        null,
        'text/plain',
      ],
      ['subtitles of WebVTT', 'WEBVTT\n\n00:01.000 --> 00:02.000\nx', 'text/plain', 'a.txt', 'text/vtt'],
      ['subtitles of SRT', '1\r\n00:00:01,000 --> 00:00:02,000\r\nx', octets, null, 'application/x-subrip'],
      ['a text that is called subtitles', 'Just words.', octets, 'a.srt', 'text/plain'],
      ['a text that is called WebVTT', 'Just words.', octets, 'a.vtt', 'text/plain'],
      ['a mail by its name', 'Subject: x\n\ny', octets, 'a.eml', 'message/rfc822'],
      ['a mail from a mail server, called text', `Received: by x\r\n${mail}`, 'text/plain', 'a.txt', 'message/rfc822'],
      ['a note that begins like a mail', mail, 'text/plain', 'note.txt', 'text/plain'],
      ['a list of fields', 'Name: x\nAge: y\n\nz', octets, null, 'text/plain'],
    ]
  for (const [title, content, declared, filename, type] of examples)
    it(`${title} is ${type}`, async () => {
      assert.equal(await detect(content, declared, filename), type)
    })

  it('is found in Latin-1 and UTF-16, too', async () => {
    assert.equal(await detect(Buffer.from('Grüße', 'latin1')), 'text/plain')
    assert.equal(await detect(Buffer.from('\ufeff<!doctype html>', 'utf16le')), 'text/html')
    assert.equal(await detect(Buffer.from('\ufeff<html>', 'utf16le').swap16()), 'text/html')
  })

  it('is found quickly for texts made to be slow', async () => {
    for (const piece of ['[', '](', '<!--', '"', '**a', '\n', '<?xml', ': ', '{"', '\\', ' \t'])
      await detect(piece.repeat(16_384 / piece.length), octets, null)
  })
})
