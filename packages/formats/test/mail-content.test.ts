import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { msgOf } from '@polyparse/test-support/outlook'
import { blockOutline, codesOfWarnings, reader } from '@polyparse/test-support/reading'
import { emlEngine } from '../src/mail/eml-engine.ts'
import { msgEngine } from '../src/mail/outlook/msg-engine.ts'
import { securedContent } from '../src/mail/signed-content.ts'
import { encodeText } from './support/encode-text.ts'
import { withinCpu } from '@polyparse/test-support/cpu-bound'

const read = reader(emlEngine, 'message/rfc822')
const readMsg = reader(msgEngine, 'application/vnd.ms-outlook')
const head = 'From: a@example.com\r\nSubject: x\r\nMIME-Version: 1.0\r\n'
const russian = 'Договор поставки: товар передаётся за десять дней.'

/** An element of DER, or of BER without its length. */
const der = (tag: number, ...contents: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(contents)
  return content.length < 128
    ? Buffer.concat([Buffer.of(tag, content.length), content])
    : Buffer.concat([Buffer.of(tag, 0x82, content.length >> 8, content.length & 0xff), content])
}
const open = (tag: number, ...contents: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.of(tag, 0x80), ...contents, Buffer.of(0, 0)])

const identifier = (kind: number): Buffer => der(0x06, Buffer.from(`2a864886f70d01070${kind}`, 'hex'))
const version = der(0x02, Buffer.of(1))
const signed = (mail: string): Buffer =>
  der(
    0x30,
    identifier(2),
    der(0xa0, der(0x30, version, der(0x31), der(0x30, identifier(1), der(0xa0, der(0x04, Buffer.from(mail)))))),
  )
/** The same as some programs write it: lengths are left open, and the text comes in pieces. */
const signedInPieces = (...pieces: readonly string[]): Buffer => {
  const octets = open(0x24, ...pieces.map((piece) => der(0x04, Buffer.from(piece))))
  return open(
    0x30,
    identifier(2),
    open(0xa0, open(0x30, version, der(0x31), open(0x30, identifier(1), open(0xa0, octets)))),
  )
}
const encrypted = der(0x30, identifier(3), der(0xa0, der(0x30, version)))

const secured = (content: Uint8Array): string =>
  `${head}Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`
const inner = 'Content-Type: text/plain; charset=utf-8\r\n\r\nThe invoice is approved.\r\n'

const textsOf = (document: Awaited<ReturnType<typeof read>>, headBlocks = 2): unknown[] =>
  blockOutline(document)
    .slice(headBlocks)
    .map(([, text]) => text)

