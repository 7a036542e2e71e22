import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@polyparse/client'
import { installPeers } from '../../../../test/peers/install-peers.ts'
import { startServer, temporaryPlace, type Server } from '../support/server.ts'

await installPeers()
const { PolyparseLoader } = await import('@polyparse/client/langchain')

const examples = ['sample', 'quarter'].map((name) =>
  fileURLToPath(new URL(`../../../../examples/${name}.pdf`, import.meta.url)),
)

/** Counts words, by their hash. */
const embed = (text: string): number[] => {
  const vector = Array.from({ length: 4096 }, () => 0)
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const place = [...Buffer.from(word)].reduce((hash, byte) => (hash * 31 + byte) % vector.length, 7)
    vector[place] = (vector[place] ?? 0) + 1
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / (length || 1))
}

describe('the loader for LangChain', () => {
  const done: (() => Promise<unknown>)[] = []
  let server: Server
  before(async () => {
    const scope = { after: (work: () => Promise<unknown>) => void done.push(work) }
    server = await startServer(await temporaryPlace(scope))
    done.push(() => server.end('SIGTERM'))
  })
  after(async () => {
    for (const work of done.toReversed()) await work()
  })

  it('loads documents as passages, in which a question finds its page', async () => {
    const client = createClient({ url: server.url, apiKey: server.key ?? '' })
    const documents = await new PolyparseLoader(examples, { client, provider: 'auto' }).load()
    assert.deepEqual(new Set(documents.map(({ metadata }) => metadata.source)), new Set(examples))
    assert.equal(new Set(documents.map(({ id }) => id)).size, documents.length)
    assert.ok(documents.every(({ metadata }) => metadata.boxes.length > 0))

    const vectors = documents.map(({ pageContent }) => embed(pageContent))
    const find = (question: string) => {
      const asked = embed(question)
      const similarity = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0))
      return documents[similarity.indexOf(Math.max(...similarity))]?.metadata
    }
    const answers: readonly [string, string | undefined, number][] = [
      ['When did the night crossing to Skerry return?', examples[0], 1],
      ['How many passengers used the coast line in the second quarter?', examples[1], 1],
    ]
    for (const [question, source, page] of answers) {
      const metadata = find(question)
      assert.deepEqual([metadata?.source, metadata?.pages], [source, [page]], question)
    }
  })

  it('gives the first passages before the last document is parsed, and fails as the client does', async () => {
    const client = createClient({ url: server.url, apiKey: server.key ?? '' })
    const passages = new PolyparseLoader([examples[1] ?? '', 'gone.pdf'], { client }).lazyLoad()
    const first = await passages.next()
    assert.match(first.value?.pageContent ?? '', /Traffic in the second quarter/)
    await assert.rejects(Array.fromAsync(passages), { code: 'source_unreadable' })
  })
})
