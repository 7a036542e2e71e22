import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attachedMessage, msgOf, type OutlookProperties, storedRichText } from '@polyparse/test-support/outlook'
import { compoundFileOf } from '@polyparse/test-support/compound-file'
import { pngOf } from '@polyparse/test-support/office'
import { msgEngine } from '../src/mail/outlook/msg-engine.ts'
import { failsWith, blockOutline, reader } from '@polyparse/test-support/reading'

const read = reader(msgEngine, 'application/vnd.ms-outlook')
const head = {
  '0037': 'Grüße',
  '0C1A': 'Ada Byron',
  '0C1F': '/O=EXAMPLE/OU=X/CN=ADA',
  '5D01': 'ada@example.com',
  '0039': new Date('2025-03-03T09:00:00Z'),
}
const recipients = [
  { '3001': 'Bob', '39FE': 'bob@example.com', '0C15': 1 },
  { '3001': 'carol@example.com', '3003': 'carol@example.com', '0C15': 2 },
  { '3001': 'Secret', '3003': 'secret@example.com', '0C15': 3 },
]
const shownHead = [
  ['title', 'Grüße'],
  [
    'paragraph',
    'From: Ada Byron <ada@example.com>\nTo: Bob <bob@example.com>\nCc: carol@example.com\nDate: 2025-03-03T09:00:00.000Z',
  ],
]

const compressed = '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0'

/** Bodies of a mail, and what follows its head. */
const bodies: readonly (readonly [what: string, properties: OutlookProperties, body: readonly unknown[]])[] = [
  [
    'text',
    { '1000': 'Hello,\r\n\r\nBye\r\n' },
    [
      ['paragraph', 'Hello,'],
      ['paragraph', 'Bye'],
    ],
  ],
  [
    'HTML in the encoding that the mail states',
    { '1000': 'plain', '1013': Buffer.from('<h1>\u00cf\u00f0</h1>', 'latin1'), '3FDE': 1251 },
    [['heading', 1, 'Пр']],
  ],
  [
    'HTML that is wrapped into RTF',
    {
      '1000': 'plain',
      '1009': storedRichText(
        "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 \\deff0{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fcharset204 Arial;}}{\\colortbl\\red0;}{\\*\\generator x;}\\uc1\\pard\\plain {\\*\\htmltag64 <h2>}\\htmlrtf {\\b\\htmlrtf0 Caf\\'e9{\\*\\htmltag72 </h2>}\\htmlrtf }\\htmlrtf0 {\\*\\htmltag64 <p>}\\f1 \\'cf\\'f0\\u8364? {\\*\\htmltag84 &amp;}\\htmlrtf &\\htmlrtf0  \\{x\\}{\\*\\mhtmltag0 <a>}{\\*\\htmltag72 </p>}}",
      ),
    },
    [
      ['heading', 2, 'Café'],
      ['paragraph', 'Пр€ & {x}'],
    ],
  ],
  [
    'RTF',
    { '1000': 'plain', '1009': storedRichText('{\\rtf1 one\\par {\\b two}\\par}') },
    [
      ['paragraph', 'one'],
      ['paragraph', 'two'],
    ],
  ],
  [
    'text wrapped into RTF',
    { '1000': 'plain', '1009': storedRichText('{\\rtf1\\fromtext x}') },
    [['paragraph', 'plain']],
  ],
  [
    'compressed RTF',
    // The example of MS-OXRTFCP 3.1.1.1.
    { '1009': Buffer.from(compressed, 'hex') },
    [['paragraph', 'hello world']],
  ],
]

