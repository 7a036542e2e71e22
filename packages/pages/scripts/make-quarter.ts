import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import Pdf from 'pdfkit'

/**
 * Draws examples/quarter.pdf, the document in the guide to comparing: one page of the sample's company, with things
 * that readers disagree about: two columns above a heading, a table in small print without rules, notes in smaller
 * print, and a pale line at the foot. The same bytes each time.
 */
const drawn = new Date('2025-07-15T09:00:00Z')
const pdf = new Pdf({
  size: 'A4',
  margin: 60,
  info: { Title: 'Harbour Light Ferries: traffic in the second quarter', CreationDate: drawn, ModDate: drawn },
})
const bytes = buffer(pdf)

const rows = [
  ['Line', 'April', 'May', 'June', 'Quarter', 'Change'],
  ['Island line', '14,208', '15,961', '18,148', '48,317', '+6.4 %'],
  ['Coast line', '9,355', '11,274', '12,890', '33,519', '+11.8 %'],
  ['Old Market shuttle', '6,641', '6,513', '7,102', '20,256', '+0.7 %'],
  ['Northern islets', '1,118', '1,631', '2,417', '5,166', '+3.9 %'],
  ['Night line', '487', '', '', '487', '-71.5 %'],
]
const lefts = [60, 200, 270, 340, 410, 480]

pdf.font('Helvetica-Bold').fontSize(18).text('Traffic in the second quarter', 60, 60)
pdf.font('Helvetica').fontSize(10).text('Report of the harbour office to the board, 14 July 2025', 60, 84)

pdf.fontSize(9.5)
pdf.text(
  'Passenger numbers rose on all lines but one. The island line carried 48,317 passengers, 6.4 % more than in the ' +
    'second quarter of 2024, although the Gannet lay in dock from 3 to 17 May. The night line was given up on 30 ' +
    'April; its passengers are counted with those of the coast line from then on.',
  60,
  125,
  { width: 225, align: 'justify' },
)
pdf.text(
  'Freight fell by 2.1 % to 9,846 tonnes. The harbour office puts this down to the closed quay at Old Market, where ' +
    'nothing heavier than 3.5 t could be landed until 12 June. Claims for damaged goods came to 1,275 euros, the ' +
    'lowest sum since the office was opened.',
  310,
  125,
  { width: 225, align: 'justify' },
)

pdf.font('Helvetica-Bold').fontSize(12).text('Passengers by line and month', 60, 235)
for (const [index, row] of rows.entries()) {
  pdf.font(index === 0 ? 'Helvetica-Bold' : 'Helvetica').fontSize(5)
  for (const [column, text] of row.entries())
    pdf.text(text, lefts[column] ?? 60, 260 + index * 12, {
      width: column === 0 ? 130 : 55,
      align: column === 0 ? 'left' : 'right',
      lineBreak: false,
    })
}
pdf
  .fontSize(5)
  .text(
    'The night line ran until 30 April. The counter at Old Market stood still on 8 and 9 June: 211 passengers a day are assumed.',
    60,
    340,
  )

pdf.font('Helvetica-Bold').fontSize(12).text('What the board is asked to decide', 60, 385)
pdf.font('Helvetica').fontSize(10)
pdf.text('1. To run the island line every 40 minutes from 1 September, as the noon crossings were sold out.', 60, 408)
pdf.text('2. To spend up to 18,600 euros on a second gate counter.', 60, 428)
pdf.text('3. To close the accounts of the night line by 31 December 2025.', 60, 448)

pdf.fontSize(6.2).fillColor('#8a8a8a')
pdf.text('Harbour Light Ferries, Quay 7. Telephone 0550 21 48 13. Printed on 15 July 2025. Sheet 1/1.', 60, 745)
pdf.end()

await writeFile(join(import.meta.dirname, '../../../examples/quarter.pdf'), await bytes)
