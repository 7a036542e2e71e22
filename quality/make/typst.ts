import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shortNames } from './languages.ts'
import { runProgram } from './program.ts'
import type { Make } from './rendition.ts'
import { typstMarkup } from './typst-markup.ts'

/** The Python that has the package `typst`. */
const python = process.env['QUALITY_PYTHON'] ?? 'python3'

/** Typst does not use fontconfig: apart from its own fonts, it takes only those in these folders. */
const compile = `
import sys, typst
typst.compile(sys.argv[1], output=sys.argv[2], pdf_tags=sys.argv[3] == "tagged", ignore_system_fonts=True,
  font_paths=["/usr/share/fonts/truetype/liberation2", "/usr/share/fonts/truetype/dejavu"])
`

const styles = new URL('../styles/', import.meta.url)

/** Pages set by Typst: font subsets of its own, tables with spanning cells. */
export const makeWithTypst: Make = async (renditions, folder) => {
  for (const { id, content, style, language, isTagged } of renditions) {
    const rules = `${await readFile(new URL('base.typ', styles), 'utf8')}\n${await readFile(new URL(`${style}.typ`, styles), 'utf8')}`
    const page = join(folder, `${id}.typ`)
    const head = `#set document(date: none)\n#set text(lang: "${shortNames[language] ?? 'en'}")`
    await writeFile(page, `${rules}\n${head}\n${typstMarkup(content)}\n`)
    await runProgram(python, ['-c', compile, page, join(folder, `${id}.pdf`), isTagged ? 'tagged' : 'untagged'])
  }
}
