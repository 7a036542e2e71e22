import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { htmlPage } from './html.ts'
import { styleSheet } from './style-sheet.ts'
import { runProgram } from './program.ts'
import type { Make } from './rendition.ts'

/** HTML printed by a browser: text in runs placed by Skia, tables by CSS. */
export const makeWithChromium: Make = async (renditions, folder) => {
  for (const { id, content, style, language, isTagged } of renditions) {
    const page = join(folder, `${id}.html`)
    await writeFile(page, htmlPage(content, { css: await styleSheet(style), language }))
    await runProgram('chromium', [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-pdf-header-footer',
      ...(isTagged ? [] : ['--disable-pdf-tagging']),
      `--user-data-dir=${join(folder, 'chromium')}`,
      `--print-to-pdf=${join(folder, `${id}.pdf`)}`,
      `file://${page}`,
    ])
  }
}
