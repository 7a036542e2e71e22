import type { TextRun } from '@polyparse/document'
import type { Look } from '../../flow/writer.ts'
import { safeAddress } from '../../web/html/inline.ts'
import { expansions, type InlineRule, inlineReader, type ReadInline, styled, verbatim } from '../lightweight/inline.ts'

/** What names in the text stand for. */
export type Names = {
  /** Addresses by the names of links, in lower case. */
  readonly targets: ReadonlyMap<string, string>
  readonly substitutions: ReadonlyMap<string, string>
  /** The numbers that footnotes have by themselves. */
  readonly taken: ReadonlySet<string>
}

/** The numbers of footnotes that are numbered in the order in which they come. */
export const noteNumbers = (taken: ReadonlySet<string>): (() => string) => {
  let last = 0
  return () => {
    do last += 1
    while (taken.has(String(last)))
    return String(last)
  }
}

/** What a name may begin with. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Inline markup begins behind a space or a sign, and does not begin with a space (docutils, “Inline markup recognition rules”). */
export const rstInline = ({ targets, substitutions, taken }: Names): ReadInline => {
  const mayExpand = expansions()
  const nextNote = noteNumbers(taken)
  const linked = (text: string, address: string | undefined, look: Look): TextRun => {
    const href = address === undefined ? null : safeAddress(address)
    return { text, ...look, ...(href !== null && { href }) }
  }
  const target = (name: string): string | undefined => targets.get(name.toLowerCase().replaceAll(/\s+/g, ' '))

  const rules: readonly InlineRule[] = [
    // Most words, first because they are most of the text.
    { begins: letters, pattern: /[A-Za-z\d]{1,200}(?=[\s,;()"']|$)/y, read: ([text], look) => [{ text, ...look }] },
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
      read: ([, name = ''], look) => [{ text: noteMark(name), ...look, superscript: true }],
    },
    {
      begins: '[',
      pattern: /\[([A-Za-z][\w.-]{0,60})\]_(?!\w)/y,
      read: ([, name = ''], look) => [{ text: `[${name}]`, ...look }],
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
      begins: letters,
      pattern: /(?<![A-Za-z\d])([A-Za-z\d](?:[\w.+:-]{0,80}[A-Za-z\d])?)__?(?!\w)/y,
      read: ([, name = ''], look) => (target(name) === undefined ? null : [linked(name, target(name), look)]),
    },
    { begins: letters, pattern: /[A-Za-z\d]{1,200}/y, read: ([text], look) => [{ text, ...look }] },
  ]

  const noteMark = (name: string): string => {
    if (/^\d/.test(name)) return name
    if (name === '*') return '*'
    return name === '#' ? nextNote() : name.slice(1)
  }
  return inlineReader(rules)
}

const roles: Readonly<Record<string, Look>> = {
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

const roleText = (role: string, source: string, look: Look): TextRun => {
  const name = role.replace(/^.*:/, '')
  const [, title] = /^([^<>]{1,2000}?)\s*<[^<>]{1,2000}>$/.exec(source) ?? []
  const text = title ?? source.replace(/^[!~](?:.*\.)?/, '')
  if (name === 'pep' || name === 'rfc') return { text: `${name.toUpperCase()} ${text}`, ...look }
  if (wordRoles.has(name)) return { text, ...look }
  return { text, ...look, ...(roles[name] ?? { code: true }) }
}
