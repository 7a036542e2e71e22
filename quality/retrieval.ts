import { readdir, readFile } from 'node:fs/promises'
import { type Document, render } from '@polyparse/document'
import { defaultRequest } from '@polyparse/engine'
import { chunkingOf, engines } from '@polyparse/readers'
import { listDocuments, pdfOf } from './documents.ts'
import { retrievalQuestions } from './retrieval/questions.ts'
import { type IndexedChunk, placeOfAnswer, rankerOf } from './retrieval/rank.ts'

/*
 * node quality/retrieval.ts: how often the chunk that answers a question comes first, or among the first five, by the
 * options of chunks. The questions are about ten documents; one of each other source of `documents/` stands beside them. It
 * ranks by words (BM25), so it needs no model and comes out the same each time.
 *
 *   --missed   also lists the questions without an answer among the first five
 */
const lengths = [64, 128, 256, 512]
const settings = {
  'as they are': () => ({}),
  overlap: (chunkTokens: number) => ({ chunkOverlap: Math.round(chunkTokens / 8) }),
  context: () => ({ chunkContext: true }),
  both: (chunkTokens: number) => ({ chunkContext: true, chunkOverlap: Math.round(chunkTokens / 8) }),
}

/** Which of `sources/` a document was made from; `tidal-mills` of `chromium-tidal-mills-columns`. */
const sources = (await readdir(new URL('sources/', import.meta.url))).map((file) => file.replace(/\.md$/, ''))
const sourceOf = (id: string): string =>
  sources.filter((source) => id.includes(`-${source}`)).toSorted((a, b) => b.length - a.length)[0] ?? id

const asked = [...new Set(retrievalQuestions.map(({ document }) => document))]
const bySource = new Map(asked.map((id) => [sourceOf(id), id]))
for (const { id, kind } of await listDocuments())
  if (kind !== 'scan' && !bySource.has(sourceOf(id))) bySource.set(sourceOf(id), id)

const engine = await engines.auto()
const documents: { id: string; document: Document }[] = []
for (const id of bySource.values()) {
  const document = await engine.read(await readFile(pdfOf(id)), { ...defaultRequest, mediaType: 'application/pdf' })
  documents.push({ id, document })
}

console.log('| `chunkTokens` | options | chunks | tokens | first | among 5 | nowhere |')
console.log('| ------------- | ------- | ------ | ------ | ----- | ------- | ------- |')
for (const chunkTokens of lengths)
  for (const [name, optionsFor] of Object.entries(settings)) {
    const chunking = chunkingOf({ chunkTokens, maxChunkTokens: chunkTokens * 2, ...optionsFor(chunkTokens) })
    const indexed: IndexedChunk[] = []
    for (const { id, document } of documents) {
      const { chunks = [] } = await render({ ...document, chunking }, ['chunks'])
      indexed.push(...chunks.map((chunk) => ({ document: id, chunk })))
    }
    const rank = rankerOf(indexed)
    const placed = retrievalQuestions.map((one) => ({ one, place: placeOfAnswer(rank(one.question), one) }))
    const within = (places: number): number => placed.filter(({ place }) => place !== null && place <= places).length
    const tokens = indexed.reduce((sum, { chunk }) => sum + chunk.tokens, 0)
    const nowhere = placed.filter(({ place }) => place === null).length
    console.log(
      `| ${chunkTokens} | ${name} | ${indexed.length} | ${tokens} | ${within(1)} | ${within(5)} | ${nowhere} |`,
    )
    if (process.argv.includes('--missed'))
      for (const { one, place } of placed)
        if (place === null || place > 5) console.log(`  ${place ?? 'nowhere'}: ${one.question}`)
  }
process.exit(0)
