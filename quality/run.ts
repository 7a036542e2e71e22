import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { listDocuments } from './documents.ts'
import { failuresOf } from './gate.ts'
import { measure } from './measure.ts'
import { listOf, summaryOf, worstOf } from './report.ts'
import { suggestThresholds } from './suggest-thresholds.ts'
import { least, minimum } from './thresholds.ts'

/*
 * npm run quality: has the local providers read the documents, prints how well they did it and fails below the thresholds.
 *
 *   --ci               the small part alone
 *   --only WORD        the documents whose id has the word in it; no thresholds are looked at
 *   --docs             a line for each document
 *   --markdown FOLDER  writes what was read, <provider>-<id>.md
 *   --json FILE        writes the figures of each document
 *   --thresholds       prints thresholds just below what was measured
 */
const { values } = parseArgs({
  options: {
    ci: { type: 'boolean', default: false },
    only: { type: 'string' },
    docs: { type: 'boolean', default: false },
    markdown: { type: 'string' },
    json: { type: 'string' },
    thresholds: { type: 'boolean', default: false },
  },
})

const part = values.ci ? 'ci' : 'full'
const documents = (await listDocuments()).filter(
  (document) => (part === 'full' || document.part === 'ci') && document.id.includes(values.only ?? ''),
)
const outcomes = await measure(documents)

if (values.docs) console.log(`${listOf(outcomes)}\n`)
console.log(summaryOf(outcomes))
console.log(`\nThe ten worst\n${worstOf(outcomes, 10)}`)
if (values.thresholds) console.log(`\n${suggestThresholds(outcomes)}`)
if (values.json !== undefined) {
  const figures = outcomes.map(({ document, provider, scores, error }) => ({ ...document, provider, scores, error }))
  await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)
}
for (const { document, provider, markdown } of values.markdown === undefined ? [] : outcomes)
  await writeFile(`${values.markdown}/${provider}-${document.id}.md`, markdown)

if (values.only === undefined) {
  const failures = failuresOf(outcomes, documents, { least: least[part], minimum: minimum[part] })
  if (failures.length === 0) console.log(`\nAll of ${documents.length} documents at or above the thresholds.`)
  else {
    console.log(`\nBelow the thresholds:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
    process.exitCode = 1
  }
} else if (documents.length === 0) {
  console.log(`No document has ${values.only} in its id.`)
  process.exitCode = 1
}
