import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTables } from '../src/layout/tables/find-tables.ts'
import type { ContentWord } from '../src/layout/page-content.ts'
import { figures, lattice, line, onlyTable, page, places, prose, rows, textsOf, widthOf } from './layout-tables-page.ts'

describe('tables shown by white alone', () => {
  it('are found between paragraphs, which stay out with the caption', () => {
    const words = [
      ...prose(50, 40, 3),
      ...line(50, 95, 'Table 3. Births and deaths'),
      ...rows(figures, places),
      ...prose(50, 185, 4),
    ]
    const [found] = findTables(page({ words }))
    assert.deepEqual(found && textsOf(found.table), figures)
  })

  it('have no heading of what is stated above them in the same columns, as on a receipt', () => {
    const slip = [
      ['Counter: 7290', '', 'Take away'],
      ['Date: 21/01/2018', '', '15:46:09'],
      ['Item', 'Qty', 'Price'],
      ['Hazelnut cream', '1', '7.50'],
      ['Pearls', '2', '1.10'],
      ['Green tea', '1', '3.00'],
    ]
    const words = rows(slip, { xs: [60, -260, -380], top: 115 })
    assert.deepEqual(textsOf(onlyTable(page({ words }))), slip.slice(2))
    assert.deepEqual(textsOf(onlyTable(page({ words: rows(figures, places) }))), figures)
  })

  it('have no cells over two columns for a text that is longer than its column', () => {
    const short = Array.from({ length: 6 }, (_, row) => [`Nails ${row}`, `box ${row}`, `1.${row}0`, `${row}.60`])
    const texts = [
      ['Item', 'Unit', 'Price', 'Sum'],
      ...short,
      ['Hammer with a long handle', '', '9.00', '9.00'],
      ...short,
    ]
    const table = onlyTable(page({ words: rows(texts, { xs: [60, 120, -260, -380], top: 115 }) }))
    assert.deepEqual(textsOf(table), texts)
    assert.deepEqual(
      table.cells.filter(({ columnSpan }) => columnSpan > 1),
      [],
    )
  })

  it('have the dots that stand for nothing in a cell, which are not text around them', () => {
    const dotted = figures.map((row, index) => row.map((text, column) => (index > 1 && column === 1 ? '...' : text)))
    const words = rows(dotted, places)
    const [found] = findTables(page({ words }))
    assert.deepEqual(
      words.filter((word) => found?.words.has(word) !== true).map(({ text }) => text),
      [],
    )
  })

  it('have the last line of a wrapped cell, be it a number, and below the last row', () => {
    const header = rows([['Article', 'Name', 'Sum']], { xs: [60, 160, -380], top: 100, bold: true })
    const lines = [
      ['K37105', 'Safety gloves', '1,047.87'],
      ['ZX-63096', 'Label rolls 100 x', '1,193.24'],
      ['', '150', ''],
      ['ZX-65677', 'Spare batteries 18', '2,534.08'],
      ['', 'volt', ''],
    ]
    const baselines = [120, 140, 152, 172, 184]
    const words = lines.flatMap((texts, index) => rows([texts], { xs: [60, 160, -380], top: baselines[index] ?? 0 }))
    assert.deepEqual(textsOf(onlyTable(page({ words: [...header, ...words] }))), [
      ['Article', 'Name', 'Sum'],
      ['K37105', 'Safety gloves', '1,047.87'],
      ['ZX-63096', 'Label rolls 100 x 150', '1,193.24'],
      ['ZX-65677', 'Spare batteries 18 volt', '2,534.08'],
    ])
  })

  it('may have a nearly empty column below a heading of its own, and amounts with their currency', () => {
    const texts = [
      ['Item', 'Description', 'Count', 'Price', 'Total'],
      ['1', 'Garden work', '28 h', 'CHF 120.00', 'CHF 3360.00'],
      ['2', 'Disposal', '', 'CHF 307.35', 'CHF 307.35'],
      ['', '', '', 'Sum', 'CHF 3667.35'],
    ]
    const xs = [60, 110, 230, 290, -460]
    const [header = [], ...body] = texts
    const words = [
      ...rows([header], { xs, top: 100, bold: true }),
      ...body.flatMap((row, index) => rows([row], { xs, top: 120 + index * 16 })),
    ]
    assert.deepEqual(textsOf(onlyTable(page({ words }))), texts)
  })

  it('have the bold header whose words stand closer together than the short numbers below them', () => {
    const texts = [
      ['Year', 'Granted', 'Taken', 'Left'],
      ['2023', '30', '28', '2'],
      ['2024', '30', '31', '(1)'],
      ['2025', '32', '12', '20'],
    ]
    // The headings are 7 points apart, which is more than a space, and less than the white between columns.
    const xs = [60, -122, -154, -181]
    const [header = [], ...body] = texts
    const words = [
      ...rows([header], { xs, top: 100, bold: true }),
      ...rows(body, { xs, top: 114 }),
      ...line(60, 60, 'Days taken', { bold: true, size: 14 }),
    ]
    assert.deepEqual(textsOf(onlyTable(page({ words }))), texts)
    const heading = [...line(60, 100, 'Days off taken', { bold: true }), ...rows(body, { xs, top: 114 })]
    assert.deepEqual(textsOf(onlyTable(page({ words: heading }))), body)
  })

  it('go on below a bold header of many words, to a row whose label nearly reaches the next column', () => {
    const header = [
      ...line(70, 100, 'District', { bold: true }),
      ...line(132, 100, 'Visits', { bold: true }),
      ...line(169, 100, 'Costs (EUR)', { bold: true }),
      ...line(229, 100, 'Change %', { bold: true }),
      ...line(271, 100, 'Staff', { bold: true }),
    ]
    const body = [
      ['Brackenfell', '48,686', '462,651', '-4.1', '224'],
      ['Saint Aldhelm', '21,893', '116,225', '-10.4', '191'],
      ['Port Meridew', '81,035', '374,230', '+11.4', '35'],
      ['Lower Harrowgate', '24,592', '158,657', '+12.0', '100'],
      ['Ost-Kelling', '96,057', '398,845', '+17.1', '27'],
    ]
    const words = [
      ...header,
      ...rows(body, { xs: [50, 132, 169, 229, 271], top: 116, pitch: 16 }),
      ...prose(50, 221, 3),
    ]
    assert.deepEqual(textsOf(onlyTable(page({ words }))), [
      ['District', 'Visits', 'Costs (EUR)', 'Change %', 'Staff'],
      ...body,
    ])
  })

  it('have boxes to tick as cells, beside questions', () => {
    const questionnaire = [
      ['Question', 'Yes', 'No'],
      ['Were you ever married before?', '☑', '☐'],
      ['Is a copy of your identity card enclosed?', '☐', '☑'],
      ['Has your address changed since the last application?', '☑', '☐'],
      ['May the office call you in the evening?', '☐', '☑'],
      ['Did somebody help you with this form?', '☑', '☐'],
      ['Can you read mails at home or at work?', '☐', '☑'],
    ]
    const words = rows(questionnaire, { xs: [50, 400, 450], top: 100 })
    assert.deepEqual(textsOf(onlyTable(page({ words }))), questionnaire)
  })

  it('end above typed text, whose spaces are as wide as letters', () => {
    const typed = (x: number, baseline: number, text: string): ContentWord[] =>
      text.split(' ').map((word, index, all) => {
        const left = x + all.slice(0, index).join(' ').length * 6 + (index > 0 ? 6 : 0)
        const [template] = line(left, baseline, word)
        assert.ok(template !== undefined)
        return { ...template, box: [left, baseline - 8, left + word.length * 6, baseline + 2] }
      })
    const articles = [
      ['16', 'Packing tape', '135.65'],
      ['2', 'Cable drum', '25.36'],
      ['11', 'Copier paper', '36.43'],
      ['9', 'Pallet wrap', '18.72'],
    ]
    const words = [
      ...articles.flatMap(([count = '', name = '', sum = ''], row) =>
        [typed(60, 100 + row * 16, count), typed(90, 100 + row * 16, name), typed(300, 100 + row * 16, sum)].flat(),
      ),
      ...typed(48, 166, 'If anything on this page is wrong, write to us'),
    ]
    assert.deepEqual(textsOf(onlyTable(page({ words }))), articles)
  })

  it('have two columns of words if every cell of the second goes on with a dash, as no list beside words does', () => {
    const links = [
      ['Commons', '– pictures'],
      ['Wiktionary', '– words'],
      ['Wikinews', '– news'],
      ['Wikiquote', '– sayings'],
      ['Wikidata', '– facts'],
    ]
    const read = (texts: readonly string[][]) => findTables(page({ words: rows(texts, { xs: [160, 280], top: 110 }) }))
    assert.deepEqual(
      read(links).map(({ table }) => textsOf(table)),
      [links],
    )
    const plain = links.map(([name = '', what = '']) => [name, what.slice(2)])
    assert.deepEqual(read(plain), [])
  })

  it('leave out a title that is centred over them', () => {
    const texts = [
      ['', '2025', '2024'],
      ['Products', '68,588', '89,968'],
      ['Services', '21,270', '18,658'],
      ['Total revenue', '89,858', '108,626'],
      ['Cost of revenue', '38,907', '44,889'],
    ]
    const title = 'STATEMENTS OF OPERATIONS'
    const words = [...line(270 - widthOf(title) / 2, 101, title), ...rows(texts, { xs: [60, -380, -480], top: 115 })]
    assert.deepEqual(textsOf(onlyTable(page({ words }))), texts)
  })

  it('have a row for each label where all lines are equally close, down to the last line of the last cell', () => {
    const methods = [
      ['Method', 'Signature', 'Description'],
      ['isOff', '(request)', 'Checks whether the log is'],
      ['', '', 'off for the request.'],
      ['requested', '(request, reply,', 'Logs what is asked for.'],
      ['', 'metadata)', ''],
      ['completed', '(error, request,', 'Logs what became of a call'],
      ['', 'reply, metadata)', 'that ended, well or not.'],
      ['failed', '(error, request,', 'Logs what went wrong in a'],
      ['', '', 'stream.'],
    ]
    const [header = [], ...body] = methods
    const xs = [80, 160, 260]
    const words = [
      ...prose(50, 60, 3),
      ...rows([header], { xs, top: 115, bold: true }),
      ...rows(body, { xs, top: 129 }),
      ...line(65, 265, 'Mind: When you override  a method, you take it over, and').map((word, index) => ({
        ...word,
        box: [word.box[0] + index * 4, word.box[1], word.box[2] + index * 4, word.box[3]] as const,
      })),
      ...prose(50, 279, 4),
    ]
    assert.deepEqual(textsOf(onlyTable(page({ words }))), [
      header,
      ['isOff', '(request)', 'Checks whether the log is off for the request.'],
      ['requested', '(request, reply, metadata)', 'Logs what is asked for.'],
      ['completed', '(error, request, reply, metadata)', 'Logs what became of a call that ended, well or not.'],
      ['failed', '(error, request,', 'Logs what went wrong in a stream.'],
    ])
  })

  it('have wrapped rows where most columns read on, and one has nothing more', () => {
    const formats = [
      ['Format', 'Type', 'Reader', 'What it is for'],
      ['Plain text', 'text/plain', 'our own', 'everything that is a text'],
      ['Flavoured', 'text/x-fm', 'native pulls', 'extensions (of tables,'],
      ['Markdown', '', '(by events)', 'strokes, and the rest)'],
      ['Outline', 'text/x-opml', 'our own', 'lists within other lists'],
    ]
    const table = onlyTable(page({ words: rows(formats, { xs: [60, 125, 200, 265], top: 115 }) }))
    assert.deepEqual(textsOf(table), [
      ...formats.slice(0, 2),
      ['Flavoured Markdown', 'text/x-fm', 'native pulls (by events)', 'extensions (of tables, strokes, and the rest)'],
      ...formats.slice(4),
    ])
  })

  it('have columns a little apart where one ends, and the next begins, at the same place on every line', () => {
    const articles = [
      ['No.', 'Article', 'Pieces'],
      ['1001', 'Linen spacer', '817'],
      ['1002', 'Cork ferrule', '56'],
      ['998', 'Steel knob', '458'],
      ['1012', 'Tin hook', '9'],
    ]
    const table = onlyTable(page({ words: rows(articles, { xs: [-100, 105.5, -300], top: 115, pitch: 16 }) }))
    assert.deepEqual(textsOf(table), articles)
  })

  it('may have rows that head a group of rows', () => {
    const body = [figures[0] ?? [], ['North'], ...figures.slice(1), ['South'], ...figures.slice(1)]
    const table = onlyTable(page({ words: rows(body, places) }))
    assert.deepEqual(
      textsOf(table),
      body.map((row) => [row[0], row[1] ?? '', row[2] ?? '']),
    )
  })

  it('may have a background for every other row', () => {
    const head = rows([['Option', 'Effect']], { xs: [60, 200], top: 115, bold: true })
    const body = rows(
      [
        ['quiet', 'says nothing'],
        ['loud', 'says everything'],
        ['plain', 'has no colours'],
      ],
      { xs: [60, 200], top: 135, pitch: 20 },
    )
    const fills = [122, 162].map((y) => ({ box: [50, y, 390, y + 20] as const, color: 0xeef2f7 }))
    const table = onlyTable(page({ words: [...head, ...body], fills }))
    assert.deepEqual(textsOf(table), [
      ['Option', 'Effect'],
      ['quiet', 'says nothing'],
      ['loud', 'says everything'],
      ['plain', 'has no colours'],
    ])
  })

  it('have the header above the first background, whose words reach over the middle of the white between columns', () => {
    const at = (text: string, from: number, to: number, baseline: number, bold = false): ContentWord[] =>
      line(from, baseline, text, { bold }).map((word) => ({ ...word, box: [from, word.box[1], to, word.box[3]] }))
    const header = [
      ...at('District', 42, 73, 108.3, true),
      ...at('Visits', 106.8, 130.8, 108.3, true),
      ...at('Costs', 142.3, 167.3, 108.3, true),
      ...at('(EUR)', 169.8, 194.8, 108.3, true),
      ...at('Change', 202.8, 235.8, 108.3, true),
      ...at('%', 238.3, 246.3, 108.3, true),
      ...at('Staff', 254.4, 274.4, 108.3, true),
    ]
    const body = [
      ['Meridew', '12,312', '357,105', '-11.0', '40'],
      ['Tjallmo', '87,678', '434,322', '-10.2', '41'],
      ['Dunmore', '88,601', '53,178', '-0.9', '210'],
      ['Brackenfell', '57,531', '368,043', '+8.8', '25'],
      ['Norrvik', '53,522', '372,340', '+12.4', '211'],
      ['Aldhelm', '33,725', '312,061', '-4.7', '145'],
    ]
    const [xs, rights] = [
      [42, 106.8, 142.3, 202.8, 254.4],
      [0, 134.3, 174.8, 223.3, 268],
    ]
    const labelRights = [95, 71, 103, 86.5, 70.5, 97.5]
    const cells = body.flatMap((row, index) =>
      row.flatMap((text, column) =>
        at(text, xs[column] ?? 0, (column === 0 ? labelRights[index] : rights[column]) ?? 0, 120.8 + index * 12.3),
      ),
    )
    const fills = [0, 2, 4].map((row) => ({
      box: [40, 112.8 + row * 12.3, 276, 125.1 + row * 12.3] as const,
      color: 0xeeeeee,
    }))
    assert.deepEqual(textsOf(onlyTable(page({ words: [...header, ...cells], fills }))), [
      ['District', 'Visits', 'Costs (EUR)', 'Change %', 'Staff'],
      ...body,
    ])
  })

  it('have a heading of years over the headings that repeat below each, beside others that stand alone', () => {
    const table = onlyTable(
      page({
        words: rows(
          [
            ['District', '2019', '', '2020', '', 'Change'],
            ['', 'Budget', 'Actual', 'Budget', 'Actual', ''],
            ['Marsh', '37,635', '49,763', '58,427', '78,949', '+7.7'],
            ['Ferry', '69,914', '75,850', '52,887', '33,952', '+5.0'],
            ['Tower', '50,588', '28,619', '55,024', '45,993', '-4.0'],
          ],
          { xs: [60, 130, 200, 270, 340, 410], top: 115, pitch: 12 },
        ),
      }),
    )
    const spans = table.cells.filter(({ rowSpan, columnSpan }) => rowSpan * columnSpan > 1)
    assert.deepEqual(
      spans.map(({ text, rowSpan, columnSpan }) => [text, rowSpan, columnSpan]),
      [
        ['District', 2, 1],
        ['2019', 1, 2],
        ['2020', 1, 2],
        ['Change', 2, 1],
      ],
    )
    assert.ok(table.cells.every(({ row, header }) => header === row < 2))
  })

  it('may be typed, with a line of dashes and dots that lead to the values', () => {
    const typed = { size: 10, monospaced: true }
    const words = [
      ...line(60, 115, 'Age', typed),
      ...line(200, 115, 'Share', typed),
      ...line(60, 128, '-----------------------------------', typed),
      ...['20-29', '30-39', '40-49'].flatMap((age, index) => [
        ...line(60, 141 + index * 13, `${age} ................`, typed),
        ...line(200, 141 + index * 13, `0.${index + 2}5`, typed),
      ]),
    ]
    assert.deepEqual(textsOf(onlyTable(page({ words }))), [
      ['Age', 'Share'],
      ['20-29', '0.25'],
      ['30-39', '0.35'],
      ['40-49', '0.45'],
    ])
  })

  it('begin at the right in a script that is written from right to left', () => {
    const words = rows(
      [
        ['12', 'שנה'],
        ['34', 'חודש'],
        ['56', 'שבוע תמים'],
        ['78', 'יום'],
      ],
      { xs: [60, -260], top: 115 },
    )
    const table = onlyTable(page({ words, rules: lattice([50, 150, 270], [102, 118, 132, 146, 160]) }))
    assert.equal(textsOf(table)[0]?.[0], 'שנה')
  })
})
