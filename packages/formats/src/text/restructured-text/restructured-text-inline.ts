import type { TextRun } from '@polyparse/document'
import type { TextLook } from '../../flow/writer.ts'
import { safeHref } from '../../web/html/html-inline.ts'
import {
  expansions,
  type InlineRule,
  inlineReader,
  type ReadInline,
  styled,
  verbatim,
} from '../lightweight/lightweight-inline.ts'

/** The meanings of names in the text. */
export type Names = {
  /** Addresses by the names of links, in lower case. */
  readonly targets: ReadonlyMap<string, string>
  readonly substitutions: ReadonlyMap<string, string>
  /** Names of places in the document. */
  readonly places: ReadonlySet<string>
}

/**
 * A name as links find it: in small letters, with single spaces.
 * @example nameOfReference('Terms  of Use') // 'terms of use'
 */
export const nameOfReference = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/**
 * The names that a text gives to its own place.
 * @example restructuredTextPlaces('_`terms` of use') // ['terms']
 */
export const restructuredTextPlaces = (text: string): string[] =>
  text.includes('_`')
    ? [...text.matchAll(/(?<!\w)_`([^`]{1,500})`/g)].map(([, name = '']) => nameOfReference(name))
    : []

/** The first letters of a name. */
const rstNameInitials = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Inline markup begins behind a space or a sign, and does not begin with a space (docutils, “Inline markup recognition rules”). */
export const rstInline = (
  { targets, places, substitutions }: Names,
  noteNamed: (name: string) => TextRun,
): ReadInline => {
  const mayExpand = expansions()
  const linked = (text: string, address: string | undefined, look: TextLook): TextRun => {
    const href = address === undefined || address.startsWith('#') ? (address ?? null) : safeHref(address)
    return { text, ...look, ...(href !== null && { href }) }
  }
  const target = (name: string): string | undefined => {
    const key = nameOfReference(name)
    return targets.get(key) ?? (places.has(key) ? `#${key}` : undefined)
  }

  const rules: readonly InlineRule[] = [
    // Most words, first because they are most of the text.
    {
      begins: rstNameInitials,
      pattern: /[A-Za-z\d]{1,200}(?=[\s,;()"']|$)/y,
      read: ([text], look) => [{ text, ...look }],
    },
    {
      begins: '\\',
      pattern: /\\(\s|[^\s])/y,
      read: ([, sign = ''], look) => [{ text: /\s/.test(sign) ? '' : sign, ...look }],
    },
    verbatim('`', /``(?!\s)((?:[^`]|`(?!`)){1,2000}?)``/y),
    styled('*', /(?<![\w*])\*\*(?!\s)((?:[^*]|\*(?!\*)){1,2000}?)(?<!\s)\*\*(?!\w)/y, { bold: true }),
    styled('*', /(?<![\w*])\*(?![\s*])([^*]{1,2000})(?<!\s)\*(?!\w)/y, { italic: true }),
    // A role in front of its text: `:code:`, `:ref:` and those of Sphinx.
    {
      begins: ':',
      pattern: /(?<!\w):([a-zA-Z][\w.+:-]{0,60}):`([^`]{1,2000})`/y,
      read: ([, role = '', text = ''], look) => [roleText(role, text, look)],
    },
    // A link with its address, or by its name.
    {
      begins: '`',
      pattern: /`([^`]{1,2000})`(__?)?/y,
      read: ([, inside = '', mark], look) => {
        const [, text = '', address] = /^([^<>]*?)\s*<([^<>]{1,2000})>$/.exec(inside) ?? []
        if (mark === undefined) return [{ text: inside, ...look, italic: true }]
        if (address === undefined) return [linked(inside, target(inside), look)]
        const to = address.endsWith('_') ? target(address.slice(0, -1)) : address
        return [linked(text === '' ? address : text, to, look)]
      },
    },
    {
      begins: '[',
      pattern: /\[(\d{1,6}|[#*][\w.-]{0,60})\]_(?!\w)/y,
      read: ([, name = ''], look) => [{ ...look, ...noteNamed(name) }],
    },
    {
      begins: '[',
      pattern: /\[([A-Za-z][\w.-]{0,60})\]_(?!\w)/y,
      read: ([, name = ''], look) => [{ text: `[${name}]`, ...look, href: `#[${name.toLowerCase()}]` }],
    },
    {
      begins: '|',
      pattern: /\|(?!\s)([^|\n]{1,200})(?<!\s)\|_{0,2}/y,
      read: ([, name = ''], look, readInside) => {
        const text = substitutions.get(name.toLowerCase())
        return text === undefined || !mayExpand(text) ? null : readInside(text, look)
      },
    },
    {
      begins: 'h',
      pattern: /https?:\/\/[^\s<>"'`|]{1,2000}(?<![.,;:!?)\]}])/y,
      read: ([address], look) => [linked(address, address, look)],
    },
    { begins: '_', pattern: /_`([^`]{1,500})`/y, read: ([, text = ''], look) => [{ text, ...look }] },
    {
      begins: rstNameInitials,
      pattern: /(?<![A-Za-z\d])([A-Za-z\d](?:[\w.+:-]{0,80}[A-Za-z\d])?)__?(?!\w)/y,
      read: ([, name = ''], look) => (target(name) === undefined ? null : [linked(name, target(name), look)]),
    },
    { begins: rstNameInitials, pattern: /[A-Za-z\d]{1,200}/y, read: ([text], look) => [{ text, ...look }] },
  ]

  return inlineReader(rules)
}

const rstRoleLooks: Readonly<Record<string, TextLook>> = {
  emphasis: { italic: true },
  strong: { bold: true },
  sup: { superscript: true },
  superscript: { superscript: true },
  sub: { subscript: true },
  subscript: { subscript: true },
  title: { italic: true },
  dfn: { italic: true },
}

/** Roles whose text is words; that of all others is code, as names of functions and files are. */
const wordRoles = new Set(
  'ref doc term numref any abbr guilabel menuselection pep rfc download eq cite index'.split(' '),
)

const roleText = (role: string, source: string, look: TextLook): TextRun => {
  const name = role.replace(/^.*:/, '')
  const [, title, address = source] = /^([^<>]{1,2000}?)\s*<([^<>]{1,2000})>$/.exec(source) ?? []
  const text = title ?? source.replace(/^[!~](?:.*\.)?/, '')
  if (name === 'math') return { text: source.trim(), ...look, formula: true }
  if (name === 'pep' || name === 'rfc') return { text: `${name.toUpperCase()} ${text}`, ...look }
  if (name === 'ref' || name === 'numref') return { text, ...look, href: `#${nameOfReference(address)}` }
  if (wordRoles.has(name)) return { text, ...look }
  return { text, ...look, ...(rstRoleLooks[name] ?? { code: true }) }
}
