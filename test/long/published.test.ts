import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { launchBrowser, noBrowser } from '@polyparse/test-support/browser'
import { readCodeBlocks } from '@polyparse/test-support/code-blocks'
import { docxOf, paragraphXml } from '@polyparse/test-support/office'
import { smallPagesPdf } from '@polyparse/test-support/pdf'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { rolldown } from 'rolldown'
import { pythonObstacle } from '../../packages/service/test/support/python.ts'
import { type Server, startServer, temporaryPlace } from '../../packages/service/test/support/server.ts'
import { openBundledPage } from '../support/bundled-page.ts'
import { copyWhatGitKnows } from '../support/clean-copy.ts'
import { linkPackages, readLockedPackages, readNeededPackages } from '../support/packages-of-clone.ts'
import { pageScript, typedProgram } from '../support/client-programs.ts'
import { docxProgram, readerProgram, recognisingProgram, typedReaderProgram } from '../support/reader-programs.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const thisFile = 'test/long/published.test.ts'
const sample = join(root, 'examples/sample.pdf')

/** Everything that is installed, without the copy of Node: megabytes. */
const maxInstalledMegabytes = 200
const maxClonedMegabytes = 600

/** The newest release with long-term support, by its major version. */
const newestLts = '26'

const minutes = (count: number) => ({ timeout: count * 60_000 })

/** It asks about nothing that it has in its cache, and about no vulnerabilities. */
const npmSettings = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' }

/** The first of the two lines that install from a clone. */
const packs = '(cd ../polyparse && npm run build -- --pack)'

/**
 * The packages that are installed as their pages say, because of what is asked of each. An installation costs ten seconds;
 * the lines of the others are compared with what their packages need.
 */
const installedPackages = ['cli', 'client', 'formats', 'readers']

/** The pages that say how. */
const documented = [
  'clients/python/README.md',
  'docs/use/clients/typescript.md',
  'packages/cli/README.md',
  'packages/client/README.md',
  'packages/compare/README.md',
  'packages/contract/README.md',
  'packages/document/README.md',
  'packages/engine/README.md',
  'packages/extraction/README.md',
  'packages/formats/README.md',
  'packages/outbound/README.md',
  'packages/pages/README.md',
  'packages/providers/README.md',
  'packages/readers/README.md',
  'packages/report/README.md',
  'packages/sandbox/README.md',
]

