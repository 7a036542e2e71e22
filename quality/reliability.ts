import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { defaultRequest } from '@polyparse/engine'
import { engines } from '@polyparse/readers'
import { type KnownDocument, knownDocuments } from './recommendation/known-documents.ts'
import { markdown } from '@polyparse/document'
import { doubtsBySet, type ScoredDocument } from './reliability/by-set.ts'
import { judgedParts } from './reliability/judged-parts.ts'
import { reliabilityTable, wrongNumbersIn } from './reliability/table.ts'
import { overallOf, score } from './score/score.ts'

/*
 * node quality/reliability.ts [FOLDER]: how often the blocks and cells of `auto` are right, by the confidence that it has in
 * them, and whether the documents that are not good say so, by set; of the PDFs of a folder with their truth beside them (`<id>.pdf`, `<id>.truth.md`), or of `documents/`.
 *
 *   --only WORD   those with this word in their id
 *   --wrong       also lists the wrong numbers of which it is at least .9 sure
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, wrong: { type: 'boolean', default: false } },
})

const judged = async ({ id, set, pdf, truth, language }: KnownDocument): Promise<ScoredDocument> => {
  const engine = await engines.auto()
  const document = await engine.read(await readFile(pdf), {
    ...defaultRequest,
    mediaType: 'application/pdf',
    recognition: { ...defaultRequest.recognition, languages: [language] },
  })
  const doubted = document.warnings.flatMap(({ code, page = 0 }) => (code === 'low_confidence' ? [page] : []))
  const expected = await readFile(truth, 'utf8')
  return {
    id,
    set,
    pages: document.pages.length,
    parts: judgedParts(document, expected),
    doubted: new Set(doubted),
    score: overallOf(score(expected, markdown(document))),
    warnings: document.warnings,
  }
}

const known = await knownDocuments(resolve(positionals[0] ?? join(import.meta.dirname, 'documents')))
const documents: ScoredDocument[] = []
for (const one of known.filter(({ id }) => id.includes(values.only))) documents.push(await judged(one))
console.log(reliabilityTable(documents))
console.log(`\n${doubtsBySet(documents)}`)
if (values.wrong) console.log(wrongNumbersIn(documents))
process.exit(0)
