import type { SampleBlock, SamplePage } from './sample.ts'

type Made = Readonly<Record<string, unknown>>

/** The sample as the Layout Parser gives it: what follows a heading is in its block. */
export const layoutDocument = (pages: readonly SamplePage[], config: Made): Made => {
  const assets: Made[] = []
  let count = 0

  const block = (page: SamplePage, position: number, { box }: SampleBlock, content: Made): Made => {
    count += 1
    return {
      blockId: String(count),
      ...content,
      pageSpan: { pageStart: position, pageEnd: position },
      ...(config['returnBoundingBoxes'] === true && { boundingBox: polygonOf(box, page) }),
    }
  }
  const text = (type: string, words: string, blocks: readonly Made[] = []) => ({
    textBlock: { text: words, type, ...(blocks.length > 0 && { blocks }) },
  })

  const made = (page: SamplePage, position: number, given: SampleBlock, below: readonly Made[]): Made => {
    const one = (content: Made) => block(page, position, given, content)
    switch (given.kind) {
      case 'heading':
        return one(text(`heading-${given.level}`, given.text, below))
      case 'list': {
        const entries = given.items.map((item) => ({ blocks: [one(text('paragraph', item))] }))
        return one({ listBlock: { listEntries: entries, type: 'unordered' } })
      }
      case 'table': {
        const [header = [], ...body] = given.rows
        const row = (cells: readonly string[]) => ({ cells: cellsOf(cells, (words) => one(text('paragraph', words))) })
        return one({ tableBlock: { headerRows: [row(header)], bodyRows: body.map(row) } })
      }
      case 'picture': {
        if (config['returnImages'] !== true) return one({ imageBlock: { imageText: given.text } })
        const assetId = `asset-${assets.length + 1}`
        assets.push({ assetId, content: given.file.toString('base64'), mimeType: 'image/png' })
        return one({ imageBlock: { imageText: given.text, mimeType: 'image/png', blobAssetId: assetId } })
      }
      case 'header':
      case 'footer':
        return one(text(given.kind, given.text))
      case 'paragraph':
      case 'caption':
      case 'code':
        return one(text('paragraph', given.text.replaceAll('*', '')))
    }
  }

  const blocks = pages.flatMap((page, index) => {
    const make = (below: readonly Made[]) => (given: SampleBlock) => made(page, index + 1, given, below)
    const at = page.blocks.findIndex(({ kind }) => kind === 'heading')
    const before = page.blocks.slice(0, at).map(make([]))
    const below = page.blocks.slice(at + 1).map(make([]))
    return [...before, ...page.blocks.slice(at, at + 1).map(make(below))]
  })
  return { documentLayout: { blocks }, ...(assets.length > 0 && { blobAssets: assets }) }
}

/** A text that is followed by nothing spans over the empty place. */
export const cellsOf = (row: readonly string[], content: (words: string) => Made): Made[] =>
  row.flatMap((words, column) => {
    if (words === '') return []
    const colSpan = row[column + 1] === '' ? 2 : 1
    return [{ blocks: [content(words)], rowSpan: 1, colSpan }]
  })

/** In JSON, 0 is left out. */
export const polygonOf = (
  [x0, y0, x1, y1]: SampleBlock['box'],
  { width, height }: Pick<SamplePage, 'width' | 'height'>,
): Made => {
  const vertex = (x: number, y: number) => ({ ...(x !== 0 && { x: x / width }), ...(y !== 0 && { y: y / height }) })
  return { normalizedVertices: [vertex(x0, y0), vertex(x1, y0), vertex(x1, y1), vertex(x0, y1)] }
}
