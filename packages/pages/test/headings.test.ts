import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { enumeratorOf } from '../src/language/enumerators.ts'
import { isAffiliation, isProse, isQuantity } from '../src/language/heading-texts.ts'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

/** The blocks of a drawn PDF: type, level, the beginning of the text. */
const outlineOf = async (draw: (pdf: Pdf) => void): Promise<string[]> => {
  const { pages } = await structureEngine.read(await pdfOf(draw), { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) =>
    blocks.map(({ type, level, text }) =>
      [type, level, text.slice(0, 40)].filter((part) => part !== undefined).join(' '),
    ),
  )
}

const headingsOf = async (draw: (pdf: Pdf) => void): Promise<string[]> =>
  (await outlineOf(draw)).filter((line) => /^(?:heading|title) /.test(line))

const say = (pdf: Pdf, count = 6): void => {
  const sentences = Array.from(
    { length: count },
    (_, index) => `The text goes on for the time ${index} of many, as it must.`,
  )
  pdf.font('Times-Roman').fontSize(10).text(sentences.join(' '), 80, pdf.y, { width: 250, align: 'left' }).moveDown()
}

/** A line in the middle of the text, its first letters larger than the others. */
const smallCapitals = (pdf: Pdf, number: string, words: readonly string[]): void => {
  pdf.font('Times-Roman')
  const parts = [
    { text: `${number} `, size: 10 },
    ...words.flatMap((word, index) => [
      { text: word.slice(0, 1), size: 10 },
      { text: word.slice(1) + (index < words.length - 1 ? ' ' : ''), size: 8 },
    ]),
  ]
  const width = parts.reduce((sum, { text, size }) => sum + pdf.fontSize(size).widthOfString(text), 0)
  const y = pdf.y
  let x = 205 - width / 2
  for (const { text, size } of parts) {
    pdf.fontSize(size).text(text, x, y + (10 - size) * 0.68, { lineBreak: false })
    x += pdf.widthOfString(text)
  }
  pdf.y = y + 18
}

