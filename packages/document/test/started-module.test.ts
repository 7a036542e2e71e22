import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { bundledSourcesFile, startedModule } from '../src/started-module.ts'

describe('the module that a process is started with', () => {
  const openPackage = async (context: TestContext) => {
    const folder = await mkdtemp(join(tmpdir(), 'polyparse-started-'))
    context.after(() => rm(folder, { recursive: true }))
    await mkdir(join(folder, 'src/inner'), { recursive: true })
    await writeFile(join(folder, 'package.json'), '{}')
    const source = join(folder, 'src/inner/thread.ts')
    await writeFile(source, 'export {}')
    const bundle = async (name = 'thread') => {
      await mkdir(join(folder, 'bundle'))
      await writeFile(join(folder, `bundle/${name}.cjs`), '')
    }
    const listSources = async () => {
      const { size, mtimeMs } = await stat(source)
      const sources = [{ path: '../src/inner/thread.ts', size, mtimeMs }]
      await writeFile(join(folder, 'bundle', bundledSourcesFile), JSON.stringify(sources))
    }
    const started = () => startedModule(join(folder, 'src/inner/caller.ts'), 'thread')
    return { source, bundled: join(folder, 'bundle/thread.cjs'), bundle, listSources, started }
  }

  it('is the source where there is no bundle, or a bundle without it', async (context) => {
    const { source, bundle, started } = await openPackage(context)
    assert.equal(started(), source)
    await bundle('another')
    assert.equal(started(), source)
  })

  it('is the bundle as it is published, without a list of sources', async (context) => {
    const { bundle, bundled, started } = await openPackage(context)
    await bundle()
    assert.equal(started(), bundled)
  })

  it('is the bundle in a clone, as long as no source has changed', async (context) => {
    const { bundle, bundled, listSources, started } = await openPackage(context)
    await bundle()
    await listSources()
    assert.equal(started(), bundled)
  })

  for (const [change, made] of [
    ['a source that was edited since', (path: string) => writeFile(path, 'export { edited }')],
    ['a source that was written again since', (path: string) => utimes(path, 1, 1)],
    ['a source that is gone', (path: string) => rm(path)],
    ['unknown sources', (path: string) => writeFile(join(path, '../../../bundle', bundledSourcesFile), '[{"pa')],
  ] as const)
    it(`is never a bundle made of ${change}`, async (context) => {
      const { source, bundle, listSources, started } = await openPackage(context)
      await bundle()
      await listSources()
      await made(source)
      assert.equal(started(), source)
    })

  it('beside a bundled module is the bundled one', async (context) => {
    const { bundle, bundled } = await openPackage(context)
    await bundle()
    assert.equal(startedModule(join(bundled, '../chunk.cjs'), 'thread'), bundled)
  })
})
