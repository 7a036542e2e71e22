import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pdfOf, producers, type Producer } from './documents.ts'
import { renditions, scannedPages } from './make/catalog.ts'
import { makeWithChromium } from './make/chromium.ts'
import { withFixedDates } from './make/fixed-dates.ts'
import { makeWithLibreOffice } from './make/libreoffice.ts'
import { numberHeadings } from './make/number-headings.ts'
import type { Make, Rendition } from './make/rendition.ts'
import { scanOf } from './make/scan.ts'
import { parseSource } from './make/source.ts'
import { makeWithTex } from './make/tex.ts'
import { makeWithTypst } from './make/typst.ts'
import { makeWithWeasyPrint } from './make/weasyprint.ts'

/*
 * node quality/make.ts [WORD ...]: makes the documents of the gate, or those whose id contains one of the words, and
 * the index of all; `--index` makes only the index. Needs the producers (see README.md); the gate does not.
 */
const makers: Readonly<Record<Producer, Make>> = {
  chromium: makeWithChromium,
  weasyprint: makeWithWeasyPrint,
  libreoffice: makeWithLibreOffice,
  tex: makeWithTex,
  typst: makeWithTypst,
}

const { values, positionals: words } = parseArgs({
  options: { index: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isWanted = ({ id }: { readonly id: string }): boolean =>
  !values.index && (words.length === 0 || words.some((word) => id.includes(word)))
for (const word of words)
  if (![...renditions, ...scannedPages].some(({ id }) => id.includes(word)))
    throw new RangeError(`No document has ${word} in its id.`)

const sourceOf = async ({ source, isNumbered }: Rendition): Promise<string> => {
  const text = await readFile(new URL(`sources/${source}.md`, import.meta.url), 'utf8')
  return isNumbered ? numberHeadings(text) : text
}
const truthFile = (id: string): URL => new URL(`documents/${id}.truth.md`, import.meta.url)

const makeAll = async (producer: Producer, wanted: readonly Rendition[]): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-quality-'))
  try {
    const withContent = wanted.map(async (rendition) => ({
      ...rendition,
      content: parseSource(await sourceOf(rendition)),
    }))
    await makers[producer](await Promise.all(withContent), folder)
    for (const rendition of wanted) {
      const { id } = rendition
      await writeFile(pdfOf(id), withFixedDates(await readFile(join(folder, `${id}.pdf`))))
      await writeFile(truthFile(id), await sourceOf(rendition))
      console.log(id)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

for (const producer of producers) {
  const wanted = renditions.filter((rendition) => rendition.producer === producer && isWanted(rendition))
  if (wanted.length > 0) await makeAll(producer, wanted)
}
for (const { id, of, treatment } of scannedPages.filter(isWanted)) {
  await writeFile(pdfOf(id), await scanOf(pdfOf(of), treatment))
  await writeFile(truthFile(id), await readFile(truthFile(of), 'utf8'))
  console.log(id)
}

const index = [...renditions, ...scannedPages]
  .map(({ id, producer, kind, language, part }) => ({ id, producer, kind, language, part }))
  .toSorted((one, other) => one.id.localeCompare(other.id))
await writeFile(
  new URL('documents.jsonl', import.meta.url),
  index.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
)
