import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Document, markdown } from '@polyparse/document'
import { docxOf, paragraphXml, pngOf, run } from '@polyparse/test-support/office'
import { msgOf } from '@polyparse/test-support/outlook'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { zipSync } from 'fflate'
import { readDocument, type ReadDocumentOptions } from '../src/index.ts'
import { failsWith } from '@polyparse/test-support/reading'

const part = (headers: string, content: string): string => `--x\r\n${headers}\r\n\r\n${content}\r\n`
const attached = (name: string, mediaType: string, bytes: Uint8Array): string =>
  part(
    `Content-Type: ${mediaType}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"`,
    Buffer.from(bytes).toString('base64'),
  )
const mailOf = (subject: string, ...parts: readonly string[]): string =>
  `From: a@example.com\r\nTo: b@example.com\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${parts.join('')}--x--\r\n`

const read = (mail: string | Uint8Array, options: ReadDocumentOptions = {}): Promise<Document> =>
  readDocument(Buffer.from(mail), { reader: 'structure', attachments: true, ...options })

const contained = ({ metadata: { documents = [] } }: Document): (string | number | null)[][] =>
  documents.map(({ path, firstPage, lastPage, error }) =>
    error === undefined ? [path, firstPage, lastPage] : [path, error.code],
  )

const text = part('Content-Type: text/plain', 'See the report.')
const letter = docxOf({ body: paragraphXml(run('a letter')) })

describe('a mail whose attachments are asked for', () => {
  it('is followed by them too where Outlook has stored it', async () => {
    const mail = msgOf({
      properties: { '0037': 'Offer', '1000': 'See the letter.' },
      attachments: [{ '3707': 'letter.docx', '370E': 'application/octet-stream', '3701': Buffer.from(letter) }],
    })
    const document = await read(mail)
    assert.deepEqual(contained(document), [['letter.docx', 2, 2]])
    assert.match(markdown(document), /See the letter\.[^]*# letter\.docx[^]*a letter/)
  })

  it('is read first, then what is attached, each file under its name', async () => {
    const report = await pagesPdf(2)
    const mail = mailOf(
      'Report',
      text,
      attached('report.pdf', 'application/pdf', report),
      attached('letter', 'application/octet-stream', letter),
    )
    const document = await read(mail)
    assert.deepEqual(contained(document), [
      ['report.pdf', 2, 3],
      ['letter', 4, 4],
    ])
    assert.equal(document.metadata.title, 'Report')
    assert.equal(document.metadata.documentPageCount, 4)
    assert.match(markdown(document), /^# Report\n[^]*See the report\.[^]*\n# report\.pdf\n[^]*\n# letter\n\na letter$/)
    assert.deepEqual(document.warnings, [])
    const second = await read(mail, { pages: [3] })
    assert.deepEqual(
      second.pages.map(({ number }) => number),
      [3],
    )
  })

  it('is read alone where they are not asked for', async () => {
    const document = await read(mailOf('Report', text, attached('letter.docx', 'x/y', letter)), { attachments: false })
    assert.equal(document.metadata.documents, undefined)
    assert.equal(document.pages.length, 1)
  })

  it('shows pictures of its text once, and is read without what cannot be read', async () => {
    const html = part('Content-Type: text/html', '<p>Hello</p><img src="cid:pic">')
    const picture = part(
      'Content-Type: image/png\r\nContent-ID: <pic>\r\nContent-Transfer-Encoding: base64',
      Buffer.from(pngOf(20, 20)).toString('base64'),
    )
    const document = await read(mailOf('x', html, picture, attached('a.bin', 'x/y', new Uint8Array([0, 1, 2]))))
    assert.deepEqual(contained(document), [['a.bin', 'document_damaged']])
    assert.deepEqual(
      document.warnings.map(({ code }) => code),
      ['entry_unread'],
    )
    assert.equal(document.pages.length, 1)
  })

  it('is read with the files of an archive that is attached', async () => {
    const archive = zipSync({ 'in/letter.docx': letter })
    const document = await read(mailOf('x', text, attached('all.zip', 'application/zip', archive)))
    assert.deepEqual(contained(document), [['all.zip/in/letter.docx', 2, 2]])
  })

  it('is read in an archive too', async () => {
    const mail = Buffer.from(mailOf('x', text, attached('letter.docx', 'x/y', letter)))
    const archive = zipSync({ 'mails/1.eml': mail, 'z.txt': Buffer.from('z') })
    assert.deepEqual(contained(await read(archive)), [
      ['mails/1.eml', 1, 1],
      ['mails/1.eml/letter.docx', 2, 2],
      ['z.txt', 3, 3],
    ])
    assert.deepEqual(contained(await read(archive, { attachments: false })), [
      ['mails/1.eml', 1, 1],
      ['z.txt', 2, 2],
    ])
  })

  it('may have thousands of them, and is refused beyond as many files or pages as a document may have', async () => {
    const parts = Array.from({ length: 10_001 }, (_, index) => attached(`${index}.txt`, 'text/plain', Buffer.from('x')))
    assert.equal((await read(mailOf('x', text, ...parts.slice(0, 2000)))).pages.length, 2001)
    await assert.rejects(
      read(mailOf('x', text, ...parts.slice(0, 200)), { maxPages: 100 }),
      failsWith('too_many_pages'),
    )
    await assert.rejects(read(mailOf('x', text, ...parts)), failsWith('document_damaged'))
  })
})

describe('a mailbox whose attachments are asked for', () => {
  it('is read first, then what is attached to each of its mails, by the number of the mail', async () => {
    const stored = ['First', 'Second'].map(
      (subject) =>
        `From a@example.com Mon Jan  1 00:00:00 2024\n${mailOf(subject, text, attached('letter.docx', 'x/y', letter))}\n`,
    )
    const document = await read(stored.join(''))
    assert.deepEqual(contained(document), [
      ['1/letter.docx', 3, 3],
      ['2/letter.docx', 4, 4],
    ])
  })
})
