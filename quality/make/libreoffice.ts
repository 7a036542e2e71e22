import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { flatOdt } from './flat-odt.ts'
import type { OfficeStyle } from './office-styles.ts'
import { runProgram } from './program.ts'
import type { Make } from './rendition.ts'

const plain: OfficeStyle = {
  font: 'Liberation Serif',
  headingFont: 'Liberation Sans',
  size: 12,
  headingSizes: [18, 15, 13],
  isTitleCentred: false,
  tableRules: 'grid',
  hasZebra: false,
  isCentredVertically: false,
  columns: 1,
  runningHead: '',
}

const styles: Readonly<Record<string, OfficeStyle>> = {
  grid: plain,
  'header-rule': { ...plain, font: 'Liberation Sans', size: 10, tableRules: 'header', isCentredVertically: true },
  rows: { ...plain, size: 11, tableRules: 'rows', runningHead: 'Harbour &amp; Lane, internal' },
  borderless: { ...plain, size: 11, tableRules: 'none' },
  zebra: { ...plain, font: 'DejaVu Sans', headingFont: 'DejaVu Sans', size: 9, tableRules: 'none', hasZebra: true },
  'same-size': { ...plain, headingFont: 'Liberation Serif', headingSizes: [12, 12, 12], isTitleCentred: true },
  columns: { ...plain, size: 10, headingSizes: [16, 11, 10], columns: 2, tableRules: 'rows' },
}

/**
 * Text documents exported by Writer, all in one start of the program: kerned words, empty paragraphs, borders cell by
 * cell.
 */
export const makeWithLibreOffice: Make = async (renditions, folder) => {
  const files: string[] = []
  for (const { id, content, style } of renditions) {
    const looks = styles[style]
    if (looks === undefined) throw new RangeError(`There is no style ${style} for LibreOffice.`)
    const file = join(folder, `${id}.fodt`)
    await writeFile(file, flatOdt(content, looks))
    files.push(file)
  }
  await runProgram('soffice', [
    `-env:UserInstallation=file://${join(folder, 'office')}`,
    '--headless',
    '--convert-to',
    'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}',
    '--outdir',
    folder,
    ...files,
  ])
}
