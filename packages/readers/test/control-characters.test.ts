import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { render } from '@polyparse/document'
import { readDocument } from '../src/index.ts'

/** Texts of every kind, with `¤` where a control character goes. */
const texts: Readonly<Record<string, string>> = {
  'a.txt': 'First wo¤rd and more.\n',
  'a.log': 'First wo¤rd and more.\n',
  'a.md': '# Title\n\nFirst wo¤rd and more.\n',
  'a.csv': 'name,text\none,First wo¤rd\n',
  'a.tsv': 'name\ttext\none\tFirst wo¤rd\n',
  'a.html': '<!doctype html><html><body><p>First wo¤rd and more.</p></body></html>',
  'a.xhtml':
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>First wo¤rd and more.</p></body></html>',
  'a.xml': '<?xml version="1.0"?><letter><line>First wo¤rd and more.</line></letter>',
  'a.json': '{"text": "First wo¤rd and more."}',
  'a.yaml': 'text: First wo¤rd and more.\n',
  'a.eml': 'From: a@example.com\r\nTo: b@example.com\r\nSubject: Hi\r\n\r\nFirst wo¤rd and more.\r\n',
  'a.mbox':
    'From a@example.com Thu Jan  1 00:00:00 2026\nFrom: a@example.com\nTo: b@example.com\nSubject: Hi\n\nFirst wo¤rd and more. It is long enough for one character to be little.\n',
  'a.rtf': '{\\rtf1\\ansi First wo¤rd and more.\\par}',
  'a.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text x="5" y="20">First wo¤rd</text></svg>',
  'a.org': '* Title\n\nFirst wo¤rd and more.\n',
  'a.rst': 'Title\n=====\n\nFirst wo¤rd and more.\n',
  'a.adoc': '= Title\n\nFirst wo¤rd and more.\n',
  'a.tex': '\\documentclass{article}\n\\begin{document}\nFirst wo¤rd and more.\n\\end{document}\n',
  'a.srt': '1\n00:00:01,000 --> 00:00:02,000\nFirst wo¤rd and more.\n\n2\n00:00:03,000 --> 00:00:04,000\nThe end.\n',
  'a.vtt': 'WEBVTT\n\n00:01.000 --> 00:02.000\nFirst wo¤rd and more.\n',
  'a.ics':
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:First wo¤rd and more\r\nDTSTART:20260101T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
  'a.vcf': 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:First wo¤rd\r\nEND:VCARD\r\n',
  'a.ipynb':
    '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": ["First wo¤rd and more."]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
}

const textOf = async (filename: string, bytes: Uint8Array): Promise<string> => {
  const { text } = await render(await readDocument(bytes, { filename, reader: 'structure' }), ['text'])
  return String(text)
}

// oxlint-disable-next-line no-control-regex -- the pattern looks for them
const controls = /[\x00-\x08\x0e-\x1f]/

describe('a text with control characters', () => {
  for (const [filename, text] of Object.entries(texts))
    for (const [name, control] of [
      ['0x01', '\u0001'],
      ['a NUL', '\0'],
      ['a backspace', '\b'],
      ['0x1C', '\u001C'],
    ] as const)
      it(`is read without them: ${filename} with ${name}`, async () => {
        const found = await textOf(filename, Buffer.from(text.replace('¤', control)))
        assert.match(found, /First word/)
        assert.doesNotMatch(found, controls)
      })

  for (const [filename, text] of Object.entries(texts))
    it(`is read when Ctrl-Z ends it, as in files of DOS: ${filename}`, async () => {
      const found = await textOf(filename, Buffer.from(`${text.replace('¤', '')}\u001A\0\0\0`))
      assert.match(found, /First word/)
      assert.doesNotMatch(found, controls)
    })

  it('is read when it is not UTF-8', async () => {
    assert.match(await textOf('a.txt', Buffer.from('Stra\xdfe \x01und mehr', 'latin1')), /Straße und mehr/)
  })

  it('is read when it is UTF-16 without a byte order mark', async () => {
    assert.match(await textOf('a.txt', Buffer.from('First wo\u0001rd and more', 'utf16le')), /First word and more/)
  })
})

describe('a binary file that is declared as text', () => {
  const random = Buffer.from(
    Array.from({ length: 4096 }, (_, index) => (Math.imul(index + 1, 2_654_435_761) >>> 13) & 0xff),
  )
  const records = Buffer.alloc(4096)
  for (let at = 0; at < records.length; at += 32) records.write('record', at)
  for (const [name, bytes] of [
    ['noise', random],
    ['records', records],
    ['NULs', Buffer.alloc(64)],
  ] as const)
    it(`is refused: ${name}`, async () => {
      await assert.rejects(textOf('a.txt', bytes), { code: 'document_damaged', message: /octet-stream/ })
    })

  it('is what its signature says: a gzip', async () => {
    const gzip = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), Buffer.from('x'.repeat(1000))])
    await assert.rejects(textOf('a.txt', gzip), { message: /gzip|gunzip|damaged/i })
  })
})
