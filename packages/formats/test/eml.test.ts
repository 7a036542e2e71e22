import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pngOf } from '@polyparse/test-support/office'
import { emlEngine } from '../src/mail/eml-engine.ts'
import { blocksOf, failsWith, blockOutline, reader } from '@polyparse/test-support/reading'

const read = reader(emlEngine, 'message/rfc822')
const head =
  'From: Ada Byron <ada@example.com>\r\nTo: b@example.com\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nDate: Mon, 3 Mar 2025 10:00:00 +0100\r\n'
const shownHead = 'From: Ada Byron <ada@example.com>\nTo: b@example.com\nDate: 2025-03-03T09:00:00.000Z'

const part = (headers: string, content: string): string => `--x\r\n${headers}\r\n\r\n${content}\r\n`
const multipart = (kind: string, ...parts: readonly string[]): string =>
  `MIME-Version: 1.0\r\nContent-Type: multipart/${kind}; boundary=x\r\n\r\n${parts.join('')}--x--\r\n`

describe('a mail', () => {
  it('is read where it was stored as UTF-16', async () => {
    const source = `${head}Content-Type: text/plain; charset="utf-16"\r\n\r\nGrüße\r\n`
    for (const mark of ['\ufeff', ''])
      assert.deepEqual(blockOutline(await read(Buffer.from(mark + source, 'utf16le'))), [
        ['title', 'Grüße'],
        ['paragraph', shownHead],
        ['paragraph', 'Grüße'],
      ])
  })

  it('has all its authors', async () => {
    const source =
      'From: =?utf-8?q?Zo=C3=AB?= <zoe@example.com>,\r\n ben@example.com\r\nTo: b@example.com\r\n\r\nHi\r\n'
    const document = await read(source)
    assert.deepEqual(blockOutline(document)[0], [
      'paragraph',
      'From: Zoë <zoe@example.com>, ben@example.com\nTo: b@example.com',
    ])
    assert.equal(document.metadata.author, 'Zoë <zoe@example.com>, ben@example.com')
  })

  it('has its subject, its head and its text', async () => {
    const document = await read(`${head}\r\nHello,\r\n\r\n> you said\r\n> this\r\n\r\nBye\r\n`)
    assert.deepEqual(blockOutline(document), [
      ['title', 'Grüße'],
      ['paragraph', shownHead],
      ['paragraph', 'Hello,'],
      ['quote', 'you said\nthis'],
      ['paragraph', 'Bye'],
    ])
    assert.deepEqual(document.metadata, {
      mimeType: 'message/rfc822',
      title: 'Grüße',
      author: 'Ada Byron <ada@example.com>',
      createdAt: '2025-03-03T09:00:00.000Z',
      documentPageCount: 1,
    })
  })

  it('has what it answers as quotes, in text and in HTML', async () => {
    const text = await read(`${head}\r\nAda wrote:\r\n> First.\r\n>\r\n> > Older.\r\n>From here on.\r\n`)
    const [, , intro, quote, after] = blocksOf(text)
    assert.deepEqual([intro?.text, after?.text], ['Ada wrote:', '>From here on.'])
    assert.deepEqual([quote?.type, quote?.blocks?.map((block) => block.text)], ['quote', ['First.', '> Older.']])
    const html = '<p>So:</p><blockquote type="cite"><p>First.</p></blockquote>'
    assert.deepEqual(blockOutline(await read(`${head}Content-Type: text/html\r\n\r\n${html}`)).slice(2), [
      ['paragraph', 'So:'],
      ['quote', 'First.'],
    ])
  })

  it('is read as HTML where it has any, with embedded pictures and the names of attachments', async () => {
    const picture = Buffer.from(pngOf(20, 20)).toString('base64')
    const html =
      '<table><tr><td><p>Hello <b>you</b></p><img src="cid:pic" alt="a lake"></td></tr></table><img src="https://tracker.example/x.png">'
    const body = multipart(
      'mixed',
      part('Content-Type: text/html', html),
      part('Content-Type: image/png\r\nContent-ID: <pic>\r\nContent-Transfer-Encoding: base64', picture),
      part(
        'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="report.pdf"\r\nContent-Transfer-Encoding: base64',
        'eA==',
      ),
    )
    const document = await read(head + body)
    assert.deepEqual(document.attachments, [{ name: 'report.pdf', mimeType: 'application/pdf', sizeBytes: 1 }])
    assert.deepEqual(blockOutline(document).slice(2), [
      ['paragraph', 'Hello you'],
      ['picture', 'a lake'],
      ['heading', 2, 'Attachments'],
      ['list_item', 1, '•', 'report.pdf'],
    ])
    assert.deepEqual(
      document.pictures.map(({ mimeType, alt }) => [mimeType, alt]),
      [['image/png', 'a lake']],
    )
  })

  it('prefers HTML to text, and falls back to the text where the HTML is empty', async () => {
    const alternative = (html: string): string =>
      multipart('alternative', part('Content-Type: text/plain', 'plain'), part('Content-Type: text/html', html))
    assert.deepEqual(blockOutline(await read(head + alternative('<p>rich</p>'))).at(-1), ['paragraph', 'rich'])
    assert.deepEqual(blockOutline(await read(head + alternative('<p></p>'))).at(-1), ['paragraph', 'plain'])
  })

  it('without bytes is empty', async () => {
    await assert.rejects(read(''), failsWith('document_empty'))
  })
})
