import type { Box } from '@polyparse/document'
import type { SampleBlock, SamplePage } from './sample.ts'

type Span = { readonly offset: number; readonly length: number }

/** §3 of the dossier: Markdown, and lists of all that is in it, by their spans and positions. */
export const azureResult = (
  all: readonly SamplePage[],
  numbers: readonly number[],
  { places }: { readonly places: boolean },
) => {
  let content = ''
  const write = (text: string): Span => {
    const offset = content.length
    content += text
    return { offset, length: text.length }
  }
  const paragraphs: object[] = []
  const tables: object[] = []
  const figures: object[] = []

  const pages = numbers.flatMap((pageNumber) => {
    const page = all[pageNumber - 1]
    if (page === undefined) return []
    const start = content.length
    const words: object[] = []
    const regions = (box: Box) => (places ? { boundingRegions: [{ pageNumber, polygon: polygonOf(box) }] } : {})
    /** As Markdown; the paragraph itself has only the text, and its words have their positions in the content. */
    const paragraph = (text: string, box: Box, { role, before = '' }: { role?: string; before?: string } = {}) => {
      const span = write(before + text)
      for (const { 0: word, index } of text.matchAll(/\S+/g))
        words.push({
          content: word,
          ...(places && { polygon: polygonOf(box) }),
          span: { offset: span.offset + before.length + index, length: word.length },
          confidence: pageNumber === 2 ? 0.8 : 0.9,
        })
      paragraphs.push({ ...(role && { role }), content: text, ...regions(box), spans: [span] })
      write('\n\n')
      return { path: `/paragraphs/${paragraphs.length - 1}`, span }
    }
    const table = (block: Extract<SampleBlock, { kind: 'table' }>) => {
      const from = content.length
      const cells = block.rows.flatMap((row, rowIndex) =>
        row.flatMap((text, columnIndex) => {
          if (text === '') return []
          // Each cell's text is among the paragraphs as well.
          const { path, span } = paragraph(text, block.box)
          const isWide = row[columnIndex + 1] === ''
          return [
            {
              ...(rowIndex === 0 && { kind: 'columnHeader' }),
              rowIndex,
              columnIndex,
              ...(isWide && { columnSpan: 2 }),
              content: text,
              ...regions(cellBox(block, rowIndex, columnIndex)),
              spans: [span],
              elements: [path],
            },
          ]
        }),
      )
      const spans = [{ offset: from, length: content.length - from }]
      tables.push({
        rowCount: block.rows.length,
        columnCount: block.rows[0]?.length ?? 0,
        cells,
        ...regions(block.box),
        spans,
      })
    }
    const cellBox = (
      { rows, box: [left, top, right, bottom] }: Extract<SampleBlock, { kind: 'table' }>,
      row: number,
      column: number,
    ): Box => {
      const [width, height] = [(right - left) / (rows[0]?.length ?? 1), (bottom - top) / rows.length]
      return [left + column * width, top + row * height, left + (column + 1) * width, top + (row + 1) * height]
    }
    const figure = (
      block: Extract<SampleBlock, { kind: 'picture' }>,
      after: SampleBlock | undefined,
      count: number,
    ) => {
      const from = content.length
      const inside = paragraph(block.text, block.box)
      const spans = [{ offset: from, length: content.length - from }]
      const caption = after?.kind === 'caption' ? paragraph(after.text, after.box) : null
      figures.push({
        id: `${pageNumber}.${count}`,
        ...regions(block.box),
        spans,
        elements: [inside.path],
        ...(caption &&
          after?.kind === 'caption' && {
            caption: { content: after.text, ...regions(after.box), spans: [caption.span], elements: [caption.path] },
          }),
      })
    }
    for (const [index, block] of page.blocks.entries()) {
      const before = page.blocks[index - 1]
      if (block.kind === 'list') for (const item of block.items) paragraph(`• ${item}`, block.box)
      else if (block.kind === 'table') table(block)
      else if (block.kind === 'picture') figure(block, page.blocks[index + 1], 1)
      else if (block.kind !== 'caption' || before?.kind !== 'picture')
        paragraph(block.text.replaceAll('**', ''), block.box, markOf(block))
    }
    const spans = [{ offset: start, length: content.length - start }]
    write('<!-- PageBreak -->\n\n')
    // Office documents have no angle, size, unit and lines.
    const size = { angle: 0, width: inches(page.width), height: inches(page.height), unit: 'inch' }
    return [{ pageNumber, ...(places && size), spans, words, selectionMarks: [] }]
  })
  return {
    apiVersion: '2024-11-30',
    modelId: 'prebuilt-layout',
    stringIndexType: 'utf16CodeUnit',
    contentFormat: 'markdown',
    content,
    pages,
    paragraphs,
    tables,
    figures,
    sections: [],
    styles: [],
    languages: [],
    keyValuePairs: [],
    warnings: [],
  }
}

const inches = (points: number): number => points / 72

/** Clockwise from the top left. */
const polygonOf = ([x0, y0, x1, y1]: Box): number[] => [x0, y0, x1, y0, x1, y1, x0, y1].map(inches)

const markOf = (block: SampleBlock): { role?: string; before?: string } => {
  switch (block.kind) {
    case 'heading':
      return { role: block.level === 1 ? 'title' : 'sectionHeading', before: `${'#'.repeat(block.level)} ` }
    case 'header':
      return { role: 'pageHeader' }
    case 'footer':
      return { role: /^Page \d/.test(block.text) ? 'pageNumber' : 'pageFooter' }
    case 'paragraph':
    case 'caption':
    case 'code':
    case 'list':
    case 'table':
    case 'picture':
    default:
      return {}
  }
}
