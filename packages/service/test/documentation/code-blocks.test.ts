import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { before, describe, it } from 'node:test'
import * as contract from '@polyparse/contract'
import { outputSchemas } from '@polyparse/document/schema'
import type { TSchema } from '@polyparse/document/typebox'
import { Errors } from '@polyparse/document/typebox/value'
import { type CodeBlock, codeBlocksIn, readCodeBlocks } from '@polyparse/test-support/code-blocks'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { readSettings } from '../../src/config.ts'
import { installPeers } from '../../../../test/peers/install-peers.ts'
import { runPage } from '../support/code-blocks/run-page.ts'
import { openStage, type Stage } from '../support/code-blocks/stage.ts'
import { isKnownLanguage, isRun, readPagesToRun, slowPages } from '../support/code-blocks/which.ts'
import { pythonObstacle } from '../support/python.ts'

const root = join(import.meta.dirname, '../../../..')

/** What the blocks of a page print, besides ending well. */
const printed: Readonly<Record<string, RegExp>> = {
  'README.md': /"markdown":"# Harbour Light Ferries\\n/,
  'docs/use/quick-start.md': /^# Harbour Light Ferries$/m,
  'docs/use/guides/retrieval.md': /^page 2, .*Passengers and punctuality[^]*^examples\/sample\.pdf page 1 - The year/m,
  'docs/use/guides/scans.md': /^low_confidence: About \d\d % of the text of page 1/m,
  'docs/use/guides/vendors.md': /^llamaparse 0\.\d+ USD$/m,
  'docs/use/guides/cost.md': /^1 doubtful pages: 0\.0037 USD$/m,
  'docs/use/extraction.md': /"line":"Island line","quarter":48317/,
  'clients/python/README.md': /^# Traffic in the second quarter$/m,
}

const schemas = new Map<string, unknown>([...Object.entries(contract), ...Object.entries(outputSchemas)])
const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && '~kind' in value

const blocks = await readCodeBlocks()
const placeOf = ({ page, line }: CodeBlock): string => `${page}:${line}`
const inLanguage = (language: string) => blocks.filter((block) => block.language === language)

describe('The code blocks of the documentation', () => {
  it('name a language, and are run, tested by a test that names their page, or say why they are not run', async () => {
    assert.ok(blocks.length > 100)
    assert.ok(blocks.filter(isRun).length > 40)
    for (const block of blocks) {
      assert.ok(isKnownLanguage(block.language), `${placeOf(block)}: the language is “${block.language}”`)
      const test = block.marks.get('tested-by')
      if (test !== undefined) assert.ok((await readFile(join(root, test), 'utf8')).includes(block.page), placeOf(block))
    }
  })

  it('are refused with a mark that does not exist, or without an end', () => {
    const faulty = ['```sh norun="x"\n```', '```sh no-run\n```', '```sh {1}\n```', '```sh no-run=""\n```', '```sh\nls']
    for (const text of faulty) assert.throws(() => codeBlocksIn('page.md', text), /^Error: page\.md:1: /, text)
    const [block] = codeBlocksIn('page.md', '\n```sh no-run="keeps running"\nls\n```\n')
    assert.deepEqual([block?.line, block?.language, block?.marks.get('no-run')], [2, 'sh', 'keeps running'])
  })

  it('install nothing by a name that anyone could register before it is published', () => {
    const byName =
      /(?:(?<!helm )install|add|uvx|npx (?:-y|--yes)|"-y",)\s(?:.*\s)?['"]?(?:@polyparse\/\w+|polyparse)(?:\[.*?\])?['"]?(?=[\s,]|$)/m
    for (const line of [
      'npm install @polyparse/client',
      "pip install 'polyparse[langchain]'",
      '["-y", "polyparse", "mcp"]',
    ])
      assert.match(line, byName)
    for (const block of blocks) assert.doesNotMatch(block.code, byName, placeOf(block))
  })

  it('are JSON where they say so, of the schema that they name', () => {
    const named = inLanguage('json').filter((block) => {
      const value: unknown = JSON.parse(block.code)
      const name = block.marks.get('schema')
      if (name === undefined) return false
      const schema = schemas.get(name)
      assert.ok(isSchema(schema), `${placeOf(block)}: ${name} is no schema`)
      assert.deepEqual(Errors(schema, value), [], placeOf(block))
      return true
    })
    assert.ok(named.length >= 5)
  })

  it('are settings that exist where they are environment files', () => {
    const files = inLanguage('dotenv')
    for (const block of files) assert.doesNotThrow(() => readSettings(parseEnv(block.code)), placeOf(block))
    assert.ok(files.length >= 2)
  })
})

describe('The code blocks of', async () => {
  const stack = suiteStack()
  const pages = await readPagesToRun()
  const obstacle = await pythonObstacle()
  let stage: Stage
  before(async () => {
    await installPeers()
    stage = await openStage(stack)
  })

  for (const [page, list] of pages) {
    if (slowPages.includes(page)) continue
    const skip = obstacle !== null && list.some(({ language }) => language === 'python') ? obstacle : false
    it(`${page} do what they should`, { skip }, async () => {
      assert.match(await runPage(stage, page, list), printed[page] ?? /^/)
    })
  }
})
