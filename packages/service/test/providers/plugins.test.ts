import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { readSettings } from '../../src/config.ts'
import { SettingsError } from '@polyparse/providers/settings'
import { samplePdf } from '@polyparse/providers/testing'
import { listProviders } from '../../src/service/list-providers.ts'
import { loadPlugins } from '../../src/service/plugins.ts'
import { run } from '../../../cli/test/run.ts'
import { openParser, writePlugin } from '../support/plugin.ts'

const execute = promisify(execFile)

describe('A plugin', () => {
  let folder: string
  let template: string
  let remove: () => Promise<void>
  before(async () => {
    const place = await writePlugin()
    folder = place.folder
    template = place.module
    remove = () => place.remove()
  })
  after(() => remove())

  const refused = async (environment: Record<string, string>, message: RegExp) => {
    await assert.rejects(listProviders(environment), (error) => {
      assert.ok(error instanceof SettingsError, String(error))
      assert.match(error.message, message)
      return true
    })
  }
  /** A module that changes the valid adapter `base`. */
  const moduleOf = async (name: string, exported: string): Promise<string> => {
    const path = join(folder, `${name}.js`)
    await writeFile(path, `import base from './my-parser/provider.js'\nexport default ${exported}\n`)
    return path
  }

  it('from the template passes the suite of all providers', async () => {
    const env = { PATH: process.env['PATH'] }
    const cwd = join(folder, 'my-parser')
    const { stdout } = await execute(process.execPath, ['--test', '--test-reporter=tap'], { cwd, env })
    assert.match(stdout, /^# pass [3-9]\d$/m)
    assert.match(stdout, /^# fail 0$/m)
  })

  it('is listed with its settings, and enabled by them', async () => {
    const listed = await listProviders({ POLYPARSE_PLUGINS: template, MY_PARSER_URL: 'http://localhost:1' })
    const entry = { id: 'my-parser', name: 'My Parser', from: template, enabled: false, missing: 'MY_PARSER_API_KEY' }
    assert.deepEqual(listed.providers.at(-1), entry)
    assert.deepEqual(
      listed.settings.map(({ variable, isSet, allowed }) => [variable, isSet, allowed]),
      [
        ['MY_PARSER_URL', true, 'a URL that starts with http:// or https://'],
        ['MY_PARSER_API_KEY', false, 'a key without spaces'],
      ],
    )
  })

  it('may be bound to several ids, each with settings of its own', async () => {
    const environment = {
      POLYPARSE_PLUGINS: template,
      POLYPARSE_PROVIDERS: 'one=my-parser,two=my-parser',
      MY_PARSER_API_KEY: 'shared',
      ONE__MY_PARSER_URL: 'http://localhost:1',
    }
    await refused(environment, /^POLYPARSE_PROVIDERS binds two to my-parser, which needs MY_PARSER_URL$/)
    const { providers } = await listProviders({ ...environment, TWO__MY_PARSER_URL: 'http://localhost:2' })
    assert.deepEqual(
      providers.slice(-2).map(({ id, enabled, from }) => [id, enabled, from]),
      [
        ['one', true, template],
        ['two', true, template],
      ],
    )
  })

  it('reads the documents of a command, and its answers in a thread', async (test) => {
    const fake = await openParser('# Read by a plugin')
    test.after(() => fake.close())
    const path = join(folder, 'a.pdf')
    await writeFile(path, await samplePdf())
    const environment = { POLYPARSE_PLUGINS: template, MY_PARSER_URL: fake.url, MY_PARSER_API_KEY: 'k' }
    const { code, stdout, stderr } = await run(['parse', path, '--provider', 'my-parser'], environment)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^# Read by a plugin$/m)
  })

  it('leaves commands that parse nothing alone: they neither load it nor judge its settings', () => {
    const { plugins } = readSettings({
      POLYPARSE_PLUGINS: './not-there.js',
      POLYPARSE_PROVIDERS: 'one=my-parser',
      ONE__MY_PARSER_URL: 'nowhere',
    })
    assert.deepEqual(plugins, ['./not-there.js'])
  })

  it('is written by a command, which takes a name and overwrites nothing', async () => {
    const again = await run(['provider', 'new', 'my-parser'], {}, { cwd: folder })
    assert.equal(again.code, 1)
    assert.match(again.stderr, /my-parser exists\.$/m)
    const misnamed = await run(['provider', 'new', 'My Parser'], {}, { cwd: folder })
    assert.equal(misnamed.code, 2)
    assert.match(misnamed.stderr, /words of small letters and digits/)
  })

  it('that cannot be loaded stops the start with its name and the reason', async () => {
    await refused(
      { POLYPARSE_PLUGINS: '@acme/none' },
      /^POLYPARSE_PLUGINS names @acme\/none, which cannot be loaded: .*@acme\/none/,
    )
    await refused({ POLYPARSE_PLUGINS: join(folder, 'none.js') }, /none\.js, which cannot be loaded: .*none\.js/)
    await refused({ POLYPARSE_PLUGINS: './a.js,,' }, /^POLYPARSE_PLUGINS must be modules, separated by commas, as in /)
    const throwing = join(folder, 'throwing.js')
    await writeFile(throwing, 'throw new Error("no licence")\n')
    await refused({ POLYPARSE_PLUGINS: throwing }, /throwing\.js, which cannot be loaded: Error: no licence$/)
    const endless = join(folder, 'endless.js')
    await writeFile(endless, 'await new Promise((resolve) => setTimeout(resolve, 60_000).unref())\n')
    await assert.rejects(loadPlugins([endless], 50), /endless\.js, which cannot be loaded: .*not within 0\.05 seconds/)
    const empty = join(folder, 'empty.js')
    await writeFile(empty, 'export const provider = {}\n')
    await refused(
      { POLYPARSE_PLUGINS: empty },
      /empty\.js, which has no default export; it must be an adapter or a list/,
    )
  })

  it('that exports anything but adapters stops the start with the member that is wrong', async () => {
    const wrong = [
      [
        '{ ...base, declaration: { ...base.declaration, id: "My Parser" } }',
        /an adapter that is not valid: \/declaration\/id must match/,
      ],
      ['{ ...base, prices: {} }', /must not have additional properties: prices$/],
      ['{ ...base, create: null }', /\/create must be a function$/],
      [
        '{ ...base, settings: { a: { kind: "password" } } }',
        /\/settings\/a\/kind must be equal to one of the allowed values: secret, url, /,
      ],
      [
        '{ ...base, settings: { a: { kind: "text", variable: "A" } } }',
        /\/settings\/a must have required properties help$/,
      ],
      [
        '{ ...base, settings: { a: { kind: "integer", minimum: 1, maximum: 9, variable: "A", help: "A.", default: "x" } } }',
        /\/settings\/a\/default must be a whole number from 1 to 9$/,
      ],
      ['[base, base]', /has the id my-parser, which exists$/],
      ['{ ...base, declaration: { ...base.declaration, id: "auto" } }', /has the id auto, which exists$/],
      [
        '{ ...base, settings: { a: { kind: "text", variable: "PORT", help: "A." } } }',
        /uses PORT, which is a setting of the service$/,
      ],
      [
        '{ ...base, settings: {}, create: () => ({}) }',
        /my-parser has created a provider that is not valid: .*mediaTypes/,
      ],
      [
        '{ ...base, settings: {}, create: () => { throw new Error("too early") } }',
        /my-parser could not be created: Error: too early$/,
      ],
      [
        '{ ...base, settings: {}, create: () => ({ mediaTypes: ["a/b"], options: "passthrough" }) }',
        /\/parse must be a function$/,
      ],
    ] as const
    for (const [index, [exported, message]] of wrong.entries())
      await refused({ POLYPARSE_PLUGINS: await moduleOf(`wrong-${index}`, exported) }, message)
  })

  it('whose setting is wrong stops the start, without the secret in the message', async () => {
    const settings = { MY_PARSER_URL: 'nowhere', MY_PARSER_API_KEY: 'se cret' }
    const message = /^MY_PARSER_URL must be a URL [^\n]*\nMY_PARSER_API_KEY must be a key without spaces$/
    await refused({ POLYPARSE_PLUGINS: template, ...settings }, message)
    const telling = await moduleOf(
      'telling',
      '{ ...base, create: ({ settings }) => { throw new Error(`not with ${settings.key}`) } }',
    )
    const right = { MY_PARSER_URL: 'http://localhost:1', MY_PARSER_API_KEY: 'sk-0123456789' }
    await refused({ POLYPARSE_PLUGINS: telling, ...right }, /could not be created: Error: not with …$/)
  })
})
