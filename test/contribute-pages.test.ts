import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const pages = await Array.fromAsync(glob(['CONTRIBUTING.md', 'docs/contribute/*.md'], { cwd: root }))

/** The paths of files and folders that a page names from the top of the repository. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:packages|test|scripts|clients|docs|quality)\/[\w./-]+)`/g)].flatMap(([, path]) => path ?? [])

describe('The pages for contributors', () => {
  it('are found', () => assert.ok(pages.length > 5))

  for (const page of pages)
    it(`${page} names no file that is gone`, async () => {
      const paths = pathsIn(await readFile(join(root, page), 'utf8'))
      assert.deepEqual(
        paths.filter((path) => !existsSync(join(root, path))),
        [],
      )
    })

  it('name the files of a first change', async () => {
    const text = await readFile(join(root, 'docs/contribute/first-change.md'), 'utf8')
    assert.ok(pathsIn(text).includes('packages/document/src/outputs/output-records.ts'))
    assert.ok(pathsIn(text).length > 40)
  })
})
