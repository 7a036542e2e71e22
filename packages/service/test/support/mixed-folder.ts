import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { docxOf, paragraphXml, xlsxOf, sheetData } from '@polyparse/test-support/office'
import { pagesPdf, png, tablePdf } from '@polyparse/test-support/pdf'

const rows = [
  ['Item', 'Amount'],
  ['Bolts', '12.50'],
  ['Nuts', '7.25'],
]

const html = (title: string): string =>
  `<!doctype html><title>${title}</title><h1>${title}</h1><p>The office is open on weekdays from nine to five.</p>`

const docx = (text: string): Uint8Array => docxOf({ body: paragraphXml(text) + paragraphXml('And a second one.') })

/** A page of a scan on which some words are hard to make out. */
const scan = (): Promise<Buffer> => readFile(new URL('../../../../examples/scan.pdf', import.meta.url))

/**
 * Writes a folder of 30 documents of many kinds, some with the same name, with one that is broken and one of an unknown
 * kind, and with what systems leave in folders.
 */
export const writeMixedFolder = async (folder: string): Promise<void> => {
  const files: Record<string, string | Uint8Array> = {
    'scan.pdf': await scan(),
    'broken.pdf': '%PDF-1.7 and nothing else',
    'machine.bin': Uint8Array.from({ length: 400 }, (_, index) => (index * 7) % 256),
    'empty.txt': '',
    'prices.xlsx': xlsxOf([{ name: 'Prices', xml: sheetData(rows) }]),
    'picture.png': png(120, 80),
    '.hidden.pdf': '%PDF-1.7',
    'Thumbs.db': 'thumbs',
    '2025/.git/config': 'nothing',
    '2025/letter.docx': docx('A letter of 2025.'),
    '2026/letter.docx': docx('A letter of 2026.'),
  }
  for (let number = 1; number <= 7; number += 1) files[`2025/report ${number}.pdf`] = await pagesPdf(1 + (number % 3))
  for (let number = 1; number <= 3; number += 1) files[`2026/table ${number}.pdf`] = await tablePdf(rows)
  for (let number = 1; number <= 4; number += 1) files[`2026/deep/memo ${number}.docx`] = docx(`Memo ${number}.`)
  for (let number = 1; number <= 4; number += 1) files[`2026/deep/page ${number}.html`] = html(`Page ${number}`)
  for (let number = 1; number <= 4; number += 1)
    files[`2026/figures ${number}.csv`] = rows.map((row) => row.join(',')).join('\n')
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
