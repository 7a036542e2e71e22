import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { PNG } from 'pngjs'

type Drawing = PDFKit.PDFDocument

/** A PDF that `draw` draws, on A4 with its first page added. */
export const pdfOf = (draw: (pdf: Drawing) => void, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const pdf = new Pdf({ size: 'A4', margin: 60, ...options })
  const bytes = buffer(pdf)
  draw(pdf)
  pdf.end()
  return bytes
}

/** Pages with a heading and a few paragraphs, each of which names its page. */
export const pagesPdf = (count: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> =>
  pdfOf((pdf) => {
    for (let number = 1; number <= count; number += 1) {
      if (number > 1) pdf.addPage()
      pdf.fontSize(20).text(`Chapter ${number}`).moveDown()
      pdf.fontSize(11).text(`${samplePdfParagraph} This is said on page ${number}.`).moveDown()
      pdf.text(`A second paragraph, also on page ${number}, which is a little shorter than the first one.`)
    }
  }, options)

const samplePdfParagraph =
  'A paragraph of ordinary words that goes on for long enough to be broken into lines, so that its reader has to put ' +
  'the lines together again.'

/** Opens with the password `open sesame`. */
export const encryptedPdf = (): Promise<Buffer> => pagesPdf(1, { userPassword: 'open sesame', ownerPassword: 'owner' })

/** A table with ruled cells, its first row in bold. */
export const tablePdf = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  pdfOf((pdf) => {
    pdf.fontSize(11).text('The table below has everything that there is to know.').moveDown()
    drawTable(pdf, rows, { x: 60, y: 120, width: 110, height: 22 })
  })

const drawTable = (
  pdf: Drawing,
  rows: readonly (readonly string[])[],
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void => {
  for (const [rowIndex, row] of rows.entries()) {
    pdf.font(rowIndex === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(10)
    for (const [column, text] of row.entries()) {
      const [left, top] = [x + column * width, y + rowIndex * height]
      pdf.rect(left, top, width, height).stroke()
      pdf.text(text, left + 5, top + 6, { lineBreak: false })
    }
  }
}

/**
 * Three small pages, for what reads their images: a heading, lines and a footer on each, and a table and a picture on
 * the first. A page of A4 takes ten times as many pixels.
 */
export const smallPagesPdf = (): Promise<Buffer> =>
  pdfOf(
    (pdf) => {
      for (const [index, heading] of ['Harbours', 'Ferries', 'Bridges'].entries()) {
        if (index > 0) pdf.addPage()
        pdf.fontSize(18).text(heading, 30, 40)
        pdf.fontSize(11).text('A short paragraph of words that are read well.', 30, 75)
        pdf.text('It has another line, and one more of them.', 30, 95)
        pdf.fontSize(9).text(`Page ${index + 1} of 3`, 130, 270, { lineBreak: false })
        if (index > 0) continue
        drawTable(pdf, smallTable, { x: 30, y: 130, width: 75, height: 22 })
        pdf.image(png(120, 80), 200, 130, { width: 60 })
        pdf.font('Helvetica')
      }
    },
    { margin: 10, size: [320, 300] },
  )

const smallTable = [
  ['Name', 'Town'],
  ['Ada', 'London'],
  ['Grace', 'Boston'],
]

/** One visible sentence, and one that is drawn in the mode that shows nothing. */
export const hiddenTextPdf = (): Promise<Buffer> =>
  pdfOf((pdf) => {
    pdf.fontSize(12).text('Everybody can read this sentence.', 60, 100)
    pdf.addContent('3 Tr')
    pdf.text('Nobody is meant to see this one.', 60, 140)
    pdf.addContent('0 Tr')
  })

/** A photograph of a page: an image over all of it, and with `layer` its words as invisible text. */
export const scanPdf = (layer: string | null): Promise<Buffer> =>
  pdfOf((pdf) => {
    pdf.image(png(60, 84), 0, 0, { width: 595.28, height: 841.89 })
    if (layer === null) return
    pdf.addContent('3 Tr')
    pdf.fontSize(12).text(layer, 60, 100)
    pdf.addContent('0 Tr')
  })

/** A PNG with a pattern in it. */
export const png = (width: number, height: number): Buffer => {
  const image = new PNG({ width, height })
  image.data.forEach((_, at) => {
    image.data[at] = at % 4 === 3 ? 255 : ((at - (at >> 2)) * 7) % 256
  })
  return PNG.sync.write(image, { colorType: 2 })
}
