import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mboxEngine } from '../src/mail/mbox-engine.ts'
import { failsWith, blockOutline, reader, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(mboxEngine, 'application/mbox')
const mail = (subject: string, body: string): string =>
  `From ada@example.com Mon Mar  3 10:00:00 2025\nFrom: ada@example.com\nSubject: ${subject}\n\n${body}\n\n`

describe('a mailbox', () => {
  it('has a page for each mail, with what its lines were before they were stored', async () => {
    const first = mail('One', 'Hello\n\nFrom here on it is easy.\n\n>From me to you\n>>From them\n> From you')
    const document = await read(first + mail('Two', 'Grüße'))
    assert.deepEqual(blockOutline(document), [
      ['title', 'One'],
      ['paragraph', 'From: ada@example.com'],
      ['paragraph', 'Hello'],
      ['paragraph', 'From here on it is easy.'],
      ['paragraph', 'From me to you\n>From them'],
      ['quote', 'From you'],
    ])
    assert.deepEqual(blockOutline(document, 2), [
      ['title', 'Two'],
      ['paragraph', 'From: ada@example.com'],
      ['paragraph', 'Grüße'],
    ])
    assert.deepEqual(document.metadata, { mimeType: 'application/mbox', documentPageCount: 2 })
    assert.deepEqual(document.warnings, [])
  })

  it('with the line ends of Windows is the same', async () => {
    const document = await read((mail('One', 'a') + mail('Two', '>From b')).replaceAll('\n', '\r\n'))
    assert.deepEqual(
      [blockOutline(document)[2], blockOutline(document, 2)[2]],
      [
        ['paragraph', 'a'],
        ['paragraph', 'From b'],
      ],
    )
  })

  it('is read in part where pages are named, and refused where it has too many mails', async () => {
    const three = mail('One', 'a') + mail('Two', 'b') + mail('Three', 'c')
    const document = await read(three, { pages: [2, 9] })
    assert.deepEqual(
      document.pages.map(({ number }) => number),
      [2],
    )
    assert.deepEqual(codesOfWarnings(document), [['page_out_of_range', 9]])
    await assert.rejects(read(three, { maxPages: 2 }), failsWith('too_many_pages'))
  })

  it('with a mail that cannot be read has the others', async () => {
    const nested = Array.from({ length: 80 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`)
    const broken = `From x Mon Mar  3 10:00:00 2025\nMIME-Version: 1.0\n${nested.join('')}\n`
    const document = await read(mail('One', 'a') + broken + mail('Three', 'c'))
    assert.deepEqual(codesOfWarnings(document), [['page_damaged', 2]])
    assert.deepEqual(
      [blockOutline(document)[0], blockOutline(document, 2), blockOutline(document, 3)[0]],
      [['title', 'One'], [], ['title', 'Three']],
    )
    await assert.rejects(read(broken), failsWith('document_damaged'))
  })

  it('without a mail is empty', async () => {
    for (const empty of ['', 'Hello', 'From here on\n\nwords'])
      await assert.rejects(read(empty), failsWith('document_empty'))
  })
})
