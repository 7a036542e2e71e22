import type { DocumentMetadata } from '@polyparse/document'

type FrontMatterMetadata = Partial<
  Pick<DocumentMetadata, 'title' | 'author' | 'subject' | 'keywords' | 'language' | 'createdAt'>
>

const frontMatterMetadataKeys: Readonly<Record<string, keyof FrontMatterMetadata>> = {
  title: 'title',
  author: 'author',
  authors: 'author',
  description: 'subject',
  keywords: 'keywords',
  tags: 'keywords',
  lang: 'language',
  language: 'language',
  date: 'createdAt',
}

/**
 * Returns what front matter, in YAML or TOML, says of the document, and the text after it: of its lines, those with a
 * value.
 */
export const readFrontMatter = (source: string): { readonly metadata: FrontMatterMetadata; readonly text: string } => {
  const found = /^(---|\+\+\+)\n([\s\S]{0,20000}?)\n(?:\1|\.\.\.)[^\S\n]*(?:\n|$)/.exec(source)
  if (found === null) return { metadata: {}, text: source }
  const metadata: Record<string, string> = {}
  const add = (name: keyof FrontMatterMetadata, value: string): void => {
    const text = name === 'createdAt' ? isoTimeOfFrontMatter(value) : value
    if (text !== '' && metadata[name] === undefined) metadata[name] = text
  }
  let open: { readonly name: keyof FrontMatterMetadata; readonly items: string[] } | null = null
  for (const line of [...(found[2] ?? '').split('\n'), '']) {
    const [, item] = /^\s*-\s+(\S.*)$/.exec(line) ?? []
    if (open !== null && item !== undefined) {
      open.items.push(plainValue(item))
      continue
    }
    if (open !== null) add(open.name, open.items.join(', '))
    const [, name = '', value = ''] = /^([A-Za-z]+)\s*[:=](?:\s+(.*))?$/.exec(line) ?? []
    const known = frontMatterMetadataKeys[name.toLowerCase()]
    open = known === undefined || value.trim() !== '' ? null : { name: known, items: [] }
    if (known !== undefined && value.trim() !== '') add(known, valueOfFrontMatterField(value.trim()))
  }
  return { metadata, text: source.slice(found[0].length) }
}

/** A value on one line, or a list of such; '' for what goes on below, or means something else. */
const valueOfFrontMatterField = (value: string): string => {
  const [, list] = /^\[([^[\]{}]*)\]$/.exec(value) ?? []
  if (list !== undefined)
    return list
      .split(',')
      .map((one) => plainValue(one))
      .filter((one) => one !== '')
      .join(', ')
  return /^[[{|>&*]/.test(value) ? '' : plainValue(value)
}

const plainValue = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2')

const isoTimeOfFrontMatter = (value: string): string => {
  const time = /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(value)
    ? new Date(/[T ][\d:.]+$/.test(value) ? `${value.replace(' ', 'T')}Z` : value)
    : null
  return time === null || Number.isNaN(time.getTime()) ? '' : time.toISOString()
}
