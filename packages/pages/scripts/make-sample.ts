import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'
import { encodePng } from '@polyparse/engine/images'

/*
 * Draws examples/sample.pdf, the document that the guides parse: three pages about a fictitious company, with
 * everything a parser has to find. The bytes are the same each time.
 */

const ink = '#1f2933'
const accent = '#0b6e4f'
const pale = '#e6f2ee'
const left = 64
const width = 595.28 - 2 * left

const pdf = new Pdf({
  size: 'A4',
  margins: { top: 92, bottom: 72, left, right: left },
  bufferPages: true,
  lang: 'en',
  info: {
    Title: 'Harbour Light Ferries: Annual Review 2025',
    Author: 'Harbour Light Ferries',
    Subject: 'Passengers, punctuality and plans',
    Keywords: 'ferries, annual review, sample',
    CreationDate: new Date('2026-01-15T09:00:00Z'),
    ModDate: new Date('2026-01-15T09:00:00Z'),
  },
})

const heading = (text: string): void => {
  pdf.moveDown(0.9).font('Helvetica-Bold').fontSize(15).fillColor(accent).text(text, left, undefined, { width })
  pdf.outline.addItem(text)
  pdf.moveDown(0.45)
}
const subheading = (text: string): void => {
  pdf
    .moveDown(0.6)
    .font('Helvetica-Bold')
    .fontSize(12)
    .fillColor(ink)
    .text(text, left, undefined, { width })
    .moveDown(0.3)
}
const body = () => pdf.font('Helvetica').fontSize(10.5).fillColor(ink)
const paragraph = (text: string): void => {
  body().text(text, left, undefined, { width, lineGap: 3 }).moveDown(0.6)
}
const list = (items: readonly string[], marker: (index: number) => string): void => {
  for (const [index, item] of items.entries()) {
    const top = pdf.y
    body().text(marker(index), left + 10, top, { lineBreak: false })
    pdf.text(item, left + 28, top, { width: width - 28, lineGap: 2 }).moveDown(0.25)
  }
  pdf.moveDown(0.4)
}