describe('a mail that is secured', () => {
  it('is read at once when its type has a long parameter and no charset', async () => {
    const mail = `${head}Content-Type: text/plain; x=${'a'.repeat(5000)}\r\n\r\nGrüße`
    await withinCpu(5000, () => read(Buffer.from(mail, 'latin1')))
  })

  it('and only signed has the text that is signed', async () => {
    for (const content of [
      signed(inner),
      signedInPieces(inner.slice(0, 20), inner.slice(20)),
      signed(secured(signed(inner))),
    ]) {
      const document = await read(secured(content))
      assert.deepEqual(textsOf(document), ['The invoice is approved.'])
      assert.deepEqual(codesOfWarnings(document), [])
    }
  })

  it('and encrypted says so', async () => {
    const pgp = '-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----'
    for (const mail of [secured(encrypted), `${head}\r\n${pgp}\r\n`])
      assert.deepEqual(codesOfWarnings(await read(mail)), [['encrypted_part', undefined]])
  })

  it('and encrypted says so where Outlook has stored it', async () => {
    const encryptedFile = { '370E': 'application/pkcs7-mime', '3707': 'smime.p7m', '3701': encrypted }
    const pgp = { '370E': 'application/pgp-encrypted', '3701': Buffer.from('Version: 1') }
    for (const attachment of [encryptedFile, pgp]) {
      const document = await readMsg(msgOf({ properties: { '0037': 'x' }, attachments: [attachment] }))
      assert.deepEqual(codesOfWarnings(document), [['encrypted_part', undefined]])
    }
  })

  it('and only signed has its text once and its files where Outlook has stored it', async () => {
    const file = 'Content-Type: text/csv\r\nContent-Disposition: attachment; filename=a.csv\r\n\r\n1,2'
    const mixed = `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n${inner}--m\r\n${file}\r\n--m--\r\n`
    const signature = 'Content-Type: application/pkcs7-signature; name=smime.p7s\r\n\r\nx'
    const whole = `Content-Type: multipart/signed; boundary=s\r\n\r\n--s\r\n${mixed}\r\n--s\r\n${signature}\r\n--s--\r\n`
    const attachments = [
      { '370E': 'multipart/signed', '3701': Buffer.from(whole) },
      { '370E': 'application/pkcs7-mime', '3707': 'smime.p7m', '3701': signed(mixed) },
    ]
    for (const [index, attachment] of attachments.entries()) {
      const own = index === 0 ? { '1000': 'The invoice is approved.' } : {}
      const document = await readMsg(msgOf({ properties: { '0037': 'x', ...own }, attachments: [attachment] }))
      assert.deepEqual(textsOf(document, 1).slice(0, 1), ['The invoice is approved.'])
      const texts = blockOutline(document).map((block) => block.at(-1))
      assert.equal(texts.filter((text) => text === 'The invoice is approved.').length, 1)
      assert.ok(texts.includes('a.csv'))
    }
    const cutOff = { '370E': 'multipart/signed', '3701': Buffer.alloc(0) }
    const kept = await readMsg(msgOf({ properties: { '0037': 'x', '1000': 'Kept.' }, attachments: [cutOff] }))
    assert.deepEqual(textsOf(kept, 1).slice(0, 1), ['Kept.'])
  })

  it('keeps a signed file beside its text, such as an invoice, as an attachment', async () => {
    const invoice = `Content-Type: application/pkcs7-mime; name=IT01.xml.p7m\r\nContent-Disposition: attachment; filename=IT01.xml.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${signed('<xml/>').toString('base64')}`
    const mail = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the invoice.\r\n--b\r\n${invoice}\r\n--b--\r\n`
    const texts = blockOutline(await read(mail)).map((block) => block.at(-1))
    assert.deepEqual(texts.slice(2), ['See the invoice.', 'Attachments', 'IT01.xml.p7m'])
  })

  it('is read as far as it goes where it is cut off, nested without end or no such file', async () => {
    const whole = signed(inner)
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const content = whole.subarray(0, Math.floor((whole.length * tenth) / 10))
      assert.equal(securedContent(content), null)
      await read(secured(content))
    }
    let nested = inner
    for (let depth = 0; depth < 8; depth += 1) nested = secured(signed(nested))
    await read(nested)
    assert.equal(securedContent(Buffer.alloc(100_000, Buffer.of(0x30, 0x80))), null)
  })
})

describe('a mail', () => {
  it('has time and place of an invitation that is an alternative of its body', async () => {
    const calendar =
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Budget\r\nLOCATION:Oslo\r\nDTSTART:20240507T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR'
    const mail = `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nPlease join.\r\n--b\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n${calendar}\r\n--b--\r\n`
    const document = await read(mail)
    assert.deepEqual(blockOutline(document).slice(2), [
      ['paragraph', 'Please join.'],
      ['heading', 2, 'Budget'],
      ['paragraph', 'Start: 2024-05-07 09:00 UTC\nLocation: Oslo'],
    ])
    assert.equal(document.attachments, undefined)
  })

  it('has the mails that it forwards, with their dates as they are, and their attachments', async () => {
    const file =
      'Content-Type: application/pdf; name="a.pdf"\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\neA=='
    const inner = `From: z@example.com\r\nDate: Fri, 05 Apr 2024 10:00:00 +0200\r\nSubject: Offer\r\nContent-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\nFive.\r\n--i\r\n${file}\r\n--i--`
    const mail = `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee below.\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b--\r\n`
    assert.deepEqual(blockOutline(await read(mail)).slice(2), [
      ['paragraph', 'See below.'],
      ['heading', 2, 'Offer'],
      ['paragraph', 'From: z@example.com\nDate: 2024-04-05T08:00:00.000Z'],
      ['paragraph', 'Five.'],
      ['heading', 2, 'Attachments'],
      ['list_item', 1, '•', 'a.pdf'],
    ])
  })

  it('that comes back has the recipient and the reason', async () => {
    const status =
      'Reporting-MTA: dns; mx.example.com\r\n\r\nFinal-Recipient: rfc822; q@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp;\r\n 550 no such user'
    const mail = `${head}Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n${status}\r\n--b--\r\n`
    assert.deepEqual(textsOf(await read(mail)), [
      'Sorry.',
      'Final-Recipient: q@example.com\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: 550 no such user',
    ])
  })

  it('is in the charset of its bytes where it declares another, or none', async () => {
    const bytes = encodeText(russian, 'windows-1251')
    for (const type of ['Content-Type: text/plain; charset=iso-8859-1\r\n', 'Content-Type: text/plain\r\n', '']) {
      const document = await read(Buffer.concat([Buffer.from(`${head}${type}\r\n`), bytes]))
      assert.deepEqual(textsOf(document), [russian])
      assert.deepEqual(codesOfWarnings(document), [['charset_guessed', undefined]])
    }
    const declared = await read(
      Buffer.concat([Buffer.from(`${head}Content-Type: text/plain; charset=windows-1251\r\n\r\n`), bytes]),
    )
    assert.deepEqual([textsOf(declared), codesOfWarnings(declared)], [[russian], []])
    assert.deepEqual(textsOf(await read(`${head}Content-Type: text/plain; charset=utf-7\r\n\r\nF+APw-r 5 +IKw-\r\n`)), [
      'Für 5 €',
    ])
  })
})

describe('a mail that Outlook has packed for others of its kind', () => {
  const numbers = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
    return bytes
  }
  const attribute = (level: number, id: number, data: Uint8Array): Buffer =>
    Buffer.concat([Buffer.of(level), numbers(id, data.length), data, Buffer.alloc(2)])
  /** A property with a type and an identifier, and one value of any length. */
  const property = (type: number, id: number, value: Buffer): Buffer =>
    Buffer.concat([numbers(id * 0x10000 + type, 1, value.length), value, Buffer.alloc((4 - (value.length % 4)) % 4)])
  const named = Buffer.concat([numbers(0x80010003), Buffer.alloc(16), numbers(0, 7, 42)])
  const html = property(0x0102, 0x1013, Buffer.from('<p>Hello <b>you</b></p>'))
  const fileName = property(0x001f, 0x3707, Buffer.from('Offer.pdf\0', 'utf16le'))
  const tnef = Buffer.concat([
    numbers(0x223e9f78),
    Buffer.of(1, 0),
    attribute(1, 0x00069007, numbers(1252, 0)),
    attribute(1, 0x00069003, Buffer.concat([numbers(2), named, html])),
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x0006800f, Buffer.from('%PDF')),
    attribute(2, 0x00069005, Buffer.concat([numbers(1), fileName])),
  ])
  const packed = (content: Uint8Array): string =>
    `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n--b--\r\n`

  it('has its body and its files', async () => {
    const document = await read(packed(tnef))
    assert.deepEqual(blockOutline(document).slice(2), [
      ['paragraph', 'Hello you'],
      ['heading', 2, 'Attachments'],
      ['list_item', 1, '•', 'Offer.pdf'],
    ])
    assert.deepEqual(
      document.attachments?.map(({ name, sizeBytes }) => [name, sizeBytes]),
      [['Offer.pdf', 4]],
    )
  })

  it('is read as far as it goes where it is cut off or its lengths are wrong', async () => {
    for (let tenth = 0; tenth < 10; tenth += 1)
      await read(packed(tnef.subarray(0, Math.floor((tnef.length * tenth) / 10))))
    for (let at = 6; at + 4 <= tnef.length; at += 3) {
      const wrong = Buffer.from(tnef)
      wrong.writeUInt32LE(0xfffffff0, at)
      await read(packed(wrong))
    }
  })
})

describe('a mail of Outlook with texts of eight bits', () => {
  const msg = (properties: Readonly<Record<string, number>>): Buffer => {
    const listed = Object.entries(properties).map(([id, value]) => {
      const entry = Buffer.alloc(16)
      entry.writeUInt32LE(Number.parseInt(`${id}0003`, 16))
      entry.writeInt32LE(value, 8)
      return entry
    })
    return compoundFileOf({
      '__properties_version1.0': Buffer.concat([Buffer.alloc(32), ...listed]),
      '__substg1.0_0037001E': encodeText('Договор', 'windows-1251'),
      '__substg1.0_1000001E': encodeText(russian, 'windows-1251'),
    })
  }

  it('is in the code page of its locale, or of its body', async () => {
    for (const properties of [{ '3FF1': 1049 }, { '3FDE': 1251 }, { '3FFD': 1251 }]) {
      const document = await readMsg(msg(properties))
      assert.deepEqual(blockOutline(document), [
        ['title', 'Договор'],
        ['paragraph', russian],
      ])
      assert.deepEqual(codesOfWarnings(document), [])
    }
  })

  it('is in a guessed one where it names none, or a false one, and says so', async () => {
    for (const properties of [{}, { '3FFD': 1252 }]) {
      const document = await readMsg(msg(properties))
      assert.deepEqual(blockOutline(document)[0], ['title', 'Договор'])
      assert.deepEqual(codesOfWarnings(document), [['charset_guessed', undefined]])
    }
  })
})

describe('a mail with bytes that no header announces', () => {
  const fields = ({ type, subject = 'x' }: { type: string; subject?: string }): string =>
    `From: J\u00FCrg Br\u00FChl <a@example.com>\r\nSubject: ${subject}\r\nContent-Type: ${type}\r\n`

  it('has the names, the subject and the names of files that stand in its headers as they are', async () => {
    const part = 'Content-Disposition: attachment; filename="Gr\u00FC\u00DFe.pdf"\r\nContent-Type: application/pdf'
    const mail = [
      fields({ type: 'multipart/mixed; boundary=b', subject: 'Gr\u00FC\u00DFe' }),
      '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nSch\u00F6n\r\n',
      `--b\r\n${part}\r\n\r\nx\r\n--b--\r\n`,
    ].join('\r\n')
    const document = await read(Buffer.from(mail, 'latin1'))
    assert.deepEqual(blockOutline(document), [
      ['title', 'Gr\u00FC\u00DFe'],
      ['paragraph', 'From: J\u00FCrg Br\u00FChl <a@example.com>'],
      ['paragraph', 'Sch\u00F6n'],
      ['heading', 2, 'Attachments'],
      ['list_item', 1, '•', 'Gr\u00FC\u00DFe.pdf'],
    ])
    assert.equal(document.metadata.author, 'J\u00FCrg Br\u00FChl <a@example.com>')
  })

  it('has its web page in Cyrillic letters where that lies about its charset, and its text is in another', async () => {
    const russian = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0])
    const mail = Buffer.concat([
      Buffer.from(fields({ type: 'multipart/alternative; boundary=b' })),
      Buffer.from('\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nПривет\r\n'),
      Buffer.from('--b\r\nContent-Type: text/html; charset=iso-8859-1\r\n\r\n<p>'),
      russian,
      Buffer.from('</p>\r\n--b--\r\n'),
    ])
    const document = await read(mail)
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', 'Привет, Москва'])
    assert.ok(document.warnings.some(({ code }) => code === 'charset_guessed'))
  })

  it('has each kind of its texts in a charset in which it is plausible, though they declare several', async () => {
    const part = (type: string, content: string): Buffer =>
      Buffer.from(`--b\r\nContent-Type: text/${type}\r\n\r\n${content}\r\n`, 'latin1')
    const latin1 = (text: string): string => Buffer.from(text).toString('latin1')
    const mail = (...parts: readonly Buffer[]): Buffer =>
      Buffer.concat([
        Buffer.from('Subject: x\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n'),
        ...parts,
        Buffer.from('--b--\r\n'),
      ])
    const lying = mail(
      part('plain; charset=us-ascii', 'Answer'),
      part(
        'html; charset=utf-8',
        '<p>\u00CF\u00F0\u00E8\u00E2\u00E5\u00F2, \u00EA\u00E0\u00EA \u00E4\u00E5\u00EB\u00E0?</p>',
      ),
    )
    const document = await read(lying)
    assert.deepEqual(blockOutline(document).at(-1), ['paragraph', 'Привет, как дела?'])
    assert.deepEqual(codesOfWarnings(document), [['charset_guessed', undefined]])
    const right = await read(
      mail(
        part('plain; charset=iso-8859-1', 'Sch\u00F6n'),
        part('html; charset=utf-8', `<p>${latin1('Schön – so')}</p>`),
      ),
    )
    assert.deepEqual(blockOutline(right).at(-1), ['paragraph', 'Schön – so'])
    assert.deepEqual(right.warnings, [])
  })

  it('is told of where texts of one kind are in several charsets and not in theirs', async () => {
    const part = (charset: string, content: string): string =>
      `--b\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n${content}\r\n`
    const mail = (first: string): Buffer =>
      Buffer.from(
        `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part('utf-8', first)}${part('iso-8859-1', 'Gr\u00FC\u00DFe')}--b--\r\n`,
        'latin1',
      )
    const document = await read(mail('Sch\u00F6n'))
    assert.deepEqual(codesOfWarnings(document), [['charset_guessed', undefined]])
    assert.match(document.warnings[0]?.message ?? '', /in several charsets \(utf-8, iso-8859-1\)/)
    assert.deepEqual((await read(mail('nice'))).warnings, [])
  })

  it('is read in UTF-8 where it declares US-ASCII and is not', async () => {
    const mail = `${fields({ type: 'text/plain; charset=us-ascii' })}\r\nEnvoy\u00E9 par la Poste`
    assert.deepEqual(blockOutline(await read(Buffer.from(mail))).at(-1), ['paragraph', 'Envoy\u00E9 par la Poste'])
  })
})
