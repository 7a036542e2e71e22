import { copyFile, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix, sep } from 'node:path'
import { escapeHtml, layOut, layOutMoved } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { books, moved, unlisted } from './pages.ts'

/** Where a page of the repository is in the site: `docs/use/cli.md` is `cli.html`. */
const addressOf = (path: string): string =>
  path
    .replace(/^docs\/(?:use\/|contribute\/)?/, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html')

/** Files beside the pages that they show or offer. */
const attachments = 'docs/{images/*.{png,webp},openapi.json,http-providers.schema.json}'

/**
 * Writes the documentation as static files. The site needs no server of its own and loads nothing from elsewhere.
 *
 * @param root the repository
 * @returns its faults, as sentences: a page of `docs/` without a place in the sidebar, a link to a page, heading or image
 *   that is not there. The site is whole without them, so that a fault of the documentation keeps no service from starting.
 */
export const buildDocsSite = async (root: string, to: string): Promise<readonly string[]> => {
  const faults: string[] = []
  const paths = await list(root, [
    'docs/**/*.md',
    '{CONTRIBUTING,SECURITY,CHANGELOG,THIRD_PARTY}.md',
    '{quality,clients/python}/README.md',
  ])
  const files = await list(root, [attachments])
  const known = new Set([...paths, ...files])
  const links: { from: string; path: string; hash: string }[] = []

  const pages = await Promise.all(
    paths.map(async (path) => {
      const resolve = (target: string): string | null => {
        if (/^[a-z]+:/.test(target)) return target
        const [file = '', hash = ''] = target.split('#')
        const linked = file === '' ? path : posix.join(posix.dirname(path), file)
        if (file.startsWith('/')) return target
        if (!known.has(linked)) {
          if (linked.startsWith('docs/')) faults.push(`${path} links to ${target}, which is not there`)
          return null
        }
        links.push({ from: path, path: linked, hash })
        const address = file === '' ? '' : posix.relative(posix.dirname(addressOf(path)), addressOf(linked))
        return hash === '' ? address : `${address}#${hash}`
      }
      return { path, address: addressOf(path), ...renderMarkdown(await readFile(join(root, path), 'utf8'), resolve) }
    }),
  )

  const byPath = new Map(pages.map((page) => [page.path, page]))
  for (const { from, path, hash } of links)
    if (hash !== '' && byPath.get(path)?.html.includes(` id="${decodeURI(hash)}"`) === false)
      faults.push(`${from} links to the heading #${hash} of ${path}, which is not there`)

  const taken = Map.groupBy(pages, ({ address }) => address)
  for (const [address, [, other]] of taken) if (other !== undefined) faults.push(`two pages are at ${address}`)
  const listed = new Set<string>(books.flatMap(({ sections }) => sections.flatMap(({ pages }) => pages)))
  const lost = paths.filter((path) => !listed.has(path) && !unlisted.some((start) => path.startsWith(start)))
  faults.push(...lost.map((path) => `${path} has no place in the sidebar`))
  const entryOf = (path: string) => {
    const page = byPath.get(path)
    if (page === undefined) faults.push(`the sidebar lists ${path}, which is not there`)
    return page === undefined ? [] : [{ href: page.address, title: page.title }]
  }
  const sidebar = books.map(({ title, sections }) => ({
    title,
    sections: sections.map(({ title, pages }) => ({ title, entries: pages.flatMap(entryOf) })),
  }))

  for (const { address, title, html } of pages) {
    const toRoot = '../'.repeat(address.split('/').length - 1)
    await write(join(to, address), layOut({ title, html, root: toRoot, address, sidebar }))
  }
  for (const [address, path] of Object.entries(moved)) {
    const page = byPath.get(path)
    if (page === undefined || taken.has(address)) faults.push(`${address} cannot lead to ${path}`)
    else await write(join(to, address), layOutMoved(page))
  }
  const index = pages.flatMap(({ address, title: page, sections }) =>
    sections.map(({ id, title, text }) => ({ page, title, text, address: `${address}#${escapeHtml(id)}` })),
  )
  await write(join(to, 'search.json'), JSON.stringify(index))
  for (const name of ['site.css', 'search.js']) await copyFile(join(import.meta.dirname, name), join(to, name))
  for (const path of files) {
    await mkdir(dirname(join(to, addressOf(path))), { recursive: true })
    await copyFile(join(root, path), join(to, addressOf(path)))
  }
  return faults
}

const list = async (cwd: string, patterns: string[]): Promise<string[]> =>
  (await Array.fromAsync(glob(patterns, { cwd }))).map((path) => path.replaceAll(sep, '/')).toSorted()

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
