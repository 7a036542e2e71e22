import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fillCache, providers as allProviders } from './recommendation/cached-readings.ts'
import { judge } from './recommendation/judge.ts'
import { knownDocuments } from './recommendation/known-documents.ts'
import { listOf, tableOf } from './recommendation/table.ts'

/*
 * node quality/recommend.ts [FOLDER]: how often the recommendation of a compare names the provider that has read a document
 * best, or within 0.01 of the best; of the PDFs of a folder with their truth beside them (`<id>.pdf`, `<id>.truth.md`),
 * or of `documents/`.
 *
 *   --providers LIST   those that are compared; auto and the three local ones unless given
 *   --cache FOLDER     keeps the readings here, so that the next time takes seconds; delete it when a reader has changed
 *   --docs             a line for each document for which it was silent or wrong
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    providers: { type: 'string', default: allProviders.join(',') },
    cache: { type: 'string', default: join(import.meta.dirname, '../node_modules/.cache/recommendation') },
    docs: { type: 'boolean', default: false },
  },
})

const named = values.providers.split(',')
const providers = allProviders.filter((provider) => named.includes(provider))
const documents = await knownDocuments(resolve(positionals[0] ?? join(import.meta.dirname, 'documents')))
await fillCache(documents, providers, values.cache)
const judged = []
for (const document of documents) judged.push(await judge(document, providers, values.cache))
if (values.docs) console.log(`${listOf(judged)}\n`)
console.log(tableOf(judged, providers))
