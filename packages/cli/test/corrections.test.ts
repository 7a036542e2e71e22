import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClient } from '@polyparse/client'
import { jsonOf } from './run.ts'
import { withService } from './with-service.ts'

describe('polyparse corrections', { timeout: 120_000 }, () => {
  const { polyparse, write, environment } = withService()

  it('shows, replaces and removes what is corrected, and prints an output as corrected', async () => {
    const { POLYPARSE_URL: url, POLYPARSE_API_KEY: apiKey } = environment()
    const document = new Blob(['<p>Rent is 1,234 a month.</p>'])
    const request = { operation: 'parse', outputs: ['markdown', 'json'] } as const
    const { id } = await createClient({ url, apiKey }).jobs.run(document, request, { filename: 'rent.html' })
    const corrections = (...argv: string[]) => polyparse('corrections', ...argv)

    assert.equal((await corrections('show', id)).stdout, 'Nothing is corrected.\n')
    const rent = { block: 'p1-b1', read: 'Rent is 1,234 a month.', text: 'Rent is 1,284 a month.' }
    await write('rent.json', JSON.stringify({ corrections: [rent] }))
    const stored = await corrections('replace', id, 'rent.json')
    assert.match(
      stored.stdout,
      /^PLACE +READ +CORRECTED +BY +AT\np1-b1 +Rent is 1,234 a month\. +Rent is 1,284 a month\./,
    )
    assert.equal((await corrections('output', id, 'markdown')).stdout, 'Rent is 1,284 a month.\n')

    // What is shown can be edited and given back.
    const shown = jsonOf(await corrections('show', id, '--json'))
    const edited = JSON.stringify(shown).replace('1,284', '1,294')
    await write('edited.json', edited)
    assert.equal((await corrections('replace', id, 'edited.json')).code, 0)
    await write('stale.json', edited.replace('1,294', '1,304'))
    const stale = await corrections('replace', id, 'stale.json')
    assert.equal(stale.code, 1)
    assert.match(stale.stderr, /somebody has changed them meanwhile/)
    assert.equal((await corrections('replace', id, 'stale.json', '--overwrite')).code, 0)
    assert.match((await corrections('output', id, 'json')).stdout, /1,304/)

    await write('other.json', '{ "corrections": [{ "block": "p1-b1" }] }')
    const wrong = await corrections('replace', id, 'other.json')
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /other\.json has no corrections/)

    assert.equal((await corrections('remove', id)).stdout, `The result of the job ${id} is as it was read.\n`)
    assert.equal((await corrections('output', id, 'markdown')).stdout, 'Rent is 1,234 a month.\n')
  })
})
