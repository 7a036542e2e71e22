import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from './program.ts'
import type { Make } from './rendition.ts'
import { texMarkup, type Rules } from './tex-markup.ts'

const styles = new URL('../styles/', import.meta.url)

/** How each style rules its tables. */
const rulesOf: Readonly<Record<string, Rules>> = {
  article: 'booktabs',
  'numbered-article': 'booktabs',
  twocolumn: 'booktabs',
  grid: 'grid',
  bare: 'none',
}

/** Pages set by pdfLaTeX in Latin Modern: ligatures, hyphenation, text without spaces between its words. */
export const makeWithTex: Make = async (renditions, folder) => {
  for (const { id, content, style } of renditions) {
    const rules = rulesOf[style]
    if (rules === undefined) throw new RangeError(`There is no style ${style} for TeX.`)
    const preamble = await readFile(new URL(`${style}.tex`, styles), 'utf8')
    const common = await readFile(new URL('base.tex', styles), 'utf8')
    const page = `${preamble}\n${common}\n\\begin{document}\n${texMarkup(content, rules)}\n\\end{document}\n`
    await writeFile(join(folder, `${id}.tex`), page)
    await runProgram('pdflatex', ['-interaction=nonstopmode', '-halt-on-error', `${id}.tex`], folder)
  }
}