describe('headings of papers', () => {
  it('are centred small capitals with Roman numbers, and italics with letters below them', async () => {
    const found = await headingsOf((pdf) => {
      pdf.y = 80
      smallCapitals(pdf, 'I.', ['INTRODUCTION'])
      say(pdf)
      smallCapitals(pdf, 'II.', ['METHODS', 'AND', 'DATA'])
      pdf.font('Times-Italic').fontSize(10).text('A. What was measured', 80).moveDown(0.4)
      say(pdf)
      pdf.font('Times-Italic').fontSize(10).text('B. What was left out', 80).moveDown(0.4)
      say(pdf)
      smallCapitals(pdf, 'III.', ['RESULTS'])
      say(pdf)
    })
    assert.deepEqual(found, [
      'heading 1 I. INTRODUCTION',
      'heading 1 II. METHODS AND DATA',
      'heading 2 A. What was measured',
      'heading 2 B. What was left out',
      'heading 1 III. RESULTS',
    ])
  })

  it('are numbered bold lines of the size of the text, but not bold items of a list', async () => {
    const bold = (pdf: Pdf, text: string): void => {
      pdf.font('Times-Bold').fontSize(10).text(text, 80).moveDown(0.5)
    }
    const found = await outlineOf((pdf) => {
      pdf.y = 80
      bold(pdf, '1. Where it begins')
      say(pdf)
      bold(pdf, '2. Where it ends')
      say(pdf)
      for (const item of ['1. Bread and butter', '2. Milk and honey', '3. Salt and pepper']) bold(pdf, item)
    })
    assert.deepEqual(
      found.filter((line) => !line.startsWith('paragraph')),
      [
        'heading 1 1. Where it begins',
        'heading 1 2. Where it ends',
        'list_item 1 Bread and butter',
        'list_item 1 Milk and honey',
        'list_item 1 Salt and pepper',
      ],
    )
  })

  it('are lines in the middle of the text and lines in italics, in its own size and weight, if they recur', async () => {
    const centred = (pdf: Pdf, text: string): void => {
      pdf.moveDown(0.6).font('Times-Roman').fontSize(10).text(text, 80, pdf.y, { width: 250, align: 'center' })
      pdf.moveDown(0.3)
    }
    const italic = (pdf: Pdf, text: string): void => {
      pdf.moveDown(0.6).font('Times-Italic').fontSize(10).text(text, 80, pdf.y).moveDown(0.3)
    }
    const draw =
      (isRepeated: boolean) =>
      (pdf: Pdf): void => {
        pdf.y = 80
        say(pdf)
        centred(pdf, 'How it was measured')
        say(pdf)
        italic(pdf, 'The first of the years')
        say(pdf)
        if (!isRepeated) return
        italic(pdf, 'The last of the years')
        say(pdf)
        centred(pdf, 'What it was good for')
        say(pdf)
      }
    assert.deepEqual(await headingsOf(draw(true)), [
      'heading 1 How it was measured',
      'heading 2 The first of the years',
      'heading 2 The last of the years',
      'heading 1 What it was good for',
    ])
    assert.deepEqual(await headingsOf(draw(false)), [])
  })

  it('are in another font right above the first line of their text', async () => {
    const found = await outlineOf((pdf) => {
      pdf.y = 80
      for (const heading of ['I. Ways to say what is wanted', 'II. Another way']) {
        const width = pdf.font('Helvetica').fontSize(10).widthOfString(heading)
        pdf.text(heading, 205 - width / 2, pdf.y, { lineBreak: false })
        pdf.y += 12
        pdf
          .font('Times-Roman')
          .text('The text below it begins with a line set in, and it goes', 90, pdf.y, { lineBreak: false })
        pdf.y += 12
        say(pdf, 3)
      }
    })
    assert.deepEqual(
      found.map((line) => line.slice(0, 32)),
      [
        'heading 1 I. Ways to say what is',
        'paragraph The text below it begi',
        'heading 1 II. Another way',
        'paragraph The text below it begi',
      ],
    )
  })

  it('are not the authors below the title, nor where they work, nor the date', async () => {
    const found = await headingsOf((pdf) => {
      pdf.font('Times-Roman').fontSize(18).text('A comparison of the many', 80, 80).moveDown(0.5)
      pdf.text('ways to write a program').moveDown(0.5)
      pdf.font('Times-Bold').fontSize(12).text('Jane Doe, John Q. Public and Ann Other').moveDown(0.5)
      pdf.fontSize(11).text('University of Nowhere').moveDown(0.5)
      pdf.fontSize(12).text('June 16, 2014').moveDown(0.5)
      pdf.font('Times-Bold').fontSize(12).text('Abstract').moveDown(0.5)
      say(pdf)
      pdf.font('Times-Bold').fontSize(12).text('1 Introduction', 80).moveDown(0.5)
      say(pdf)
    })
    assert.deepEqual(found, [
      'title 1 A comparison of the many ways to write a',
      'heading 2 Abstract',
      'heading 2 1 Introduction',
    ])
  })

  it('are not the second line of authors below the title, whose first line is none', async () => {
    const found = await headingsOf((pdf) => {
      pdf.y = 80
      pdf.font('Times-Bold').fontSize(20).text('Tides of the northern bay', 80).moveDown(0.5)
      pdf.font('Times-Bold').fontSize(13)
      pdf.text('Department of Tides and the University of', 80, pdf.y, { lineBreak: false })
      pdf.text('Northern Waters and Their Harbours', 80, pdf.y + 22, { lineBreak: false })
      pdf.y += 40
      pdf.font('Times-Bold').fontSize(15).text('What was found', 80).moveDown(0.4)
      say(pdf, 12)
      pdf.font('Times-Bold').fontSize(15).text('What was left', 80).moveDown(0.4)
      say(pdf, 12)
    })
    assert.deepEqual(found, [
      'title 1 Tides of the northern bay',
      'heading 2 What was found',
      'heading 2 What was left',
    ])
  })
})

describe('paragraphs with indented first lines', () => {
  it('begin after a paragraph of one line, which ends early', async () => {
    const found = await outlineOf((pdf) => {
      pdf.font('Times-Roman').fontSize(10)
      for (const [index, [x, text]] of (
        [
          [80, 'The text begins and fills the whole of its line as lines of text will do,'],
          [80, 'and then it says what it has to say:'],
          [95, 'name, age'],
          [95, 'Another of its many lines, that begins again and is followed by more'],
          [80, 'of the same.'],
          [95, 'A sentence of one line that ends a little earlier.'],
          [95, 'continued is what this one says, which begins with a word in small'],
          [80, 'letters.'],
        ] as const
      ).entries())
        pdf.text(text, x, 80 + index * 12, { lineBreak: false })
    })
    assert.deepEqual(
      found.map((line) => line.slice(0, 22)),
      [
        'paragraph The text beg',
        'paragraph name, age',
        'paragraph Another of i',
        'paragraph A sentence o',
        'paragraph continued is',
      ],
    )
  })
})

