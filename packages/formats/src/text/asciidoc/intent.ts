/** The intent in front of a block: its title, and its attributes in brackets. */
export type Intent = {
  readonly title: string
  /** The first positional attribute, without its shorthands: `source`, `NOTE`, `quote`. */
  readonly style: string
  readonly positional: readonly string[]
  readonly named: ReadonlyMap<string, string>
  /** The options after `%`, as in `%header`. */
  readonly options: ReadonlySet<string>
}

export const nothingIntended: Intent = {
  title: '',
  style: '',
  positional: [],
  named: new Map(),
  options: new Set(),
}

/** Returns what a line in front of a block adds to what is said of it; null where it is no such line. */
export const intentOf = (line: string, before: Intent): Intent | null => {
  if (/^\.[^\s.]/.test(line)) return { ...before, title: line.slice(1) }
  if (/^\[\[[^\]]{1,500}\]\]$/.test(line)) return before
  const inside = /^\[([^\]]{0,2000})\]$/.exec(line)?.[1]
  return inside === undefined ? null : { ...before, ...attributesIn(inside), title: before.title }
}

/** The attributes in brackets: positional ones, `name=value`, and the shorthands `#id`, `.role` and `%option`. */
export const attributesIn = (source: string): Intent => {
  const positional: string[] = []
  const named = new Map<string, string>()
  for (const [, name, quoted, bare, alone] of source.matchAll(
    /([\w-]{1,60})\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|([^,]{0,2000}))|([^,]{1,2000})/g,
  ))
    if (name !== undefined) named.set(name.toLowerCase(), (quoted ?? bare ?? '').trim())
    else if (alone !== undefined && alone.trim() !== '') positional.push(alone.trim().replaceAll(/^"|"$/g, ''))
  const [first = ''] = positional
  const options = new Set([
    ...[...first.matchAll(/%([\w-]{1,60})/g)].map(([, option = '']) => option),
    ...(named.get('options') ?? named.get('opts') ?? '').split(',').map((option) => option.trim()),
  ])
  return { ...nothingIntended, style: /^[\w-]*/.exec(first)?.[0] ?? '', positional, named, options }
}

/**
 * The name that a line in front of a block gives it; null where it gives none.
 * @example nameInMacro('[[terms]]') // 'terms'
 */
export const nameInMacro = (line: string): string | null =>
  /^\[\[([^\],]{1,200})/.exec(line)?.[1] ?? /^\[[^\]#"]{0,100}#([\w-]{1,200})/.exec(line)?.[1] ?? null

/**
 * The name that a section has by its title.
 * @example nameOfTitle('Terms of Use') // '_terms_of_use'
 */
export const nameOfTitle = (title: string): string =>
  `_${title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/_$/, '')}`
