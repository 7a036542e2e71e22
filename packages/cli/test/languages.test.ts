import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { tarEnd, tarHeader, tarPadding } from '../../service/test/support/inside.ts'
import { jsonOf, listOf, run, type Ended } from './run.ts'

const german = new URL(import.meta.resolve('@tesseract.js-data/deu/4.0.0_best_int/deu.traineddata.gz'))

/** A package as `npm pack` makes it. */
const packageOf = (files: Readonly<Record<string, Uint8Array>>): Buffer => {
  const parts = Object.entries(files).flatMap(([name, content]) => [
    tarHeader({ name: `package/${name}`, size: content.length }, new Date(0)),
    content,
    tarPadding(content.length),
  ])
  return gzipSync(Buffer.concat([...parts, tarEnd]))
}

/** Has the languages `pol`, `fin`, of which it sends other bytes than it promises, and `swe`, which has no data. */
const openRegistry = async (asked: string[]): Promise<{ readonly server: Server; readonly url: string }> => {
  const data = await readFile(german)
  const packages = new Map(
    ['pol', 'fin', 'swe'].map((language) => {
      const manifest = {
        name: `@tesseract.js-data/${language}`,
        version: '1.0.0',
        license: 'MIT',
        scripts: { postinstall: 'exit 1' },
      }
      const named = { [`4.0.0_best_int/${language}.traineddata.gz`]: language === 'swe' ? Buffer.from('none') : data }
      return [
        language,
        { manifest, file: packageOf({ 'package.json': Buffer.from(JSON.stringify(manifest)), ...named }) },
      ] as const
    }),
  )
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    const language = /(?:%2f|\/)([a-z]+)(?:$|\/|-)/i.exec(url)?.[1] ?? ''
    const found = packages.get(language)
    if (found === undefined) return response.writeHead(404).end('{}')
    const { manifest, file } = found
    if (url.endsWith('.tgz')) return response.end(language === 'fin' ? packageOf({}) : file)
    const integrity = `sha512-${createHash('sha512').update(file).digest('base64')}`
    // The host is another one: the file is to be fetched from this registry all the same.
    const dist = { integrity, tarball: `http://elsewhere.invalid/${manifest.name}/-/${language}-1.0.0.tgz` }
    const version = { ...manifest, dist }
    return response.end(
      JSON.stringify({ name: manifest.name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return { server, url: `http://127.0.0.1:${address.port}/` }
}

describe('polyparse languages', () => {
  const asked: string[] = []
  let server: Server
  let registry: string
  let folder: string
  let languages: string
  before(async () => {
    const opened = await openRegistry(asked)
    server = opened.server
    registry = opened.url
    folder = await mkdtemp(join(tmpdir(), 'polyparse-cli-'))
  })
  after(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    languages = join(await mkdtemp(join(folder, 'data-')), 'languages')
  })

  const call = (argv: readonly string[], more: Record<string, string> = {}): Promise<Ended> =>
    run(argv, { POLYPARSE_LANGUAGES_DIR: languages, npm_config_registry: registry, HOME: folder, ...more })

  it('fetches a language from the registry, lists it, and removes it', async () => {
    const { added } = jsonOf(await call(['languages', 'add', 'pl', '--json']))
    assert.deepEqual(added, [{ language: 'pol', package: '@tesseract.js-data/pol', version: '1.0.0' }])
    assert.deepEqual((await readdir(languages)).toSorted(), ['pol.json', 'pol.traineddata.gz'])
    assert.deepEqual(await readFile(join(languages, 'pol.traineddata.gz')), await readFile(german))
    const { mode } = await stat(join(languages, 'pol.traineddata.gz'))
    assert.equal(mode & 0o777, 0o644)

    const list = listOf(await call(['languages', 'list', '--json']), 'languages')
    assert.deepEqual(list.at(-1), { language: 'pol', name: 'Polish', origin: '@tesseract.js-data/pol 1.0.0' })
    assert.deepEqual(list[0], { language: 'eng', name: 'English', origin: 'polyparse' })

    assert.equal((await call(['languages', 'remove', 'pol'])).code, 0)
    assert.deepEqual(await readdir(languages), [])
    assert.match((await call(['languages', 'remove', 'pol'])).stderr, /^Not in .*languages: pol\.\n/)
  })

  it('lists data that was put into the folder otherwise', async () => {
    await call(['languages', 'add', 'pol'])
    await writeFile(join(languages, 'chi_sim_vert.traineddata'), 'data')
    const list = listOf(await call(['languages', 'list', '--json']), 'languages')
    assert.deepEqual(
      list.find(({ language }) => language === 'chi_sim_vert'),
      { language: 'chi_sim_vert', name: 'Chinese (simplified, vertical)', origin: languages },
    )
  })

  it('installs nothing that is not what the registry promises, or cannot be used', async () => {
    const changed = await call(['languages', 'add', 'fin'])
    assert.deepEqual([changed.code, await readdir(languages)], [1, []])
    assert.match(changed.stderr, /has another checksum: nothing was installed/)
    const empty = await call(['languages', 'add', 'swe'])
    assert.deepEqual([empty.code, await readdir(languages)], [1, []])
    assert.match(empty.stderr, /has no trained data that can be used/)
  })

  it('says that the registry lacks a language, cannot be reached, or that there is no such language', async () => {
    const missing = await call(['languages', 'add', 'rus'])
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /has no package @tesseract\.js-data\/rus\. .* as rus\.traineddata/)
    const offline = await call(['languages', 'add', 'pol'], { npm_config_registry: 'http://127.0.0.1:9/' })
    assert.equal(offline.code, 1)
    assert.match(offline.stderr, /The registry http:\/\/127\.0\.0\.1:9\/ cannot be reached/)
    const unknown = await call(['languages', 'add', 'klingon'])
    assert.equal(unknown.code, 2)
    assert.match(unknown.stderr, /klingon is no language of Tesseract/)
    assert.deepEqual(await readdir(languages).catch(() => []), [])
  })

  it('asks no other host, and nothing when a document is read in a language that was added', async () => {
    await call(['languages', 'add', 'pol'])
    const before = asked.length
    assert.ok(before > 0)
    const scan = fileURLToPath(new URL('../../../examples/scan.pdf', import.meta.url))
    const options = JSON.stringify({ 'provider-b': { languages: ['pol', 'eng'] } })
    const read = await call([
      'parse',
      scan,
      '--provider',
      'provider-b',
      '--provider-options',
      options,
      '--outputs',
      'markdown',
    ])
    assert.equal(read.code, 0, read.stderr)
    assert.match(read.stdout, /\w{4}/)
    const refused = await call([
      'parse',
      scan,
      '--provider',
      'provider-b',
      '--provider-options',
      '{"provider-b":{"languages":["ces"]}}',
    ])
    assert.notEqual(refused.code, 0)
    assert.equal(asked.length, before)
  })
})