describe('headings of designed pages', () => {
  it('are not sentences, addresses or figures, however large', async () => {
    const found = await headingsOf((pdf) => {
      pdf.font('Times-Roman').fontSize(24).text('What we care for', 80, 80).moveDown(0.5)
      say(pdf)
      pdf.fontSize(14).text('Big things follow if you dream big. This is the proof of it.', 80).moveDown(0.5)
      pdf.fontSize(14).text('ask@example.org', 80).moveDown(0.5)
      pdf.fontSize(20).text('17,81,841 crore', 80).moveDown(0.5)
      pdf.fontSize(14).text('How we work', 80).moveDown(0.5)
      say(pdf)
    })
    assert.deepEqual(found, ['title 1 What we care for', 'heading 2 How we work'])
  })

  it('are not equations, however large', async () => {
    const found = await headingsOf((pdf) => {
      pdf.fontSize(20).text('Identities', 80, 60)
      say(pdf)
      pdf.font('Times-Italic').fontSize(15).text('e x + 1 = 0', 150, pdf.y).moveDown()
      say(pdf)
      pdf.font('Times-Bold').fontSize(15).text('What E = mc means', 80, pdf.y).moveDown()
      say(pdf)
    })
    assert.deepEqual(found, ['title 1 Identities', 'heading 2 What E = mc means'])
  })

  it('are not text that runs up the page', async () => {
    const found = await headingsOf((pdf) => {
      pdf.y = 80
      say(pdf, 30)
      pdf
        .save()
        .rotate(-90, { origin: [30, 500] })
        .fontSize(20)
        .text('arXiv:2004.04906v3 [cs.CL] 30 Sep 2020', 30, 500)
        .restore()
    })
    assert.deepEqual(found, [])
  })

  it('have levels that do not jump because other looks are elsewhere', async () => {
    const found = await headingsOf((pdf) => {
      const heading = (size: number, text: string): void => {
        pdf.font('Times-Roman').fontSize(size).text(text, 80).moveDown(0.4)
        say(pdf, 3)
      }
      pdf.y = 80
      heading(24, 'First')
      heading(12, 'Below the first')
      heading(24, 'Second')
      heading(18, 'Below the second')
      heading(14, 'Further down')
    })
    assert.deepEqual(found, [
      'heading 1 First',
      'heading 2 Below the first',
      'heading 1 Second',
      'heading 2 Below the second',
      'heading 3 Further down',
    ])
  })
})

describe('running heads', () => {
  it('are the first line of a page with its number apart, also on a single page, and text in the side margins', async () => {
    const found = await outlineOf((pdf) => {
      pdf.font('Times-Roman').fontSize(9)
      pdf
        .text('How a thing of many parts is made', 80, 92, { lineBreak: false })
        .text('9', 320, 92, { lineBreak: false })
      pdf.y = 125
      say(pdf, 30)
      pdf
        .save()
        .rotate(-90, { origin: [30, 500] })
        .fontSize(9)
      pdf.text('Downloaded from example.org by guest', 30, 500, { lineBreak: false }).restore()
    })
    assert.deepEqual(
      found.map((line) => line.split(' ')[0]),
      ['page_header', 'paragraph', 'page_footer'],
    )
  })
})

describe('the labels of a chart that fills its page', () => {
  it('are text, also at the edges of the page and turned in its side margins', async () => {
    const found = await outlineOf((pdf) => {
      pdf.font('Times-Roman').fontSize(10).text('Goods by month', 260, 30, { lineBreak: false })
      for (const [index, tick] of ['17', '16', '15', '14'].entries())
        pdf.text(tick, 60, 100 + index * 180, { lineBreak: false })
      for (const [index, tick] of ['1', '1.5', '2', '2.5'].entries())
        pdf.text(tick, 80 + index * 140, 780, { lineBreak: false })
      pdf.text('Month of the year', 260, 805, { lineBreak: false })
      for (const [x, label] of [
        [30, 'Tonnes handled'],
        [570, 'Share of all'],
      ] as const) {
        pdf.save().rotate(-90, { origin: [x, 500] })
        pdf.text(label, x, 500, { lineBreak: false }).restore()
      }
    })
    for (const label of ['Goods', 'Month', 'Tonnes', 'Share', '2.5'])
      assert.ok(
        found.some((line) => line.startsWith('paragraph') && line.includes(label)),
        label,
      )
  })
})

