import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { htmlPage } from './html.ts'
import { styleSheet } from './style-sheet.ts'
import { runProgram } from './program.ts'
import type { Make } from './rendition.ts'

/** HTML set by WeasyPrint: fonts subset differently than by a browser, footnotes at the foot of the page. */
export const makeWithWeasyPrint: Make = async (renditions, folder) => {
  for (const { id, content, style, language } of renditions) {
    const page = join(folder, `${id}.html`)
    await writeFile(page, htmlPage(content, { css: await styleSheet(style), language }))
    await runProgram('weasyprint', ['--optimize-size', 'fonts', page, join(folder, `${id}.pdf`)])
  }
}