describe('a mail of Outlook', () => {
  for (const [what, properties, body] of bodies)
    it(`is read with its head, and a body of ${what}`, async () => {
      const document = await read(msgOf({ properties: { ...head, ...properties }, recipients }))
      assert.deepEqual(blockOutline(document), [...shownHead, ...body])
    })
  it('shows the pictures of its body, and names what else is attached, mails too', async () => {
    const attachments = [
      { '3707': 'report.pdf', '3704': 'REPORT~1.PDF', '370E': 'application/pdf', '3701': Buffer.from('x') },
      { '3712': 'pic', '370E': 'image/png', '3701': pngOf(20, 20) },
      { '3001': 'The first offer', '3705': 5, '3701': attachedMessage({ properties: { '0037': 'Offer' } }) },
    ]
    const html = Buffer.from('<p>Look:</p><img src="cid:pic" alt="a lake">')
    const document = await read(msgOf({ properties: { ...head, '1013': html }, recipients, attachments }))
    assert.deepEqual(blockOutline(document).slice(2), [
      ['paragraph', 'Look:'],
      ['picture', 'a lake'],
      ['heading', 2, 'Attachments'],
      ['list_item', 1, '•', 'report.pdf'],
      ['list_item', 1, '•', 'The first offer'],
    ])
    assert.deepEqual(
      document.pictures.map(({ mimeType }) => mimeType),
      ['image/png'],
    )
  })

  it('of an older version has texts in the encoding that it states', async () => {
    const folder = compoundFileOf({
      '__properties_version1.0': Buffer.concat([
        Buffer.alloc(32),
        Buffer.from('0300fd3f00000000e304000000000000', 'hex'),
      ]),
      '__substg1.0_0037001E': Buffer.from([0xcf, 0xf0]),
      '__substg1.0_1000001E': Buffer.from([0xcf, 0xf0, 0xe8]),
    })
    assert.deepEqual(blockOutline(await read(folder)), [
      ['title', 'Пр'],
      ['paragraph', 'При'],
    ])
  })

  it('has the name of its sender where it is sent in the name of the address alone', async () => {
    const address = 'ada@example.com'
    const properties = { '0C1A': 'Ada Byron', '0C1F': address, '0042': address, '0065': address, '1000': 'x' }
    assert.deepEqual(blockOutline(await read(msgOf({ properties })))[0], [
      'paragraph',
      'From: Ada Byron <ada@example.com>',
    ])
    const secretary = { ...properties, '0042': 'Charles', '0065': 'charles@example.com' }
    assert.deepEqual(blockOutline(await read(msgOf({ properties: secretary })))[0], [
      'paragraph',
      'From: Charles <charles@example.com>',
    ])
  })

  it('says who it was sent to where the recipients are not listed, and gives its metadata', async () => {
    const document = await read(msgOf({ properties: { ...head, '0E04': 'Bob; Carol', '1000': 'x' } }))
    assert.equal(
      blockOutline(document)[1]?.[1],
      'From: Ada Byron <ada@example.com>\nTo: Bob; Carol\nDate: 2025-03-03T09:00:00.000Z',
    )
    assert.deepEqual(document.metadata, {
      mimeType: 'application/vnd.ms-outlook',
      title: 'Grüße',
      author: 'Ada Byron <ada@example.com>',
      createdAt: '2025-03-03T09:00:00.000Z',
      documentPageCount: 1,
    })
  })

  it('without anything in it is empty', async () => {
    await assert.rejects(read(msgOf({ properties: {} })), failsWith('document_empty'))
    await assert.rejects(read(''), failsWith('document_empty'))
  })
})

describe('an item of Outlook that is no mail', () => {
  const body = { '0037': 'Lunch', '1000': 'See you' }
  const named = [
    [0x62002, 0x820d],
    [0x62002, 0x820e],
    [0x62002, 0x8208],
  ] as const

  it('has its time and place where it is an appointment', async () => {
    const start = new Date('2026-03-05T12:30:00Z')
    const properties = { ...body, '001A': 'IPM.Appointment', '8000': start, '8001': start, '8002': 'Room 5' }
    assert.deepEqual(blockOutline(await read(msgOf({ properties, named }))), [
      ['title', 'Lunch'],
      ['paragraph', 'Start: 2026-03-05 12:30 UTC\nEnd: 2026-03-05 12:30 UTC\nLocation: Room 5'],
      ['paragraph', 'See you'],
    ])
    assert.equal(
      blockOutline(await read(msgOf({ properties: { ...properties, '001A': 'IPM.Note' }, named }))).length,
      2,
    )
  })

  it('has its numbers and addresses where it is a contact', async () => {
    const properties = { ...body, '001A': 'IPM.Contact', '3A08': '555-1234', '8000': 'ann@example.com' }
    const document = await read(msgOf({ properties, named: [[0x62004, 0x8083]] }))
    assert.deepEqual(blockOutline(document)[1], ['paragraph', 'Phone (work): 555-1234\nEmail: ann@example.com'])
  })

  it('is read without them where its list of names is cut off', async () => {
    const properties = { ...body, '001A': 'IPM.Appointment', '8002': 'Room 5' }
    const whole = msgOf({ properties, named })
    const cut = Buffer.from(whole)
    // The set of the place, which no other stream has.
    cut.fill(0xff, cut.indexOf(Buffer.from([0x08, 0x82, 0, 0])) + 4, cut.indexOf(Buffer.from([0x08, 0x82, 0, 0])) + 6)
    assert.deepEqual(blockOutline(await read(whole))[1], ['paragraph', 'Location: Room 5'])
    assert.deepEqual(blockOutline(await read(cut))[1], ['paragraph', 'See you'])
  })
})

it('a mail of Outlook has the address of its sender from the headers that it came with', async () => {
  const headers = 'Received: by example.com\r\nFrom: "Byron, Ada"\r\n\t<ada@example.com>\r\nTo: bob@example.com\r\n'
  const properties = { '0037': 'Hello', '0C1A': 'Ada Byron', '0C1F': '/O=EXAMPLE/CN=ADA', '007D': headers, '1000': 'x' }
  assert.deepEqual(blockOutline(await read(msgOf({ properties })))[1], [
    'paragraph',
    'From: Ada Byron <ada@example.com>',
  ])
})