describe('the number of a heading', () => {
  it('has as many parts as its section is deep', () => {
    const depths = [
      '1 Scope',
      '2. Terms',
      '3.1 Data',
      'IV. RESULTS',
      'B. Methods',
      'A.2 Proof',
      'Chapter 7 The sea',
      '1.2.3. Deep',
    ]
    assert.deepEqual(
      depths.map((text) => enumeratorOf(text)?.depth),
      [1, 1, 2, 1, 1, 2, 1, 3],
    )
  })

  it('is not a word, nor a number without a text', () => {
    for (const text of ['I am here', 'A house', 'civil war', '12', '3.1', 'mix of all'])
      assert.equal(enumeratorOf(text), null, text)
  })
})

describe('a text', () => {
  it('is prose if it is a sentence of some length, or two', () => {
    for (const text of ['It was the best of all times.', 'If you dream big. Reliance is a proof of it'])
      assert.ok(isProse(text), text)
    for (const text of ['We care.', 'What is it?', 'Reports of the Dept. of Defense and of St. Louis', '2. Terms'])
      assert.ok(!isProse(text), text)
  })

  it('is a quantity if it has more digits than letters, its number aside', () => {
    for (const text of ['17,81,841 crore', '2,32,822', '16/06/2014', '0.15 (2024-07-18)'])
      assert.ok(isQuantity(text), text)
    for (const text of ['3.1.2 Data', 'Annual report 2021', '2. Terms']) assert.ok(!isQuantity(text), text)
  })

  it('is an affiliation if it names institutions, or several people', () => {
    const all = ['University of Nowhere', 'Jane Doe, John Q. Public and Ann Other', 'Jane Doe∗', 'Jane Doe1', 'a@b.org']
    for (const text of all) assert.ok(isAffiliation(text), text)
    for (const text of ['Abstract', 'Sense and Sensibility', 'A Study in Scarlet', 'Black, White'])
      assert.ok(!isAffiliation(text), text)
  })
})

describe('the caption of a table', () => {
  it('stands once, also when a word of it is divided', async () => {
    const document = await structureEngine.read(
      await pdfOf((pdf) => {
        pdf.font('Times-Roman').fontSize(10)
        pdf.text('Table 1. The many things that were measured in all of the infor-', 80, 80, { lineBreak: false })
        pdf.text('mation that we had.', 80, 92, { lineBreak: false })
        for (const [row, cells] of [
          ['Name', 'Count', 'Share'],
          ['One', '1', '20'],
          ['Two', '2', '80'],
        ].entries()) {
          for (const [column, text] of cells.entries())
            pdf.text(text, 84 + column * 90, 113 + row * 20, { lineBreak: false })
          pdf.rect(80, 108 + row * 20, 270, 20).stroke()
        }
        for (const x of [170, 260]) pdf.moveTo(x, 108).lineTo(x, 168).stroke()
      }),
      { ...defaultRequest, mediaType: 'application/pdf' },
    )
    const text = markdown(document)
    assert.equal(text.split('Table 1.').length, 2, text)
    assert.match(text, /information that we had/)
  })
})

describe('the answers of a form', () => {
  it('are no headings, however large', async () => {
    const found = await headingsOf((pdf) => {
      pdf.y = 80
      for (const text of ['Licensing history', 'N/A', 'Other persons', 'None.']) {
        pdf.font('Times-Bold').fontSize(13).text(text, 80).moveDown()
        say(pdf)
      }
    })
    assert.deepEqual(found, ['heading 1 Licensing history', 'heading 1 Other persons'])
  })
})

describe('larger text below each other, line by line', () => {
  const large = (pdf: Pdf, texts: readonly string[], gap: number): void => {
    for (const text of texts) pdf.font('Times-Bold').fontSize(13).text(text, 80, pdf.y, { lineGap: gap })
  }

  it('is no heading, as an address is none', async () => {
    const found = await headingsOf((pdf) => {
      pdf.y = 80
      large(pdf, ['Heron Gardens Ltd', '14 Mill Lane', 'Norwich NR3 1AB'], 6)
      pdf.moveDown(2)
      say(pdf)
    })
    assert.deepEqual(found, [])
  })

  it('is headings where text stands between', async () => {
    const found = await headingsOf((pdf) => {
      pdf.y = 80
      for (const text of ['Gardens', 'Walls', 'Roofs']) {
        large(pdf, [text], 0)
        say(pdf)
      }
    })
    assert.equal(found.length, 3)
  })
})
