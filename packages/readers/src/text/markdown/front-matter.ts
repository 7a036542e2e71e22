import type { Metadata } from '@polyparse/document'

type Known = Partial<Pick<Metadata, 'title' | 'author' | 'subject' | 'keywords' | 'language'>>

const names: Readonly<Record<string, keyof Known>> = {
  title: 'title',
  author: 'author',
  description: 'subject',
  keywords: 'keywords',
  tags: 'keywords',
  lang: 'language',
  language: 'language',
}

/** The simple `name: value` lines of YAML front matter that mean something here, and the text after it. */
export const readFrontMatter = (source: string): { readonly metadata: Known; readonly text: string } => {
  const found = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/.exec(source)
  if (found === null) return { metadata: {}, text: source }
  const entries = (found[1] ?? '').split('\n').flatMap((line): [keyof Known, string][] => {
    const [, name = '', raw = ''] = /^([A-Za-z]+):\s+(\S.*)$/.exec(line) ?? []
    const known = names[name.toLowerCase()]
    const value = raw.trim().replace(/^(["'])(.*)\1$/, '$2')
    return known === undefined || value === '' || /^[[{|>&*]/.test(value) ? [] : [[known, value]]
  })
  return { metadata: Object.fromEntries(entries), text: source.slice(found[0].length) }
}
