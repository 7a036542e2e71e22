import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Block, type Document, markdown } from '@polyparse/document'
import { pdfOf, png } from '@polyparse/test-support/pdf'
import { defaultRequest, type EngineRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

const read = (bytes: Uint8Array, asked: Partial<EngineRequest> = {}): Promise<Document> =>
  structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf', ...asked })

const blocksOf = ({ pages }: Document): readonly Block[] => pages.flatMap(({ blocks }) => blocks)
const textsOf = (document: Document): string[] => blocksOf(document).map(({ text }) => text)
const outlineOf = (document: Document) =>
  blocksOf(document).map(({ type, level, marker, text }) => [type, level ?? '', marker ?? '', text])

/** Sentences of one speaker, enough for several lines. */
const say = (name: string, count = 20): string =>
  Array.from({ length: count }, (_, index) => `${name} speaks for time ${index} of many.`).join(' ')

describe('the structure reader', () => {
  it('reads columns one after the other, and what spans them at its place', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(10)
        pdf.text(say('First'), 60, 80, { width: 225 }).text(say('Second'), 310, 80, { width: 225 })
        pdf.fontSize(18).text('A headline that runs over both of the columns', 60, 300)
        pdf.fontSize(10)
        pdf.text(say('Third'), 60, 340, { width: 225 }).text(say('Fourth'), 310, 340, { width: 225 })
      }),
    )
    assert.deepEqual(textsOf(document), [
      say('First'),
      say('Second'),
      'A headline that runs over both of the columns',
      say('Third'),
      say('Fourth'),
    ])
  })

  it('reads three columns, the last of them shorter', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(9)
        for (const [index, name] of ['One', 'Two', 'Three'].entries()) {
          pdf.text(say(name, name === 'Three' ? 8 : 20), 60 + index * 165, 80, { width: 145 })
        }
      }),
    )
    assert.deepEqual(textsOf(document), [say('One'), say('Two'), say('Three', 8)])
  })

  it('reads each entry of a list of contents by itself, whose dots lead to its page', async () => {
    const entries = [
      ['1 Introduction', '3'],
      ['1.1 What this is about', '3'],
      ['1.2 Who should read it', '4'],
      ['2 Installation', '7'],
      ['Index', '29'],
    ] as const
    for (const dot of ['.', ' .']) {
      const bytes = await pdfOf((pdf) => {
        pdf.fontSize(11)
        for (const [index, [text, number]] of entries.entries()) {
          const from = 64 + pdf.widthOfString(text)
          const dots = dot.repeat(Math.floor((500 - from) / pdf.widthOfString(dot)))
          pdf
            .text(text, 60, 100 + index * 15, { lineBreak: false })
            .text(dots, from, 100 + index * 15, { lineBreak: false })
          pdf.text(number, 530 - pdf.widthOfString(number), 100 + index * 15, { lineBreak: false })
        }
      })
      const document = await read(bytes)
      assert.deepEqual(
        outlineOf(document),
        entries.map(([text, number]) => ['paragraph', '', '', `${text} … ${number}`]),
      )
      assert.deepEqual(document.warnings, [])
    }
  })

  it('ranks headings by size, and bold ones above plain ones of a size', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        const heading = (size: number, text: string, font = 'Helvetica'): void => {
          pdf.font(font).fontSize(size).text(text).moveDown(0.5)
          pdf.font('Helvetica').fontSize(10).text(say('Text', 3)).moveDown()
        }
        heading(24, 'The whole')
        heading(16, '1. A part')
        heading(12, 'A bold section', 'Helvetica-Bold')
        heading(12, 'A plain section')
        heading(16, '2. Another part')
      }),
    )
    assert.deepEqual(
      outlineOf(document).filter(([type]) => type !== 'paragraph'),
      [
        ['title', 1, '', 'The whole'],
        ['heading', 2, '', '1. A part'],
        ['heading', 3, '', 'A bold section'],
        ['heading', 4, '', 'A plain section'],
        ['heading', 2, '', '2. Another part'],
      ],
    )
  })

  it('reads one bold line above text as a heading, and bold words in a text as bold', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(10).text(say('Text', 4)).moveDown()
        pdf.font('Helvetica-Bold').text('0.15 (2024-07-18)').moveDown()
        pdf.font('Helvetica').text('Some words are ', { continued: true })
        pdf.font('Helvetica-Bold').text('bold', { continued: true }).font('Helvetica').text(' in a sentence.')
      }),
    )
    assert.deepEqual(
      blocksOf(document).map(({ type }) => type),
      ['paragraph', 'heading', 'paragraph'],
    )
    assert.match(markdown(document), /Some words are \*\*bold\*\* in a sentence\./)
  })

  it('nests list items by the position of their markers, drawn bullets included', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(10)
        const item = (x: number, y: number, text: string): void => {
          pdf.circle(x, y + 4, 2).fill('black')
          pdf.text(text, x + 10, y)
        }
        pdf.text('What there is to do:', 60, 60)
        item(70, 80, 'Buy bread')
        item(90, 95, 'White')
        item(90, 110, 'Brown')
        item(70, 125, 'Go home')
        pdf.text('1. Open the door', 70, 150).text('2. Close the door', 70, 165)
      }),
    )
    assert.deepEqual(outlineOf(document).slice(1), [
      ['list_item', 1, '•', 'Buy bread'],
      ['list_item', 2, '•', 'White'],
      ['list_item', 2, '•', 'Brown'],
      ['list_item', 1, '•', 'Go home'],
      ['list_item', 1, '1.', 'Open the door'],
      ['list_item', 1, '2.', 'Close the door'],
    ])
  })

  it('puts raised figures on the line that they belong to', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(12).text('This was said before', 60, 100, { lineBreak: false })
        const end = 60 + pdf.widthOfString('This was said before')
        pdf.fontSize(7).text('12', end + 0.5, 98, { lineBreak: false })
        pdf.fontSize(12).text('and it is still true.', end + 12, 100)
      }),
    )
    assert.equal(markdown(document), 'This was said before<sup>12</sup> and it is still true.')
  })

  it('joins a large first letter to its word', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(30).text('O', 60, 100, { lineBreak: false })
        pdf.fontSize(10).text('ver the years the house was', 86, 103, { lineBreak: false })
        pdf.text('painted more than once, and the', 86, 116, { lineBreak: false })
        pdf.text('garden grew wild around all of it.', 60, 129)
      }),
    )
    assert.deepEqual(textsOf(document), [
      'Over the years the house was painted more than once, and the garden grew wild around all of it.',
    ])
  })

  it('keeps lines and indentation of program text', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(10).text(say('Text', 6)).moveDown()
        pdf.font('Courier').fontSize(9).text('function double(x) {').text('    return 2 * x').text('}')
      }),
    )
    assert.ok(markdown(document).endsWith('```\nfunction double(x) {\n    return 2 * x\n}\n```'), markdown(document))
  })

  it('does not read a typewritten page as code', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.font('Courier').fontSize(11).text(say('Typist', 6))
      }),
    )
    assert.equal(markdown(document), say('Typist', 6))
  })

  it('marks a table that continues on the next page, with its caption below it', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        const draw = (texts: readonly (readonly string[])[], top: number): void => {
          for (const [row, cells] of texts.entries()) {
            for (const [column, text] of cells.entries()) {
              pdf.rect(60 + column * 100, top + row * 20, 100, 20).stroke()
              pdf.text(text, 64 + column * 100, top + 5 + row * 20, { lineBreak: false })
            }
          }
        }
        const rowOf = (name: string): string[] => [name, `${name.length}`, `${name.length * 3}`]
        pdf.fontSize(10)
        draw([['Port', 'Ships', 'Loads'], rowOf('Cebu'), rowOf('Subic'), rowOf('Manila')], 640)
        pdf.addPage().fontSize(10)
        draw([rowOf('Lucena'), rowOf('Davao'), rowOf('Iloilo')], 60)
        pdf.text('Table 1. The ports and their ships', 60, 126, { lineBreak: false })
        pdf.text(say('Ports', 6), 60, 150)
      }),
    )
    const [first, second] = document.tables
    assert.equal(second?.continues, first?.id)
    assert.deepEqual(
      markdown(document)
        .split('\n')
        .filter((line) => line.startsWith('|')).length,
      8,
    )
  })

  it('marks a block that continues a paragraph from the page before', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(11).text('The first page ends in the middle of a sentence that goes', 60, 740)
        pdf.addPage().fontSize(11).text('on at the top of the next page. Here is another one.', 60, 100)
      }),
    )
    const [first, second] = blocksOf(document)
    assert.equal(second?.continues, first?.id)
    assert.equal(
      markdown(document),
      'The first page ends in the middle of a sentence that goes on at the top of the next page. Here is another one.',
    )
  })

  it('leaves out pictures that are only the background or shading of text', async () => {
    const document = await read(
      await pdfOf(
        (pdf) => {
          pdf.image(png(60, 80), 0, 0, { width: 595, height: 700 })
          pdf.image(png(40, 10), 60, 100, { width: 200, height: 16 })
          pdf.fontSize(11).text('On a shade', 60, 102)
          for (const y of [200, 300, 400]) pdf.fontSize(11).text(say('Text', 5), 60, y)
          pdf.image(png(41, 30), 60, 500, { width: 200, height: 120 })
        },
        { margin: 20 },
      ),
      { pictures: true },
    )
    const shown = blocksOf(document).filter(({ type }) => type === 'picture')
    assert.deepEqual(
      shown.map(({ bbox }) => bbox?.[1]),
      [500],
    )
    assert.equal(document.pictures.length, 3)
  })

  it('joins a picture that was cut into strips', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(11).text(say('Text'), 60, 60)
        for (let strip = 0; strip < 20; strip += 1)
          pdf.image(png(200, 5), 100, 300 + strip * 5, { width: 200, height: 5 })
        pdf.image(png(100, 50), 100, 450, { width: 100, height: 50 })
      }),
      { pictures: true },
    )
    assert.deepEqual(
      document.pictures.map(({ bbox, width, height }) => [bbox?.map(Math.round), width, height]),
      [
        [[100, 300, 300, 400], 200, 100],
        [[100, 450, 200, 500], 100, 50],
      ],
    )
  })

  it('reads a logo beside a page footer as part of it', async () => {
    const bytes = await pdfOf(
      (pdf) => {
        pdf.fontSize(11).text(say('Text'), 60, 100)
        pdf.image(png(30, 30), 60, 790, { width: 30, height: 30 })
        pdf.fontSize(8).text('17', 290, 800)
      },
      { margin: 20 },
    )
    assert.equal(markdown(await read(bytes)), say('Text'))
    assert.match(markdown(await read(bytes, { keepRunningText: true })), /!\[\]\(p1-i1\)/)
  })

  it('reads a heading below two columns after both of them', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(10)
        pdf.text(say('First'), 60, 80, { width: 225 }).text(say('Second'), 310, 80, { width: 225 })
        pdf.fontSize(14).text('What follows', 60, 310)
        pdf.fontSize(10).text(say('Third'), 60, 340)
      }),
    )
    assert.deepEqual(textsOf(document), [say('First'), say('Second'), 'What follows', say('Third')])
  })

  it('keeps a single note above the page number', async () => {
    const document = await read(
      await pdfOf(
        (pdf) => {
          pdf.fontSize(11).text(say('Text'), 60, 100)
          pdf.fontSize(6).text('16', 60, 770, { lineBreak: false })
          pdf.fontSize(8).text('Annual Report of the Fund, section 2', 68, 772)
          pdf.fontSize(10).text('61', 290, 800)
        },
        { margin: 20 },
      ),
    )
    assert.deepEqual(
      blocksOf(document).map(({ type }) => type),
      ['paragraph', 'footnote', 'page_footer'],
    )
  })

  it('leaves running heads, page numbers and lonely lines at the edge out of the text', async () => {
    const document = await read(
      await pdfOf(
        (pdf) => {
          pdf.fontSize(8).text('Journal of Examples | Volume 8 | May 2020', 60, 30)
          pdf.fontSize(10).text(say('Text'), 60, 100)
          pdf.fontSize(8).text('17', 290, 810)
        },
        { margin: 20 },
      ),
    )
    assert.deepEqual(
      blocksOf(document).map(({ type }) => type),
      ['page_header', 'paragraph', 'page_footer'],
    )
    assert.equal(markdown(document), say('Text'))
  })

  it('leaves the page number of a single page out that stands in the middle above a wide margin, and no other number', async () => {
    const typesWith = async (x: number) => {
      const document = await read(
        await pdfOf((pdf) => {
          pdf.fontSize(10).text(say('Text'), 60, 100)
          pdf.fontSize(10).text('1', x, 722)
        }),
      )
      return blocksOf(document).map(({ type }) => type)
    }
    assert.deepEqual(await typesWith(303), ['paragraph', 'page_footer'])
    assert.deepEqual(await typesWith(70), ['paragraph', 'paragraph'])
  })

  it('reads a page whose text runs upwards, with boxes as displayed', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.rotate(-90, { origin: [100, 600] })
        pdf.fontSize(12).text('A sentence that runs upwards.', 100, 600).text('And a second line of it.')
      }),
    )
    assert.deepEqual(textsOf(document), ['A sentence that runs upwards. And a second line of it.'])
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = blocksOf(document)[0]?.bbox ?? []
    assert.ok(y1 - y0 > (x1 - x0) * 3, `${x0} ${y0} ${x1} ${y1}`)
  })

  it('gives links to the words above them', async () => {
    const document = await read(
      await pdfOf((pdf) => {
        pdf.fontSize(11).text('See ', { continued: true })
        pdf.text('the catalogue', { link: 'https://shop.example/catalogue', continued: true })
        pdf.text(' for more.', { link: null })
      }),
    )
    assert.equal(markdown(document), 'See [the catalogue](https://shop.example/catalogue) for more.')
  })

  it('gives the pictures of a tagged document their alternative texts', async () => {
    const bytes = await pdfOf(
      (pdf) => {
        const document = pdf.struct('Document')
        pdf.addStructure(document)
        document.add(pdf.struct('P', {}, () => pdf.fontSize(11).text('Some text that stands above the picture.')))
        document.add(pdf.struct('Figure', { alt: 'A chart' }, () => pdf.image(png(60, 40), 60, 200, { width: 120 })))
        document.end()
      },
      { tagged: true, pdfVersion: '1.5' },
    )
    const document = await read(bytes, { pictures: true })
    assert.equal(markdown(document), 'Some text that stands above the picture.\n\n![A chart](p1-i1)')
    assert.deepEqual(
      document.pictures.map(({ alt }) => alt),
      ['A chart'],
    )
  })
})
