import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pngOf } from '@polyparse/test-support/office'
import { recordsEngine } from '../src/text/records/records-engine.ts'
import { failsWith, blockOutline, reader, codesOfWarnings } from '@polyparse/test-support/reading'

const readCalendar = reader(recordsEngine, 'text/calendar')
const readCards = reader(recordsEngine, 'text/vcard')
const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const card = (...lines: readonly string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n')

describe('A calendar', () => {
  it('has each entry as a heading, lines with labels, and its description', async () => {
    const source = calendar(
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'END:VTIMEZONE',
      'BEGIN:VEVENT',
      'UID:1@x',
      'SUMMARY:Board\\, monthly',
      'DTSTART;TZID=Europe/Berlin:20250303T100000',
      'DTEND:20250303T100000Z',
      'RRULE:FREQ=MONTHLY;UNTIL=20251231T000000Z',
      'ORGANIZER;CN="Byron: Ada":mailto:ada@example.com',
      'ATTENDEE:mailto:b@example.com',
      'ATTENDEE;CN=Cy:MAILTO:c@example.com',
      'DESCRIPTION:First li',
      ' ne\\nsecond\\n\\nAnother paragraph',
      'BEGIN:VALARM',
      'DESCRIPTION:beep',
      'END:VALARM',
      'END:VEVENT',
      'BEGIN:VTODO',
      'SUMMARY:Pay 20250101',
      'DUE;VALUE=DATE:20250401',
      'END:VTODO',
    )
    const document = await readCalendar(source)
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'Board, monthly'],
      [
        'paragraph',
        'Start: 2025-03-03 10:00 (Europe/Berlin)\nEnd: 2025-03-03 10:00 UTC\nRepeats: FREQ=MONTHLY;UNTIL=2025-12-31 00:00 UTC\nOrganizer: Byron: Ada <ada@example.com>\nAttendees: b@example.com, Cy <c@example.com>',
      ],
      ['paragraph', 'First line\nsecond'],
      ['paragraph', 'Another paragraph'],
      ['heading', 1, 'Pay 20250101'],
      ['paragraph', 'Due: 2025-04-01'],
    ])
    assert.deepEqual(document.warnings, [])
  })

  it('that is cut off has what there is, and says how many entries of other kinds are left out', async () => {
    const source = calendar('BEGIN:VFREEBUSY', 'END:VFREEBUSY', 'BEGIN:VEVENT', 'SUMMARY:Lunch')
    const document = await readCalendar(source.slice(0, source.indexOf('END:VCALENDAR')))
    assert.deepEqual(blockOutline(document), [['heading', 1, 'Lunch']])
    assert.deepEqual(codesOfWarnings(document), [['content_omitted', undefined]])
  })

  it('without entries is empty', async () => {
    for (const empty of ['', calendar()]) await assert.rejects(readCalendar(empty), failsWith('document_empty'))
  })

  it('is read quickly when made to be slow', async () => {
    for (const piece of ['A;', 'A"', 'a=b;', '\n ', '\\', '=\n', 'QUOTED-PRINTABLE', 'BEGIN:VEVENT\n'])
      await readCalendar(
        calendar('BEGIN:VEVENT', 'SUMMARY:x', `A;${piece.repeat(100_000 / piece.length)}`, 'END:VEVENT'),
      )
  })
})

describe('A card', () => {
  it('has its name, its photo and its lines', async () => {
    const photo = Buffer.from(pngOf(20, 20)).toString('base64')
    const source =
      card(
        'VERSION:4.0',
        'FN:Ada Byron',
        'ORG:Engines Ltd.;Analysis',
        'item1.TEL;TYPE=work,voice;VALUE=uri:tel:+49-30-1',
        'ADR;TYPE=home:;;1 Long St.;London;;N1\\, x;UK',
        `PHOTO:data:image/png;base64,${photo}`,
        'NOTE:two\\nlines',
      ) +
      card('VERSION:2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=\r\n=C3=9F;Eva', 'TEL;CELL:12') +
      card('VERSION:3.0', 'FN:Cy', `PHOTO;ENCODING=b;TYPE=PNG:${photo}`)
    const document = await readCards(source)
    assert.deepEqual(blockOutline(document), [
      ['heading', 1, 'Ada Byron'],
      ['picture', ''],
      [
        'paragraph',
        'Organization: Engines Ltd., Analysis\nPhone (work): +49-30-1\nAddress (home): 1 Long St., London, N1, x, UK\nNote: two\nlines',
      ],
      ['heading', 1, 'Eva Grüß'],
      ['paragraph', 'Phone (cell): 12'],
      ['heading', 1, 'Cy'],
      ['picture', ''],
    ])
    assert.equal(document.pictures.length, 2)
  })
})