const table = (caption: string, columns: readonly number[], rows: readonly (readonly string[])[]): void => {
  pdf
    .moveDown(0.3)
    .font('Helvetica-Oblique')
    .fontSize(9.5)
    .fillColor(ink)
    .text(caption, left, undefined, { width })
    .moveDown(0.5)
  const rowHeight = 21
  let top = pdf.y
  for (const [index, row] of rows.entries()) {
    if (index === 0) pdf.rect(left, top, width, rowHeight).fill(pale)
    pdf
      .font(index === 0 ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(10)
      .fillColor(ink)
    let x = left
    for (const [column, text] of row.entries()) {
      const cellWidth = columns[column] ?? 0
      pdf.lineWidth(0.6).strokeColor('#9fb3ac').rect(x, top, cellWidth, rowHeight).stroke()
      pdf.text(text, x + 7, top + 6, {
        width: cellWidth - 14,
        align: column === 0 ? 'left' : 'right',
        lineBreak: false,
      })
      x += cellWidth
    }
    top += rowHeight
  }
  pdf.x = left
  pdf.y = top + 10
}

/** A lighthouse by the sea at dusk, pixel by pixel. */
const picture = (): Buffer => {
  const size = { width: 480, height: 240 }
  const pixels = new Uint8Array(size.width * size.height * 3)
  for (let y = 0; y < size.height; y += 1) {
    for (let x = 0; x < size.width; x += 1) pixels.set(colourAt(x, y), (y * size.width + x) * 3)
  }
  return Buffer.from(encodePng({ ...size, channels: 3, pixels }))
}
const colourAt = (x: number, y: number): readonly [number, number, number] => {
  const tower = 10 + y / 14
  if (y > 50 && y < 190 && Math.abs(x - 350) < tower)
    return Math.floor(y / 28) % 2 === 0 ? [203, 62, 58] : [247, 243, 235]
  if (y > 30 && y <= 50 && Math.abs(x - 350) < 11) return [255, 214, 102]
  if (y <= 40 && x < 350 && Math.abs(y - 40) < (350 - x) / 5) return [250 - (350 - x) / 5, 205 - (350 - x) / 4, 130]
  if (y > 170 + 12 * Math.sin(x / 60) && x > 230) return [52, 73, 70]
  if (y > 180) return [18 + (Math.sin(x / 9 + y) > 0.6 ? 26 : 0), 84 + y / 12, 112]
  return [250 - y, 170 - y / 3, 120 + y / 4]
}

// Page 1
pdf.font('Helvetica-Bold').fontSize(25).fillColor(accent).text('Harbour Light Ferries', left, 100)
pdf.font('Helvetica').fontSize(15).fillColor(ink).text('Annual Review 2025').moveDown(0.8)
heading('The year in brief')
paragraph(
  'In 2025 we carried 1.84 million passengers between the mainland and the five islands, nine per cent more than in the ' +
    'year before. Ninety-six of every hundred crossings left on time, in a winter with more gales than any since our ' +
    'records began.',
)
body().text('Timetables and the full accounts are on our website, ', left, undefined, {
  width,
  continued: true,
  lineGap: 3,
})
pdf.fillColor('#0b57d0').text('harbourlight.example/review', {
  continued: true,
  link: 'https://harbourlight.example/review',
  underline: true,
})
pdf.fillColor(ink).text('.', { link: null, underline: false }).moveDown(0.6)
list(
  [
    'Two hybrid vessels, Tern and Petrel, entered service in April and June.',
    'The night crossing to Skerry returned after six years.',
    'Every quay now has step-free boarding at all states of the tide.',
  ],
  () => '•',
)
pdf.image(picture(), left, pdf.y + 4, { width })
pdf.y += 4 + width / 2 + 8
pdf
  .font('Helvetica-Oblique')
  .fontSize(9.5)
  .fillColor(ink)
  .text('Figure 1: The light at Skerry, from which the company takes its name.', left, undefined, { width })

// Page 2
pdf.addPage()
heading('Passengers and punctuality')
paragraph(
  'Growth came from the two southern routes. On the northern ones, the number of passengers followed the weather: a calm ' +
    'May and September made up for a stormy February.',
)
table(
  'Table 1: Passengers by route, in thousands',
  [width * 0.34, width * 0.165, width * 0.165, width * 0.165, width * 0.165],
  [
    ['Route', '2023', '2024', '2025', 'Change'],
    ['Port Ellery to Skerry', '402', '418', '431', '+3.1%'],
    ['Port Ellery to Gannet Isle', '377', '391', '452', '+15.6%'],
    ['Marram to Longsand', '288', '305', '371', '+21.6%'],
    ['Marram to Holm', '341', '346', '349', '+0.9%'],
    ['Holm to Saint Brannoc', '229', '228', '237', '+3.9%'],
    ['All routes', '1,637', '1,688', '1,840', '+9.0%'],
  ],
)
subheading('How we measure')
paragraph(
  'A crossing is on time when the last line is let go within five minutes of the timetable. Crossings cancelled for ' +
    'weather before 18:00 on the day before do not count; those cancelled later count as late.',
)
subheading('What delayed us')
list(
  [
    'Weather, in three of five late crossings.',
    'Waiting for connecting buses and trains.',
    'Technical faults, half as many as in 2024.',
  ],
  (index) => `${index + 1}.`,
)

// Page 3
pdf.addPage()
heading('Fleet and plans')
paragraph(
  'With the two new vessels, half of our fleet can enter and leave harbour on battery power. The oldest ship, Guillemot, ' +
    'will be sold in the autumn of 2026.',
)
table(
  'Table 2: The fleet at the end of the year',
  [width * 0.25, width * 0.2, width * 0.2, width * 0.35],
  [
    ['Vessel', 'Built', 'Seats', 'Propulsion'],
    ['Guillemot', '1994', '220', 'Diesel'],
    ['Razorbill', '2008', '310', 'Diesel'],
    ['Tern', '2025', '340', 'Hybrid'],
    ['Petrel', '2025', '340', 'Hybrid'],
  ],
)
heading('Three promises for 2026')
list(
  [
    'A seat for everybody who has booked one, on every crossing.',
    'Fares that do not rise faster than wages.',
    'A shore-power connection at Port Ellery before the summer timetable.',
  ],
  (index) => `${index + 1}.`,
)
paragraph('Questions about this review are answered by the company secretary at the address on the back cover.')

// Running header and page numbers, once the number of pages is known
const { count } = pdf.bufferedPageRange()
for (let page = 0; page < count; page += 1) {
  pdf.switchToPage(page)
  pdf.page.margins.bottom = 0
  pdf.font('Helvetica').fontSize(8.5).fillColor('#5f6f6a')
  pdf.text('Harbour Light Ferries | Annual Review 2025', left, 42, { lineBreak: false })
  pdf.text(`Page ${page + 1} of ${count}`, left, 797, { width, align: 'center', lineBreak: false })
}

const bytes = buffer(pdf)
pdf.end()
await writeFile(join(import.meta.dirname, '../../../examples/sample.pdf'), await bytes)
