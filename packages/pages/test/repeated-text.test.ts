import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdown } from '@polyparse/document'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

/** The Markdown of a document with a page for each text in which a function draws. */
const markdownOf = async (
  pages: readonly ((pdf: Pdf) => void)[],
  options: Parameters<typeof pdfOf>[1] = {},
): Promise<string> => {
  const bytes = await pdfOf(
    (pdf) => {
      for (const [index, draw] of pages.entries()) {
        if (index > 0) pdf.addPage()
        pdf.font('Times-Roman').fontSize(10)
        draw(pdf)
      }
    },
    { margin: 20, ...options },
  )
  return markdown(await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' }))
}

const sentences = (about: string): string =>
  Array.from({ length: 12 }, (_, index) => `The ${about} goes on for the time ${index} of many, as it must.`).join(' ')

/** A line at the top of a page and a text a line below it. */
const below =
  (first: string, text: string, { size = 10 } = {}) =>
  (pdf: Pdf): void => {
    pdf.fontSize(size).text(first, 60, 72, { lineBreak: false })
    pdf.fontSize(10).text(text, 60, 92, { width: 300 })
  }

describe('the first line of every page', () => {
  it('is not dropped as a running head where the whole page is there twice', async () => {
    const page = below('The safety goals are those of part 3', sentences('page'))
    assert.match(await markdownOf([page, page]), /The safety goals are those of part 3/)
  })

  it('is not dropped where its number is not that of the page', async () => {
    const found = await markdownOf([
      below('Readings of sample 17 in the laboratory', sentences('first')),
      below('Readings of sample 42 in the laboratory', sentences('second')),
    ])
    assert.match(found, /sample 17/)
    assert.match(found, /sample 42/)
  })

  it('is not dropped where it is set large and counts the things that the pages tell of', async () => {
    const found = await markdownOf([
      below('Question 1', sentences('first'), { size: 14 }),
      below('Question 2', sentences('second'), { size: 14 }),
    ])
    assert.match(found, /Question 1\n/)
    assert.match(found, /Question 2\n/)
  })

  it('is left out of the text where it stands on pages that differ, the same or with the number of the page', async () => {
    for (const head of [
      () => 'Manual of the harbour',
      (page: number) => `Manual of the harbour, page ${page + 3} of 9`,
    ]) {
      const found = await markdownOf([below(head(1), sentences('first')), below(head(2), sentences('second'))])
      assert.doesNotMatch(found, /harbour/)
      assert.match(found, /The first goes on[^]*The second goes on/)
    }
  })
})

/** The Markdown of pages with a line well above their text, the same text where two names are equal. */
const withHeads = (heads: readonly string[], { texts = ['first', 'second', 'third'], y = 60 } = {}): Promise<string> =>
  markdownOf(
    heads.map((head, index) => (pdf: Pdf) => {
      // What follows a tab stands at the right margin.
      const [words = '', number] = head.split('\t')
      pdf.text(words, 60, y, { lineBreak: false })
      if (number !== undefined) pdf.text(number, 340, y, { lineBreak: false })
      pdf.text(sentences(texts[index] ?? head), 60, 110, { width: 300 })
    }),
  )

const isKept = async (...[heads, options]: Parameters<typeof withHeads>): Promise<void> => {
  const found = await withHeads(heads, options)
  for (const head of heads)
    assert.ok(
      found.split('\n').some((line) => line.endsWith(head)),
      `${head} is not there`,
    )
}

describe('a number in the first line of every page', () => {
  it('keeps the line in the text where it counts what the words before it name', async () => {
    await isKept(['Invoice 1001', 'Invoice 1002', 'Invoice 1003'])
    await isKept(['Invoice 1001', 'Invoice 1002'], { y: 80 })
    await isKept(['Invoice No. 1001', 'Invoice No. 1002'])
    await isKept(['ANNEX 12', 'Of other things'], { y: 85 })
    await isKept(['INVOICE 1001', 'INVOICE 1002'])
  })

  it('keeps the line in the text where it numbers an item', async () => {
    await isKept(['3. Readings', '4. Readings'], { y: 85 })
  })

  it('leaves the line out where it is that of the page, in the margin', async () => {
    for (const head of ['Harbour manual ', 'Harbour manual, page ', 'Harbour manual\t'])
      assert.doesNotMatch(await withHeads([`${head}1`, `${head}2`, `${head}3`]), /manual/)
  })

  it('leaves the line out where every second page was printed', async () => {
    for (const head of ['Harbour manual, page ', 'Harbour manual\t', 'Harbour manual | '])
      assert.doesNotMatch(await withHeads([`${head}11`, `${head}13`, `${head}15`], { y: 80 }), /manual/)
  })

  it('leaves the line out where every page is there twice', async () => {
    const texts = ['first', 'first', 'second', 'second']
    for (const head of ['Harbour manual, page ', 'Harbour manual\t', 'Harbour manual '])
      assert.doesNotMatch(await withHeads([`${head}1`, `${head}1`, `${head}2`, `${head}2`], { texts, y: 80 }), /manual/)
  })
})

describe('figures at the edge of a page', () => {
  it('are dropped as its number where they can be one', async () => {
    const found = await withHeads(['7', '8'])
    assert.doesNotMatch(found, /\b[78]\n|[78]$/)
  })

  it('are dropped close below the text where they have the word for a page', async () => {
    const found = await markdownOf([
      (pdf) => {
        for (let line = 0; line < 58; line += 1) pdf.text(`The reading ${line} of many`, 60, 60 + line * 12)
        pdf.text('Page 1', 60, 66 + 58 * 12)
      },
    ])
    assert.match(found, /The reading 57 of many$/)
  })

  it('are not dropped where they are an amount or one of several', async () => {
    const figures = [
      { amount: '1,234.56', years: ['2019', '2020', '2021'] },
      { amount: '98.20', years: ['2022', '2023', '2024'] },
    ]
    const pages = figures.map(({ amount, years }, page) => (pdf: Pdf) => {
      const readings = Array.from({ length: 55 }, (_, index) => `The reading ${index} of part ${page + 1}`)
      for (const [index, line] of [...readings, amount, ...years].entries())
        pdf.text(line, 60, 60 + index * 12, { lineBreak: false })
    })
    const found = await markdownOf(pages)
    for (const figure of figures.flatMap(({ amount, years }) => [amount, ...years]))
      assert.ok(found.includes(figure), `${figure} is not there`)
  })
})

describe('the last lines of a page', () => {
  it('are not dropped where they are a paragraph below an empty line', async () => {
    const found = await markdownOf([
      (pdf) => {
        for (let line = 0; line < 54; line += 1) pdf.text(`The reading ${line} of many`, 60, 60 + line * 13)
        pdf.text('The pilot must come on board before the ship sails into it.', 60, 790)
      },
    ])
    assert.match(found, /The pilot must come on board/)
  })

  it('are not dropped where the items of a list go on from the text into the margin', async () => {
    const items = Array.from({ length: 41 }, (_, index) => `The thing of the kind ${index + 1} in the list.`)
    const found = await markdownOf(
      [
        (pdf) => {
          pdf.fontSize(7)
          for (const [index, item] of items.entries()) pdf.text(`- ${item}`, 60, 60 + index * 12, { lineBreak: false })
        },
      ],
      { layout: 'landscape' },
    )
    for (const item of items) assert.ok(found.includes(item), `${item} is not there`)
  })
})

describe('a number alone far from the edge of the page', () => {
  const numbered = (number: number | string, text: string) => (pdf: Pdf) => {
    pdf.text(text, 120, 100, { width: 350 })
    pdf.text(String(number), 300, 660, { lineBreak: false })
  }

  it('is that of the page where it counts the pages', async () => {
    const found = await markdownOf(
      ['first', 'second', 'third'].map((name, index) => numbered(index + 7, sentences(name))),
      { size: 'A4' },
    )
    assert.doesNotMatch(found, /^[789]$/m)
  })

  it('is text where it does not', async () => {
    const found = await markdownOf([numbered(17, sentences('first')), numbered(42, sentences('second'))], {
      size: 'A4',
    })
    assert.match(found, /^17$/m)
    assert.match(found, /^42$/m)
  })
})

describe('a number alone on every page that is not that of the page', () => {
  type Place = { readonly y: number; readonly size?: number; readonly font?: string; readonly x?: number }

  /** The Markdown of pages with a number at a place of each, above or below a text. */
  const withNumbers = (
    numbers: readonly number[],
    { y, size = 10, font = 'Times-Roman', x = 60 }: Place,
    label?: string,
  ): Promise<string> =>
    markdownOf(
      numbers.map((number, index) => (pdf: Pdf) => {
        if (label !== undefined) pdf.text(label, 60, y - 20, { lineBreak: false })
        pdf.font(font).fontSize(size).text(String(number), x, y, { lineBreak: false })
        pdf.font('Times-Roman').fontSize(10)
        pdf.text(sentences(['first', 'second', 'third', 'fourth'][index] ?? ''), 60, y > 400 ? 100 : y + 70, {
          width: 350,
        })
      }),
      { size: 'A4' },
    )

  const areKept = async (...[numbers, place, label]: Parameters<typeof withNumbers>): Promise<void> => {
    const lines = (await withNumbers(numbers, place, label)).split('\n')
    for (const number of numbers)
      assert.ok(
        lines.some((line) => new RegExp(String.raw`(?:^|[ *])${number}\**$`, 'u').test(line)),
        `${number} is not in:\n${lines.join('\n')}`,
      )
  }

  it('is kept where it is large: the number of a voucher, a year, a step', async () => {
    for (const y of [50, 120])
      for (const numbers of [
        [1041, 1042, 1043, 1044],
        [2019, 2020, 2021],
        [1, 2, 3],
      ])
        await areKept(numbers, { y, size: 26 })
    await areKept([1041], { y: 50, size: 26 })
  })

  it('is kept where it is bold and far from the numbers of the pages', async () => {
    await areKept([1041, 1042, 1043, 1044], { y: 60, font: 'Times-Bold' })
  })

  it('is kept where a label is above it', async () => {
    await areKept([1041, 1042, 1043], { y: 88 }, 'Voucher')
    await areKept([2, 3], { y: 150 }, 'Nights')
  })

  it('is kept below the text where it counts something else or does not count', async () => {
    await areKept([120, 122, 124, 126], { y: 660, x: 400 })
    await areKept([120, 121, 122, 123], { y: 660, x: 400 })
    await areKept([120, 123, 126, 129], { y: 785, x: 400 })
  })

  it('is dropped where the pages of a part of a journal have it small in the margin', async () => {
    assert.doesNotMatch(await withNumbers([1041, 1042, 1043, 1044], { y: 790, x: 295 }), /104/)
    assert.doesNotMatch(await withNumbers([1, 2, 3, 4], { y: 785, x: 400, font: 'Times-Bold' }), /^\W*[1-4]\W*$/m)
  })
})

describe('a line apart from the text that is no running head', () => {
  const readings = (pdf: Pdf, count: number): void => {
    for (let line = 0; line < count; line += 1)
      pdf.text(`The reading ${line} of many that the pilots took in the harbour`, 60, 60 + line * 13)
  }

  it('is kept below the text where it is an amount, with its label or without it', async () => {
    for (const total of ['1,234.56', 'Total EUR 1.234,56', 'Balance $98.20', '(12.50)']) {
      const found = await markdownOf([
        (pdf) => {
          readings(pdf, 50)
          pdf.text(total, 400, 785, { lineBreak: false })
        },
      ])
      assert.ok(found.includes(total), `${total} is not in ${found}`)
    }
  })

  it('is kept above the text where it is the date of a letter', async () => {
    for (const date of ['12 March 2024', 'March 12, 2024', 'Berlin, 12. März 2024', '12.03.2024', '2024-03-12'])
      assert.ok((await withHeads([date])).includes(date), `${date} is not there`)
    assert.doesNotMatch(await withHeads(['Printed 12.05.2025']), /Printed/)
  })

  it('is kept where it is the salutation or the close of every letter below the same letterhead', async () => {
    const letter = (about: string) => (pdf: Pdf) => {
      pdf.text('Harbour House, 12 Quay Street', 60, 36, { lineBreak: false })
      pdf.text('Dear Sir or Madam,', 60, 84, { lineBreak: false })
      pdf.text(sentences(about), 60, 110, { width: 300 })
      pdf.text('Yours faithfully,', 60, 760, { lineBreak: false })
    }
    const found = await markdownOf(['first', 'second', 'third'].map((about) => letter(about)))
    assert.doesNotMatch(found, /Harbour House/)
    assert.equal(found.match(/Dear Sir or Madam,/g)?.length, 3)
    assert.equal(found.match(/Yours faithfully,/g)?.length, 3)
  })

  it('is kept where every page has another at its place, as the names of the people that the pages tell of', async () => {
    await isKept(['Anna Berg', 'Carl Dahl', 'Eva Falk'], { y: 50 })
    assert.doesNotMatch(await withHeads(['Anna Berg', 'Anna Berg', 'Eva Falk'], { y: 50 }), /Anna Berg/)
  })
})