describe('What is published', minutes(30), () => {
  let folder: string
  let clone: string
  /** Where projects stand, beside the clone. Their paths are longer than the name of a socket may be. */
  let projects: string

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'polyparse-published-')))
    // Built as the image is: from a clone, without what the scripts of any package have made.
    clone = join(folder, 'polyparse')
    await copyWhatGitKnows(root, clone)
    await linkPackages(root, clone)
    await execute('npm', ['run', 'build', '--', '--pack'], { cwd: clone })
    projects = join(folder, 'deep'.repeat(25))
    await mkdir(projects)
    await symlink(clone, join(projects, 'polyparse'))
  }, minutes(10))
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))

  it(`comes from a clone that takes at most ${maxClonedMegabytes} MB without its Node`, async () => {
    let bytes = 0
    for (const { path, isOurs } of await readLockedPackages(root))
      if (!isOurs && path !== 'node_modules/node') bytes += sizeOf(join(root, path), () => true)
    const megabytes = bytes / 1024 ** 2
    assert.ok(megabytes > 100)
    assert.ok(megabytes <= maxClonedMegabytes, `${Math.round(megabytes)} MB`)
  })

  /** A page of it is recognised, with all that is loaded for that, in three fifths of the CPU time of a sample's. */
  const smallDocument = async (): Promise<string> => {
    const path = join(folder, 'small.pdf')
    await writeFile(path, await smallPagesPdf())
    return path
  }

  const installations = new Map<string, Promise<string>>()
  /** A project in which this line has installed something. The same line is run once. */
  const installWith = (line: string): Promise<string> => {
    const known = installations.get(line)
    if (known !== undefined) return known
    const installing = install(join(projects, `project-${installations.size}`), line)
    installations.set(line, installing)
    return installing
  }
  const install = async (project: string, line: string): Promise<string> => {
    await mkdir(project)
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await execute('sh', ['-ec', line], { cwd: project, env: { ...process.env, ...npmSettings } })
    return project
  }

  /** The lines that install, as the pages have them. */
  const documentedLines = async (): Promise<Map<string, string>> => {
    const blocks = (await readCodeBlocks()).filter((block) => block.marks.get('tested-by') === thisFile)
    return new Map(
      blocks.map(({ page, code }) => {
        // What packs them was run once already.
        const line = code.split('\n').find((line) => line !== packs) ?? ''
        assert.ok(line.startsWith('pip ') || code.startsWith(packs), `${page}: ${code}`)
        return [page, line]
      }),
    )
  }
  /** A project as the README of a package says. */
  const installPackage = async (name: string): Promise<string> => {
    const line = (await documentedLines()).get(`packages/${name}/README.md`)
    assert.ok(line !== undefined, name)
    return installWith(line)
  }

  it('is installed by the lines of its documentation, beside a clone', minutes(10), async (test) => {
    const noPython = await pythonObstacle()
    if (noPython !== null) test.diagnostic(`the Python client was not installed: ${noPython}`)
    const lines = await documentedLines()
    assert.deepEqual([...lines.keys()].toSorted(), documented)
    const line = lines.get('clients/python/README.md')
    assert.ok(line !== undefined)
    if (noPython === null) {
      const python = join(folder, 'python')
      await execute('python3', ['-m', 'venv', python])
      const env = { ...process.env, PATH: [join(python, 'bin'), process.env['PATH']].join(delimiter) }
      await execute('sh', ['-ec', line], { cwd: projects, env })
      await execute('python', ['-c', 'from polyparse import Polyparse'], { cwd: folder, env })
    }
    for (const name of installedPackages) {
      const names = await readdir(join(await installPackage(name), 'node_modules'))
      assert.ok(names.includes(name === 'cli' ? 'polyparse' : '@polyparse'), name)
    }
  })

  it('has lines that install all that a package needs of the others', async () => {
    const needs = await readNeededPackages(join(clone, 'dist'))
    for (const [page, line] of await documentedLines()) {
      const own = /^packages\/(\w+)\/README\.md$/.exec(page)?.[1]
      // The command line is installed with everything.
      if (own === undefined || own === 'cli') continue
      const files = [...line.matchAll(/\.\.\/polyparse\/dist\/polyparse-(\w+)-\*\.tgz(?= |$)/g)]
      assert.equal(line, ['npm install', ...files.map(([file]) => file)].join(' '), page)
      const names = new Set(files.map(([, name]) => name))
      assert.deepEqual(needs(own).difference(names), new Set(), page)
    }
  })

  it('can be imported, each package by its name', async () => {
    const cwd = await installPackage('cli')
    const names = (await readdir(join(cwd, 'node_modules/@polyparse'))).filter((name) => name !== 'service')
    assert.ok(names.length > 10)
    const program = names.map((name) => `await import('@polyparse/${name}')`).join('\n')
    await execute(process.execPath, ['--input-type=module', '--eval', `${program}\nprocess.exit()`], { cwd })
  })

  describe('the readers as a library', minutes(10), () => {
    let library: string
    before(async () => {
      library = await installPackage('readers')
      await writeFile(join(library, 'ten-lines.js'), readerProgram)
    }, minutes(5))

    const readsWith = async (node: string): Promise<void> => {
      const { stdout } = await execute(node, ['ten-lines.js', sample], { cwd: library })
      assert.match(stdout, /^# Harbour Light Ferries$/m)
      assert.match(stdout, /^\d+ 3$/m)
    }

    it('read a document in a program of ten lines', () => readsWith(process.execPath))

    it('do so with the newest Node that has long-term support', async (test) => {
      const path = await installWith(`npm install node@${newestLts}`)
      const node = join(path, 'node_modules/node/bin/node')
      const started = await execute(node, ['--version']).catch(() => null)
      if (started === null) return test.skip('the newest Node cannot start here: it needs libatomic.so.1')
      assert.match(started.stdout, new RegExp(`^v${newestLts}\\.`))
      await readsWith(node)
    })

    it('say which Node they need where an older one loads them', async (test) => {
      const env = { PATH: pathWithoutOurs() }
      const { stdout: version } = await execute('node', ['--version'], { env })
      if (Number.parseInt(version.slice(1), 10) >= 24) return test.skip(`there is no older Node here than ${version}`)
      for (const name of ['document', 'engine', 'pages', 'formats', 'readers']) {
        const loading = execute('node', ['--eval', `import('@polyparse/${name}')`], { cwd: library, env })
        await assert.rejects(loading, /Error: Polyparse needs Node 24 or newer, and this is Node \d+\.\d+\.\d+/)
      }
    })

    it('recognise the text of an image', async () => {
      await writeFile(join(library, 'recognise.js'), recognisingProgram)
      const { stdout } = await execute(process.execPath, ['recognise.js', await smallDocument()], { cwd: library })
      assert.match(stdout, /Harbours\n[^]*A short paragraph of words that are read well\./)
    })

    it('have types that a strict compiler takes', async () => {
      await writeFile(join(library, 'typed.ts'), typedReaderProgram)
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'esnext']
      await execute(process.execPath, [tsc, ...options, '--types', '', 'typed.ts'], { cwd: library })
    })
  })

  it('reads a DOCX in a program that brings no PDFium, layout library or Tesseract', minutes(5), async () => {
    const library = await installPackage('formats')
    await writeFile(join(library, 'read-docx.js'), docxProgram)
    await writeFile(join(library, 'report.docx'), docxOf({ body: paragraphXml('Ferries') }))
    const { stdout } = await execute(process.execPath, ['read-docx.js'], { cwd: library })
    assert.match(stdout, /^Ferries$/m)
    const brought = await readdir(join(library, 'node_modules'), { recursive: true })
    assert.deepEqual(
      brought.filter((path) => /pdfium|liteparse|tesseract|traineddata/.test(path)),
      [],
    )
    assert.ok(sizeOf(join(library, 'node_modules'), isCounted) < 40 * 1024 ** 2)
  })

  describe('the client as a library', minutes(5), () => {
    const stack = suiteStack()
    let library: string
    let service: Server
    let page: Awaited<ReturnType<typeof openBundledPage>>

    before(async () => {
      library = await installPackage('client')
      const [, quickStart = ''] =
        /```ts\n(.*?)```/s.exec(await readFile(join(root, 'docs/use/clients/typescript.md'), 'utf8')) ?? []
      await writeFile(join(library, 'quick-start.js'), quickStart)
      await cp(sample, join(library, 'report.pdf'))
      await writeFile(join(library, 'page.js'), pageScript)
      page = await openBundledPage(library)
      stack.defer(page.close)
      const place = await temporaryPlace({ after: (done) => stack.defer(done) })
      service = await startServer(place, { POLYPARSE_CORS_ORIGINS: page.origin })
      stack.defer(async () => void (await service.end('SIGTERM')))
    }, minutes(2))

    it('brings nothing else', async () => {
      assert.deepEqual(await readdir(join(library, 'node_modules/@polyparse')), ['client'])
      const others = (await readdir(join(library, 'node_modules'))).filter((name) => !name.startsWith('.'))
      assert.deepEqual(others, ['@polyparse'])
      assert.ok(sizeOf(join(library, 'node_modules'), () => true) < 300_000)
    })

    it('parses a document as the quick start says, also with an older Node', async () => {
      const env = { POLYPARSE_URL: service.url, POLYPARSE_API_KEY: service.key ?? '', PATH: pathWithoutOurs() }
      for (const node of [process.execPath, 'node']) {
        const { stdout } = await execute(node, ['quick-start.js'], { cwd: library, env })
        assert.match(stdout, /^# Harbour Light Ferries$/m)
      }
    })

    it('has types that a strict compiler takes without any other package', async () => {
      await writeFile(join(library, 'typed.ts'), typedProgram)
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      const options = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--types', '']
      const target = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom']
      await execute(process.execPath, [tsc, ...options, ...target, 'typed.ts'], { cwd: library })
    })

    it('parses a file in a page, bundled for browsers', { skip: noBrowser }, async () => {
      const warnings: string[] = []
      const onLog = (_level: string, { message }: { message: string }) => void warnings.push(message)
      const build = await rolldown({ input: join(library, 'page.js'), platform: 'browser', onLog })
      await build.write({ file: join(library, 'bundle.js'), format: 'esm' })
      await build.close()
      assert.deepEqual(warnings, [])
      const browser = await launchBrowser()
      try {
        const tab = await browser.newPage()
        await tab.goto(page.origin)
        const call = `readFile(${JSON.stringify(service.url)}, ${JSON.stringify(service.key)}, new File(['# Ferries'], 'a.md'))`
        const read = await tab.evaluate(call)
        assert.partialDeepStrictEqual(read, { markdown: '# Ferries' })
      } finally {
        await browser.close()
      }
    })
  })

  describe('the service', minutes(15), () => {
    let installed: string
    let elsewhere: string
    /** Only an older Node is on the path, as on a machine that was not updated. */
    let environment: NodeJS.ProcessEnv

    before(async () => {
      installed = await installPackage('cli')
      elsewhere = join(folder, 'elsewhere')
      await mkdir(elsewhere)
      environment = { ...process.env, PATH: pathWithoutOurs(), POLYPARSE_DATA_DIR: join(folder, 'data'), PORT: '0' }
    }, minutes(5))

    const polyparse = (...words: readonly string[]) =>
      execute('npx', ['--prefix', installed, '--no', 'polyparse', ...words], { cwd: elsewhere, env: environment })

    it(`takes at most ${maxInstalledMegabytes} MB without its Node`, async () => {
      const bytes = sizeOf(join(installed, 'node_modules'), isCounted)
      assert.ok(bytes > 50 * 1024 ** 2)
      assert.ok(bytes / 1024 ** 2 <= maxInstalledMegabytes, `${Math.round(bytes / 1024 ** 2)} MB`)
    })

    it('starts its engines from bundles', async () => {
      const program = "import { readerEngines } from '@polyparse/readers'; console.log(readerEngines.enginesModule)"
      const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', program], { cwd: installed })
      assert.equal(stdout.trim(), join(installed, 'node_modules/@polyparse/readers/bundle/engines.cjs'))
      const folder = join(installed, 'node_modules/@polyparse/sandbox/bundle')
      assert.deepEqual((await readdir(folder)).toSorted(), ['channel.js', 'child.js', 'gate.js', 'probe.js'])
    })

    it('has the licence of everything that it brings inside its packages', async () => {
      const folders = [
        '@polyparse/document',
        '@polyparse/engine',
        '@polyparse/pages',
        '@polyparse/formats',
        '@polyparse/readers',
        '@polyparse/service',
      ].map((name) => join(installed, 'node_modules', name))
      const licences = await Promise.all(folders.map((path) => readdir(join(path, 'vendor/licences'))))
      const brought = [
        'tesseract.js',
        'tesseract.js-core',
        '@tesseract.js-data__eng',
        'gpt-tokenizer',
        '@aws-sdk__client-s3',
      ]
      for (const name of brought) assert.ok(licences.flat().includes(`${name}.txt`), name)
      const typebox = join(installed, 'node_modules/@polyparse/document/bundle/LICENSE')
      assert.match(await readFile(typebox, 'utf8'), /Haydn Paterson/)
    })

    it('writes a provider that passes the suite of all providers and has types', async () => {
      const command = ['--no', 'polyparse', 'provider', 'new', 'acme']
      await execute('npx', command, { cwd: installed, env: environment })
      const cwd = join(installed, 'acme')
      // A test that runs inside of another one says nothing.
      const env = { PATH: process.env['PATH'] }
      const { stdout } = await execute(process.execPath, ['--test', '--test-reporter=tap'], { cwd, env })
      assert.match(stdout, /^# pass [3-9]\d$/m)
      const tsc = join(root, 'node_modules/typescript/bin/tsc')
      // Beside the types of Node in the repository are packages that the author of a provider does not have.
      const types = join(folder, 'types/node_modules')
      for (const name of ['@types/node', 'undici-types'])
        await cp(join(root, 'node_modules', name), join(types, name), { recursive: true })
      const typeRoots = join(types, '@types')
      const options = ['--project', 'jsconfig.json', '--typeRoots', typeRoots, '--skipLibCheck', 'false']
      await execute(process.execPath, [tsc, ...options], { cwd })
    })

    it('parses a document from any folder', async () => {
      const { stdout } = await polyparse('parse', sample)
      assert.match(stdout, /^# Harbour Light Ferries$/m)
    })

    it('compares what its providers read', async () => {
      const { stdout } = await polyparse(
        'compare',
        await smallDocument(),
        '--pages',
        '1',
        '-o',
        join(folder, 'report.html'),
      )
      assert.match(stdout, /provider-[ac]/)
    })

    it('serves its API and the app', async () => {
      const child = spawn('npx', ['--prefix', installed, '--no', 'polyparse', 'serve'], {
        cwd: elsewhere,
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      })
      try {
        let output = ''
        let url: string | undefined
        for await (const piece of child.stdout) {
          output += String(piece)
          url = /ready at (\S+)/.exec(output)?.[1]
          if (url !== undefined) break
        }
        assert.ok(url !== undefined, output)
        const health = await fetch(`${url}/api/v1/health`)
        assert.deepEqual(await health.json(), { status: 'ok' })
        const page = await fetch(url)
        assert.match(await page.text(), /<script type="module"/)
      } finally {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
      }
    })
  })
})

/** The path of this process without the Node that the project pins. */
const pathWithoutOurs = (): string =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((path) => !path.startsWith(root) && path !== dirname(process.execPath))
    .join(delimiter)

/** What is not the Node of an installation, or made later. */
const isCounted = (name: string): boolean => !['node', '.bin', '.cache'].includes(name)

/** It looks at a hundred thousand files, for which the functions that are awaited take ten times as long. */
const sizeOf = (folder: string, counts: (name: string) => boolean): number => {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!counts(entry.name)) continue
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? sizeOf(path, () => true) : statSync(path).size
  }
  return bytes
}
