import type { Box } from '@polyparse/document'
import type { SampleBlock, SamplePage } from './sample.ts'

/**
 * §4 of vendors/datalab-marker.md: a page of the tree, as the open-source renderer makes it (`marker/renderers/json.py`).
 * Pages count from 0.
 */
export const markerPage = (
  { width, height, blocks }: SamplePage,
  index: number,
  { scale, images }: { readonly scale: number; readonly images: boolean },
) => {
  const node = (kind: string, count: number, box: Box, more: object) => ({
    id: `/page/${index}/${kind}/${count}`,
    block_type: kind,
    html: '',
    ...shapeOf(box, scale),
    children: null,
    section_hierarchy: {},
    images: {},
    ...more,
  })
  const children = blocks.map((block, count) => {
    const id = `/page/${index}/Figure/${count}`
    if (block.kind === 'list')
      return node('ListGroup', count, block.box, {
        html: block.items
          .map((_, item) => `<content-ref src='/page/${index}/ListItem/${item}'></content-ref>`)
          .join(''),
        children: block.items.map((text, item) => node('ListItem', item, block.box, { html: `<li>${text}</li>` })),
      })
    if (block.kind !== 'picture') return node(kindOf[block.kind], count, block.box, { html: htmlOf(block) })
    return node('Figure', count, block.box, {
      html: `<p><img src="_page_${index}_Figure_${count}.jpeg" alt="${block.text}"></p>`,
      images: images ? { [id]: block.file.toString('base64') } : {},
    })
  })
  return {
    ...node('Page', 12, [0, 0, width, height], { children }),
    html: children.map(({ id }) => `<content-ref src='${id}'></content-ref>`).join(''),
  }
}

const shapeOf = (box: Box, scale: number) => {
  const [x0, y0, x1, y1] = box.map((side) => side * scale)
  return {
    polygon: [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
    bbox: [x0, y0, x1, y1],
  }
}

const kindOf = {
  heading: 'SectionHeader',
  paragraph: 'Text',
  caption: 'Caption',
  header: 'PageHeader',
  footer: 'PageFooter',
  code: 'Code',
  table: 'Table',
} as const

const htmlOf = (block: Exclude<SampleBlock, { kind: 'list' | 'picture' }>): string => {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${block.text}</h${block.level}>`
    case 'table':
      return block.html
    case 'code':
      return `<pre>${block.text}</pre>`
    case 'paragraph':
    case 'caption':
    case 'header':
    case 'footer':
    default:
      return `<p block-type="Text">${block.text.replace(/\*\*(.+?)\*\*/, '<b>$1</b>')}</p>`
  }
}
