import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { defaultRequest } from '@polyparse/engine'
import { troublesomeModule } from '@polyparse/test-support/troublesome-module'
import { fileMemory, type Proof, type ProofMemory } from '../src/confinement/proofs.ts'
import { createSandbox } from '../src/sandbox.ts'
import { notLinux } from './support/engine-processes.ts'

const proof: Proof = {
  rank: 0,
  isLimited: true,
  layers: { network: true, files: true, user: true, processes: true, systemCalls: true, dataBytes: 1 },
}

describe('proofs of confinement in a file', () => {
  const openFolder = async (context: TestContext): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-proofs-'))
    context.after(() => rm(folder, { recursive: true }))
    return folder
  }

  it('are recalled under the same circumstances only', async (context) => {
    const file = join(await openFolder(context), 'cache/confinement.json')
    const memory = fileMemory(file)
    assert.equal(memory.recall(['boot 1']), null)
    memory.keep(['boot 1'], proof)
    assert.deepEqual(memory.recall(['boot 1']), proof)
    assert.equal(memory.recall(['boot 2']), null)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  })

  it('are never taken from what others can write', { skip: process.platform === 'win32' }, async (context) => {
    const folder = await openFolder(context)
    const file = join(folder, 'confinement.json')
    const memory = fileMemory(file)
    memory.keep(['boot'], proof)
    await chmod(file, 0o666)
    assert.equal(memory.recall(['boot']), null)
    await chmod(file, 0o600)
    assert.deepEqual(memory.recall(['boot']), proof)
    await chmod(folder, 0o777)
    assert.equal(memory.recall(['boot']), null)
  })

  it('count as none when the file is damaged, and as not kept where nothing can be written', async (context) => {
    const folder = await openFolder(context)
    const file = join(folder, 'confinement.json')
    for (const text of ['', '{"circumstances":["boot"],"pro', '{"circumstances":["boot"],"proof":{"rank":-1}}']) {
      await writeFile(file, text, { mode: 0o600 })
      assert.equal(fileMemory(file).recall(['boot']), null)
    }
    const under = fileMemory(join(file, 'confinement.json'))
    under.keep(['boot'], proof)
    assert.equal(under.recall(['boot']), null)
    assert.deepEqual(await readdir(folder), ['confinement.json'])
  })

  it('are made anew where there is no such confinement any more', { skip: notLinux }, async (context) => {
    const kept: Proof[] = []
    const memory: ProofMemory = { recall: () => ({ ...proof, rank: 99 }), keep: (_, one) => kept.push(one) }
    const folder = await openFolder(context)
    const sandbox = createSandbox({
      size: 1,
      spoolDirectory: folder,
      ...troublesomeModule,
      preload: false,
      proofs: memory,
    })
    context.after(() => sandbox.close())
    const request = { ...defaultRequest, mediaType: 'text/plain' }
    await sandbox.run('echo', { open: async () => Readable.from([Buffer.from('read')]), request }, context.signal)
    assert.deepEqual([kept.length, (await sandbox.layers).dataBytes], [1, kept[0]?.layers.dataBytes])
  })
})
