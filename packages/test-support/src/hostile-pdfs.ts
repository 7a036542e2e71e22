import { randomFrom } from './random.ts'
import { sharedPagesPdf } from './raw-pdf.ts'

/* PDFs that are cheap to make and dear to read. */

/** The cells of one ruled table on one page, a character in each. */
export const manyCellsPdf = (rows: number, columns: number): Buffer => {
  const [width, height] = [575 / columns, 822 / rows]
  const lines = [
    ...Array.from(
      { length: rows + 1 },
      (_, row) => `10 ${formatPdfCoordinate(10 + row * height)} m 585 ${formatPdfCoordinate(10 + row * height)} l S`,
    ),
    ...Array.from(
      { length: columns + 1 },
      (_, column) =>
        `${formatPdfCoordinate(10 + column * width)} 10 m ${formatPdfCoordinate(10 + column * width)} 832 l S`,
    ),
  ]
  const size = formatPdfCoordinate(Math.min(width, height) * 0.7)
  const texts = Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns]
    return wordAt(10 + (column + 0.2) * width, 832 - (row + 0.8) * height, String(index % 10))
  })
  return sharedPagesPdf({ content: `0.1 w\n${lines.join('\n')}\nBT /F ${size} Tf\n${texts.join('\n')}\nET` })
}

/** Words of one character anywhere on one page. */
export const scatteredWordsPdf = (count: number): Buffer => {
  const random = randomFrom(400)
  const texts = Array.from({ length: count }, () => wordAt(10 + random.next() * 570, 10 + random.next() * 820, 'x'))
  return sharedPagesPdf({ content: `BT /F 1 Tf\n${texts.join('\n')}\nET` })
}

/** Pages that all draw the same, which is stored once: lines of words. */
export const sharedContentPdf = (count: number, lines: number): Buffer => {
  const texts = Array.from({ length: lines }, (_, line) =>
    wordAt(
      40,
      800 - (line * 780) / lines,
      `Line ${line} of a page that is like every other page of this long document.`,
    ),
  )
  return sharedPagesPdf({ content: `BT /F 8 Tf\n${texts.join('\n')}\nET`, count })
}

/** A page, and an outline in which each entry holds the next. */
export const deepOutlinePdf = (depth: number): Buffer =>
  sharedPagesPdf({
    content: 'BT /F 12 Tf 1 0 0 1 60 760 Tm (Deep down) Tj ET',
    catalog: '/Outlines 5 0 R',
    objects: [
      '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>',
      ...Array.from({ length: depth }, (_, level) => {
        const own = 6 + level
        const inner = level + 1 < depth ? `/First ${own + 1} 0 R /Last ${own + 1} 0 R /Count 1` : ''
        return `<< /Title (Level ${level + 1}) /Parent ${own - 1} 0 R /Dest [${6 + depth} 0 R /Fit] ${inner} >>`
      }),
    ],
  })

const wordAt = (x: number, y: number, text: string): string =>
  `1 0 0 1 ${formatPdfCoordinate(x)} ${formatPdfCoordinate(y)} Tm (${text}) Tj`

const formatPdfCoordinate = (value: number): string => value.toFixed(2)
