import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pdfOf } from '@polyparse/test-support/pdf'
import { defaultRequest } from '@polyparse/engine'
import { structureEngine } from '../src/pdf/structure/structure-engine.ts'

type Pdf = Parameters<Parameters<typeof pdfOf>[0]>[0]

/** The blocks of a page typed line by line, as programs print text files. */
const blocksOfTyped = async (text: string, around?: (pdf: Pdf) => void) => {
  const size = 10
  const bytes = await pdfOf(
    (pdf) => {
      around?.(pdf)
      pdf.font('Courier').fontSize(size)
      for (const [index, line] of text.split('\n').entries())
        if (line !== '') pdf.text(line, 60, 90 + index * size * 1.1, { lineBreak: false })
    },
    { margin: 20 },
  )
  const { pages } = await structureEngine.read(bytes, { ...defaultRequest, mediaType: 'application/pdf' })
  return pages.flatMap(({ blocks }) => blocks)
}

const headingsOfTyped = async (text: string): Promise<string[]> =>
  (await blocksOfTyped(text)).filter(({ type }) => type === 'heading').map((block) => block.text)

const paragraph =
  'The archive is copied to the machine, and unpacked there by\nthe user who runs the program, for whom it is writable.'

describe('the items of a numbered list between empty lines', () => {
  it('are no headings', async () => {
    const items = ['1. The first of the things', '2. The second of them', '3. The third']
    assert.deepEqual(await headingsOfTyped([paragraph, ...items, paragraph].join('\n\n')), [])
  })
})

describe('the headings of a page printed in one font', () => {
  it('are the numbered lines and those in capitals that stand between empty lines', async () => {
    const text = [
      'INSTALLATION NOTES',
      paragraph,
      '1. Getting started',
      paragraph,
      '1.1 Disk',
      paragraph,
      'TROUBLESHOOTING',
      paragraph,
    ]
    assert.deepEqual(await headingsOfTyped(text.join('\n\n')), [
      'INSTALLATION NOTES',
      '1. Getting started',
      '1.1 Disk',
      'TROUBLESHOOTING',
    ])
  })

  it('are none of the lines that belong to the text above or below them', async () => {
    const text = [
      `NAME\n${paragraph}`,
      paragraph,
      `OPTIONS\n${paragraph}`,
      'It is so',
      paragraph,
      'It was so',
      paragraph,
    ]
    assert.deepEqual(await headingsOfTyped(text.join('\n\n')), [])
  })
})

describe('a short page with an empty line between all paragraphs', () => {
  const texts = [
    'Building the shed',
    'The shed is built in four steps. Each of them takes about a day, and\nnone of them should be begun in rain.',
    'MORE ON WOOD',
    'It must be dry before it is painted, or the paint will come off with\nthe first winter that it sees.',
    'YOURS FAITHFULLY',
    'The Builders',
  ]

  it('is read with a line that ended before an empty one as a paragraph of its own', async () => {
    const blocks = await blocksOfTyped(texts.join('\n\n'))
    assert.deepEqual(
      blocks.map(({ text }) => text),
      texts.map((text) => text.replaceAll('\n', ' ')),
    )
  })

  it('has the lines of a memo apart, of which one paragraph alone has two lines', async () => {
    const memo = ['May 5, 2023', 'To the harbour office:', texts[1] ?? '', 'Best regards,', 'Mallory']
    const blocks = await blocksOfTyped(memo.join('\n\n'))
    assert.deepEqual(
      blocks.map(({ text }) => text),
      memo.map((text) => text.replaceAll('\n', ' ')),
    )
  })

  it('has no headings in the lines of a letter', async () => {
    const [, first = '', , second = ''] = texts
    const letter = ['HARBOUR TRUST', 'ATTN: MR SMITH', 'DEAR SIR,', first, second, 'YOURS FAITHFULLY', 'THE BUILDERS']
    assert.deepEqual(await headingsOfTyped(letter.join('\n\n')), [])
  })
})

describe('the lines that programs write above and below a text file', () => {
  const draw =
    (head: readonly (readonly [string, number])[], y: number) =>
    (pdf: Pdf): void => {
      pdf.font('Helvetica-Bold').fontSize(12)
      for (const [text, x] of head) pdf.text(text, x, y, { lineBreak: false })
    }

  for (const page of ['1', 'Page 1/1'])
    it(`are no headings, bold and large as they are, with the number of the page apart: ${page}`, async () => {
      const text = `12 November 2026\n\n${Array.from({ length: 6 }, () => paragraph).join('\n')}`
      const blocks = await blocksOfTyped(text, (pdf) => {
        draw(
          [
            ['steps.txt', 60],
            ['Sat Nov 28 11:32:58 2026', 200],
            [page, 500],
          ],
          36,
        )(pdf)
        draw(
          [
            ['Saturday', 60],
            ['1/1', 540],
          ],
          800,
        )(pdf)
      })
      const types = blocks.map(({ type }) => type)
      assert.deepEqual([types[0], types.at(-1)], ['page_header', 'page_footer'])
      assert.ok(types.slice(1, -1).every((type) => type === 'paragraph'))
    })
})
