import assert from 'node:assert/strict'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { renderMarkdown } from '../build/docs/markdown.ts'
import { buildDocsSite } from '../build/docs/site.ts'

const root = join(import.meta.dirname, '../../..')

describe('The documentation as a site', () => {
  let folder = ''
  let faults: readonly string[] = []
  const pages = new Map<string, string>()
  let names: ReadonlySet<string> = new Set()
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-docs-site-'))
    faults = await buildDocsSite(root, folder)
    names = new Set(await Array.fromAsync(glob('**/*.*', { cwd: folder })))
    for (const name of names) if (name.endsWith('.html')) pages.set(name, await readFile(join(folder, name), 'utf8'))
  })
  after(() => rm(folder, { recursive: true }))

  it('has every page in its sidebar, and no dead link', () => {
    assert.deepEqual(faults, [])
    let count = 0
    for (const [name, html] of pages)
      for (const [, target = ''] of html.matchAll(/<[^>]* (?:href|src)="([^"]*)"/g)) {
        if (/^(?:https?|mailto):/.test(target)) continue
        const { pathname, hash } = new URL(target, `http://site.test/${name}`)
        const file = pathname.slice(1)
        assert.ok(names.has(file), `${name}: ${target}`)
        if (hash !== '') assert.ok(pages.get(file)?.includes(` id="${decodeURI(hash.slice(1))}"`), `${name}: ${target}`)
        count += 1
      }
    assert.ok(count > 1000)
  })

  it('lists its pages as two books, and keeps the address of a page in either', () => {
    const html = pages.get('index.html') ?? ''
    assert.deepEqual(
      [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title),
      ['For users', 'For contributors'],
    )
    for (const name of ['operations.html', 'job-lifecycle.html', 'guides/waiting.html', 'decisions/index.html'])
      assert.ok(pages.has(name), name)
  })

  it('leads from the address of a page that has moved to where it is', () => {
    assert.match(pages.get('providers.html') ?? '', /http-equiv="refresh" content="0; url=providers\/index\.html"/)
  })

  it('works below any path, and runs and styles nothing inline', () => {
    assert.ok(pages.size > 30)
    for (const [name, html] of pages) {
      assert.doesNotMatch(html, /<[^>]* (?:href|src|data-index)="\//, name)
      assert.doesNotMatch(
        html,
        /<style|<[^>]* (?:style|on[a-z]+)=|<script(?![^>]* src=)|<(?:script|img)[^>]* src="https?:/,
        name,
      )
    }
  })

  it('finds each section of each page by search', async () => {
    const index: unknown = JSON.parse(await readFile(join(folder, 'search.json'), 'utf8'))
    assert.ok(Array.isArray(index))
    assert.ok(
      index.some(
        ({ page, title, address }) => page === 'Quick start' && title === 'curl' && address === 'quick-start.html#curl',
      ),
    )
  })

  it('lets long names in tables break, so that no column is cut off beside them', () => {
    const { html } = renderMarkdown('| A |\n| - |\n| `POLYPARSE_DATA_DIR` |\n\n`DATA_DIR`', () => null)
    assert.match(html, /<td><code>POLYPARSE_<wbr>DATA_<wbr>DIR<\/code><\/td>/)
    assert.match(html, /<p><code>DATA_DIR<\/code><\/p>/)
  })

  it('numbers headings of the same text, and keeps the text of a link that leads nowhere', () => {
    const { title, html } = renderMarkdown('# A `b` & c\n\n## Run\n\n## Run\n\n[code](../x.ts)', () => null)
    assert.equal(title, 'A b & c')
    assert.deepEqual(
      [...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id),
      ['a-b--c', 'run', 'run-1'],
    )
    assert.match(html, /<p>code<\/p>/)
  })
})
