import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { before, describe, it } from 'node:test'
import { kinds, listDocuments, pdfOf, producers, truthOf, type DocumentEntry } from '../../quality/documents.ts'
import { failuresOf } from '../../quality/gate.ts'
import { measure, type Outcome } from '../../quality/measure.ts'
import { openReaders, type Provider } from '../../quality/read.ts'
import { score } from '../../quality/score/score.ts'
import { least, minimum } from '../../quality/thresholds.ts'

const megabyte = 1_000_000

describe('The documents of the quality gate', () => {
  let documents: DocumentEntry[]
  before(async () => {
    documents = await listDocuments()
  })

  it('are at least sixty, of every kind and from every producer', () => {
    assert.ok(documents.length >= 60)
    assert.deepEqual(new Set(documents.map(({ kind }) => kind)), new Set(kinds))
    assert.deepEqual(new Set(documents.map(({ producer }) => producer)), new Set(producers))
  })

  it('are those that the folder has, each with its truth', async () => {
    const files = await readdir(new URL('.', pdfOf('any')))
    const expected = documents.flatMap(({ id }) => [`${id}.pdf`, `${id}.truth.md`])
    assert.deepEqual(files.toSorted(), expected.toSorted())
  })

  it('stay below six megabytes', async () => {
    const sizes = await Promise.all(documents.map(async ({ id }) => (await stat(pdfOf(id))).size))
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 6 * megabyte)
  })

  it('are read without a look at any page, except the scans', async (t) => {
    const readers = await openReaders()
    t.after(() => readers.close())
    // Nothing can be recognised in a language that does not exist.
    const read = ({ id }: DocumentEntry) => readers.read('provider-c', pdfOf(id), 'none').catch(() => null)
    const born = documents.filter(({ kind }) => kind !== 'scan')
    const outcomes = await Promise.all(born.map(async (one) => ({ id: one.id, isRead: (await read(one)) !== null })))
    assert.deepEqual(
      outcomes.filter(({ isRead }) => !isRead).map(({ id }) => id),
      [],
    )
  })
})

describe('The small part of the quality gate', () => {
  const limits = { least: least.ci, minimum: minimum.ci }
  let documents: DocumentEntry[]
  let outcomes: Outcome[]
  before(async () => {
    documents = (await listDocuments()).filter(({ part }) => part === 'ci')
    outcomes = await measure(documents)
  })

  it('is read as well as the thresholds require', () => {
    assert.deepEqual(failuresOf(outcomes, documents, limits), [])
  })

  it('fails when a row of a table is lost', async () => {
    const changed = await withMarkdown('provider-c', 'typst-tallyman-booktabs', (markdown) =>
      markdown.replace(/^\|.*could not be read.*\n?/m, ''),
    )
    const failures = failuresOf(changed, documents, limits)
    assert.match(failures.join('\n'), /^provider-c, code, tables: 0\.\d+ is below/m)
  })

  it('fails when paragraphs change places', async () => {
    const changed = await withMarkdown('provider-c', 'chromium-harbour-report-report', (markdown) =>
      markdown.split('\n\n').toReversed().join('\n\n'),
    )
    assert.match(failuresOf(changed, documents, limits).join('\n'), /^provider-c, prose, text: 0\.\d+ is below/m)
  })

  it('fails when a document is not read, cannot be read, or is gone', () => {
    const [first, ...others] = outcomes
    assert.ok(first !== undefined)
    const name = first.document.id
    assert.deepEqual(
      failuresOf(others, documents, limits).filter((failure) => failure.includes(name)),
      [`${first.provider} did not read ${name}.`],
    )
    const broken: Outcome = { ...first, scores: null, error: 'It is damaged.' }
    assert.match(failuresOf([broken, ...others], documents, limits).join('\n'), /failed on .*: It is damaged\./)
    assert.match(failuresOf([], [], limits).join('\n'), /^There are 0 documents, not \d+\.$/)
  })

  it('fails for a kind that has no threshold', () => {
    assert.match(failuresOf(outcomes, documents, { least: 1, minimum: {} }).join('\n'), /there is no threshold/)
  })

  const withMarkdown = (provider: Provider, id: string, change: (markdown: string) => string): Promise<Outcome[]> =>
    Promise.all(
      outcomes.map(async (outcome) => {
        if (outcome.provider !== provider || outcome.document.id !== id) return outcome
        const markdown = change(outcome.markdown)
        assert.ok(markdown !== outcome.markdown, 'something is changed')
        return { ...outcome, markdown, scores: score(await truthOf(id), markdown) }
      }),
    )
})
