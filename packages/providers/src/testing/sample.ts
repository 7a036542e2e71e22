import type { Box } from '@polyparse/document'
import { plainPng } from './png.ts'
import { writePdf } from './write-pdf.ts'

/**
 * The document that the fakes "read": three pages of different sizes, described once in points from the top left. Each
 * fake gives it in the units, numbers and words of its vendor.
 */
export type SampleBlock = { readonly box: Box } & (
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | { readonly kind: 'paragraph' | 'caption' | 'header' | 'footer' | 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly html: string; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'picture'; readonly text: string; readonly file: Buffer }
)

export type SamplePage = { readonly width: number; readonly height: number; readonly blocks: readonly SampleBlock[] }

const sizes = [
  [595.28, 841.89],
  [841.89, 595.28],
  [612, 792],
] as const

/** Its second row has a cell over two columns. */
const rows = [
  ['Route', '2024', '2025'],
  ['Ellery', 'closed', ''],
  ['Holm', '341', '349'],
]
const html =
  '<table><thead><tr><th>Route</th><th>2024</th><th>2025</th></tr></thead><tbody>' +
  '<tr><td>Ellery</td><td colspan="2">closed</td></tr><tr><td>Holm</td><td>341</td><td>349</td></tr></tbody></table>'

export const samplePages: readonly SamplePage[] = [
  {
    width: sizes[0][0],
    height: sizes[0][1],
    blocks: [
      { kind: 'header', text: 'Annual report', box: [60, 20, 160, 32] },
      { kind: 'heading', text: 'Ferries of Page 1', level: 1, box: [60, 60, 300, 84] },
      { kind: 'paragraph', text: 'A **calm** year, said on page 1.', box: [60, 100, 500, 130] },
      { kind: 'list', items: ['Weather', 'Waiting for trains'], box: [70, 140, 300, 180] },
    ],
  },
  {
    width: sizes[1][0],
    height: sizes[1][1],
    blocks: [
      { kind: 'heading', text: 'Passengers of Page 2', level: 2, box: [60, 60, 400, 80] },
      { kind: 'table', html, rows, box: [60, 100, 700, 220] },
      { kind: 'footer', text: 'Page 2 of 3', box: [60, 560, 140, 572] },
    ],
  },
  {
    width: sizes[2][0],
    height: sizes[2][1],
    blocks: [
      { kind: 'heading', text: 'Map of Page 3', level: 2, box: [60, 60, 400, 80] },
      { kind: 'picture', text: 'The routes', file: plainPng(40, 20), box: [100, 100, 300, 200] },
      { kind: 'caption', text: 'Figure 1: where the ferries go.', box: [100, 205, 300, 220] },
      { kind: 'code', text: 'route = "Holm"\nferries = 2', box: [60, 300, 300, 340] },
      { kind: 'paragraph', text: 'And that was page 3.', box: [60, 400, 500, 415] },
    ],
  },
]

/** The sample as a file with pages of the described sizes. */
export const samplePdf = async (): Promise<Buffer> =>
  writePdf(
    sizes.map(([width, height], index) => ({ width, height, text: `Page ${index + 1}` })),
    { title: 'Ferries' },
  )

/** A document of so many pages that say little more than their number. */
export const longPdf = (count: number): Buffer =>
  writePdf(
    Array.from({ length: count }, (_, index) => ({ width: 595.28, height: 841.89, text: `Page ${index + 1}` })),
    { title: 'Long' },
  )

export const encryptedSamplePdf = (): Buffer =>
  writePdf([{ width: 595.28, height: 841.89, text: 'Secret' }], { title: 'Secret', isEncrypted: true })

/** Makes a file that begins like a PDF. */
export const damagedPdf = (): Buffer => Buffer.from('%PDF-1.7\nnothing of the kind follows\n%%EOF')

/**
 * Returns what a fake makes of a file: the sample; those of its pages that were cut out, recognised by their sizes; or as many
 * pages, which say little more than their number.
 */
export const pagesOf = (file: Buffer): readonly SamplePage[] => {
  const written = file.toString('latin1')
  const count = written.match(/\/Type ?\/Page\b/g)?.length ?? 1
  if (count === samplePages.length) return samplePages
  if (written.includes('/Producer(PDFium)')) {
    const cut = cutPagesOf(written)
    if (cut.length > 0) return cut
  }
  return Array.from({ length: count }, (_, index) => ({
    width: 595.28,
    height: 841.89,
    blocks: [{ kind: 'heading', text: `Page ${index + 1}`, level: 1, box: [60, 60, 300, 84] }],
  }))
}

const cutPagesOf = (written: string): readonly SamplePage[] =>
  [...written.matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)\]/g)].flatMap(([, width, height]) =>
    samplePages.filter(
      (page) => Math.abs(page.width - Number(width)) < 0.01 && Math.abs(page.height - Number(height)) < 0.01,
    ),
  )

export const markdownOf = (block: SampleBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'table':
      return block.html
    case 'code':
      return `\`\`\`\n${block.text}\n\`\`\``
    case 'paragraph':
    case 'caption':
    case 'header':
    case 'footer':
    case 'picture':
      return block.text
    default:
      return ''
  }
}
