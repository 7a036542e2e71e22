import { polygonOf } from './document-ai-layout.ts'
import type { SampleBlock, SamplePage } from './sample.ts'

type Made = Readonly<Record<string, unknown>>

/** Pixels of a point. */
const scale = 200 / 72

/**
 * The sample as OCR gives it: one text with pages, paragraphs and lines that refer to it. The Form Parser also has tables
 * and the fields of forms.
 */
export const pagesDocument = (pages: readonly SamplePage[], numbers: readonly number[], hasForms: boolean): Made => {
  const texts: string[] = []
  let length = 0
  const layout = (words: string, box: SampleBlock['box'], page: SamplePage): Made => {
    const start = length
    texts.push(`${words}\n`)
    length += Array.from(words).length + 1
    return layoutAt(start, length, box, page)
  }
  const layoutAt = (start: number, end: number, box: SampleBlock['box'], page: SamplePage): Made => ({
    textAnchor: { textSegments: [{ ...(start > 0 && { startIndex: String(start) }), endIndex: String(end) }] },
    confidence: page.width > page.height ? 0.8 : 0.9,
    boundingPoly: polygonOf(box, page),
    orientation: 'PAGE_UP',
  })

  const made = pages.map((page, index) => {
    const lines: Made[] = []
    const paragraphs: Made[] = []
    const tables: Made[] = []
    const formFields: Made[] = []
    const start = length
    const paragraph = (words: string, box: SampleBlock['box']): Made => {
      const from = length
      for (const line of words.split('\n')) lines.push({ layout: layout(line, box, page) })
      const whole = layoutAt(from, length, box, page)
      paragraphs.push({ layout: whole })
      return whole
    }
    const table = ({ rows, box }: Extract<SampleBlock, { kind: 'table' }>): void => {
      const from = length
      const [headerRow, ...bodyRows] = rows.map((row) => ({
        cells: row.flatMap((words, column) =>
          words === '' ? [] : [{ layout: paragraph(words, box), rowSpan: 1, colSpan: row[column + 1] === '' ? 2 : 1 }],
        ),
      }))
      if (hasForms) tables.push({ layout: layoutAt(from, length, box, page), headerRows: [headerRow], bodyRows })
    }
    const field = (words: string, whole: Made): void => {
      const [label = '', ...rest] = words.split(' ')
      const { textAnchor: _anchor, ...more } = whole
      formFields.push({
        fieldName: { ...more, textAnchor: { content: `${label}: ` } },
        fieldValue: { ...more, textAnchor: { content: rest.join(' ') } },
      })
    }
    for (const block of page.blocks) {
      if (block.kind === 'table') table(block)
      else if (block.kind === 'list') for (const item of block.items) paragraph(`• ${item}`, block.box)
      else {
        const words = block.text.replaceAll('*', '')
        const whole = paragraph(words, block.box)
        if (hasForms && block.kind === 'footer') field(words, whole)
      }
    }
    return {
      pageNumber: numbers[index],
      dimension: { width: Math.round(page.width * scale), height: Math.round(page.height * scale), unit: 'pixels' },
      layout: layoutAt(start, length, [0, 0, page.width, page.height], page),
      detectedLanguages: [
        { languageCode: 'en', confidence: 0.9 },
        { languageCode: 'de', confidence: 0.1 },
      ],
      paragraphs,
      lines,
      ...(hasForms && { tables, formFields }),
    }
  })
  return { text: texts.join(''), pages: made }
}
