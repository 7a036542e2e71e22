import { paragraphOf } from '../../flow/flow.ts'
import type { TextRun } from '@polyparse/document'
import { defaultHighlight } from '@polyparse/engine'
import type { Outside } from '../../flow/outside.ts'
import type { TextLook } from '../../flow/writer.ts'
import type { Notes } from '../../flow/notes.ts'
import { safeHref } from '../../web/html/html-inline.ts'
import { expansions, type InlineRule, inlineReader, type ReadInline } from '../lightweight/lightweight-inline.ts'
import { attributesIn } from './intent.ts'
import { asciidocPlace } from './places.ts'

export type InlineContext = {
  readonly notes: Notes
  readonly outside: Outside
  readonly attributes: ReadonlyMap<string, string>
  /** The labels of the places to which others refer. */
  readonly anchors: ReadonlyMap<string, string>
}

const makeAsciidocLink = (text: string, address: string, look: TextLook): TextRun => {
  const href = /^(?:https?|ftp|mailto|irc):/i.test(address) ? safeHref(address) : null
  return { text, ...look, ...(href !== null && { href }) }
}

/** The first letters of the macros of AsciiDoc. */
const asciidocMacroInitials = 'abfhiklmpsx'

/** Marks around words, and doubled marks, which may be within them. */
const marked = (mark: string, more: TextLook, role = '(?:\\[[^\\[\\]]{0,100}\\])?'): InlineRule[] => {
  const sign = `[${mark === '^' ? '\\^' : mark}]`
  const none = `[^${mark === '^' ? '\\^' : mark}]`
  const read: InlineRule['read'] = ([, inside = ''], look, readInside) => readInside(inside, { ...look, ...more })
  return [
    {
      begins: `[${mark}`,
      pattern: new RegExp(`${role}${sign}{2}(${none}{1,2000})${sign}{2}`, 'y'),
      read,
    },
    {
      begins: `[${mark}`,
      pattern: new RegExp(
        `(?<![\\p{L}\\p{N}_])${role}${sign}(?!\\s)(${none}{1,2000})(?<!\\s)${sign}(?![\\p{L}\\p{N}_])`,
        'uy',
      ),
      read,
    },
  ]
}

/** Roles of text that are a style. */
const asciidocRoleLooks: readonly (readonly [role: string, look: TextLook])[] = [
  ['line-through', { strikethrough: true }],
  ['underline', { underline: true }],
]

/** The markup of AsciiDoc within a line. */
export const asciidocInline = ({ notes, outside, attributes, anchors }: InlineContext): ReadInline => {
  const mayExpand = expansions()
  const idOf = new Map([...anchors].map(([id, title]) => [title, id]))
  const named = new Map<string, TextRun>()
  const titled = (id: string): string => anchors.get(id.replace(/^#/, '')) ?? id.replace(/^#/, '')
  /** The title of a section leads there as well as its name. */
  const leadingTo = (id: string): string => `#${idOf.get(id) ?? id.replace(/^#/, '')}`
  const textIn = (source: string): string => attributesIn(source).positional[0]?.replace(/\^$/, '') ?? ''
  const rules: readonly InlineRule[] = [
    // Most words, first because they are most of the text.
    {
      begins: asciidocMacroInitials,
      pattern: /[a-z]{1,200}(?=[\s.,;!?)]|$)/y,
      read: ([text], look) => [{ text, ...look }],
    },
    {
      begins: '\\',
      pattern: /\\(?=[*_`#^~{<[:]|https?:)(.)/y,
      read: ([, sign = ''], look) => [{ text: sign, ...look }],
    },
    // Text that is kept as it is.
    { begins: '`', pattern: /`\+([^`]{1,2000})\+`/y, read: ([, text = ''], look) => [{ text, ...look, code: true }] },
    {
      begins: '+',
      pattern: /\+{3}([^+]{1,2000})\+{3}|\+\+([^+]{1,2000})\+\+|(?<![\w+])\+(?!\s)([^+]{1,2000})(?<!\s)\+(?![\w+])/y,
      read: ([, a, b, c], look) => [{ text: a ?? b ?? c ?? '', ...look }],
    },
    {
      begins: 'p',
      pattern: /pass:[a-z,]{0,20}\[([^\]]{0,2000})\]/y,
      read: ([, text = ''], look) => [{ text, ...look }],
    },
    {
      begins: 'sla',
      pattern: /(?:stem|latexmath|asciimath):\[((?:[^\]\\]|\\[^]){0,2000})\]/y,
      read: ([, text = ''], look) => [
        { text: text.replaceAll('\\]', ']').replaceAll(/^\$|\$$/g, ''), ...look, formula: true },
      ],
    },
    {
      begins: '"',
      pattern: /"`([^`]{1,2000})`"/y,
      read: ([, text = ''], look, readInside) => [{ text: '“', ...look }, ...readInside(text), { text: '”', ...look }],
    },
    {
      begins: "'",
      pattern: /'`([^`]{1,2000})`'/y,
      read: ([, text = ''], look, readInside) => [{ text: '‘', ...look }, ...readInside(text), { text: '’', ...look }],
    },
    ...marked('*', { bold: true }),
    ...marked('_', { italic: true }),
    ...marked('`', { code: true }),
    ...asciidocRoleLooks.flatMap(([role, look]) => marked('#', look, `\\[\\.${role}\\]`)),
    // A mark with a role of its own is no marker.
    ...marked('#', {}, '\\[[^\\[\\]]{1,100}\\]'),
    ...marked('#', { highlight: defaultHighlight }, ''),
    {
      begins: '^',
      pattern: /\^([^\s^]{1,200})\^/y,
      read: ([, text = ''], look, readInside) => readInside(text, { ...look, superscript: true }),
    },
    {
      begins: '~',
      pattern: /~([^\s~]{1,200})~/y,
      read: ([, text = ''], look, readInside) => readInside(text, { ...look, subscript: true }),
    },
    {
      begins: 'f',
      pattern: /footnote(?:ref)?:([\w-]{0,60})\[((?:[^[\]]|\[[^[\]]{0,500}\]){0,5000})\]/y,
      read: ([, name = '', text = ''], look, readInside) => {
        const before = named.get(name)
        if (text === '') return before === undefined ? [] : [{ ...look, ...before }]
        const reference = notes.refer(() => [paragraphOf(readInside(text, {}))])
        if (name !== '') named.set(name, reference)
        return [{ ...look, ...reference }]
      },
    },
    {
      begins: 'lh',
      pattern: /(?:link:)?(https?:\/\/[^\s<>[\]]{1,2000}?)\[([^\]]{0,2000})\]/y,
      read: ([, address = '', source = ''], look, readInside) => {
        const { href } = makeAsciidocLink('', address, look)
        const text = textIn(source)
        return text === ''
          ? [makeAsciidocLink(address, address, look)]
          : readInside(text, { ...look, ...(href !== undefined && { href }) })
      },
    },
    {
      begins: 'l',
      pattern: /link:([^\s[\]]{1,2000})\[([^\]]{0,2000})\]/y,
      read: ([, address = '', source = ''], look) => [makeAsciidocLink(textIn(source) || address, address, look)],
    },
    {
      begins: 'm',
      pattern: /mailto:([^\s[\]]{1,500})\[([^\]]{0,2000})\]/y,
      read: ([, address = '', source = ''], look) => [
        makeAsciidocLink(textIn(source) || address, `mailto:${address}`, look),
      ],
    },
    {
      begins: 'x',
      pattern: /xref:([^\s[\]]{1,500})\[([^\]]{0,2000})\]/y,
      read: ([, id = '', source = ''], look) => [{ text: textIn(source) || titled(id), ...look, href: leadingTo(id) }],
    },
    {
      begins: '<',
      pattern: /<<([^<>,\n]{1,500})(?:,\s*([^<>]{1,2000}))?>>/y,
      read: ([, id = '', text], look) => [
        { text: text?.trim() ?? titled(id.trim()), ...look, href: leadingTo(id.trim()) },
      ],
    },
    {
      begins: '<h',
      pattern: /<?(https?:\/\/[^\s<>"'[\]()]{1,2000}(?<![.,;:!?]))>?/y,
      read: ([, address = ''], look) => [makeAsciidocLink(address, address, look)],
    },
    {
      begins: 'i',
      pattern: /image:(?!:)([^\s[\]]{1,1000})\[([^\]]{0,1000})\]/y,
      read: ([, address = '', source = ''], look) => {
        outside.images += 1
        return [{ text: textIn(source) || address, ...look }]
      },
    },
    { begins: 'i', pattern: /icon:([\w-]{1,100})\[[^\]]{0,500}\]/y, read: () => [] },
    {
      begins: 'kb',
      pattern: /(?:kbd|btn):\[([^\]]{1,200})\]/y,
      read: ([, text = ''], look) => [{ text, ...look, code: true }],
    },
    {
      begins: 'm',
      pattern: /menu:([^[\]\n]{1,200})\[([^\]]{0,200})\]/y,
      read: ([, menu = '', item = ''], look) => [
        { text: item === '' ? menu : `${menu} › ${item.replaceAll('>', '›')}`, ...look },
      ],
    },
    // Terms of an index: those in three parentheses are not shown.
    { begins: '(', pattern: /\(\(\(([^()\n]{1,500})\)\)\)/y, read: () => [] },
    { begins: '(', pattern: /\(\(([^()\n]{1,500})\)\)/y, read: ([, text = ''], look) => [{ text, ...look }] },
    { begins: '[a', pattern: asciidocPlace, read: () => [] },
    {
      begins: '{',
      pattern: /\{([\w-]{1,60})\}/y,
      read: ([, name = ''], _, readInside) => {
        const text = attributes.get(name.toLowerCase()) ?? asciidocCharacterAttributes[name]
        return text === undefined || !mayExpand(text) ? null : readInside(text)
      },
    },
    { begins: '-', pattern: /(?<=\s)--(?=\s)/y, read: (_, look) => [{ text: '—', ...look }] },
    { begins: '-', pattern: /(?<=\w)--(?=\w)/y, read: (_, look) => [{ text: '—', ...look }] },
    { begins: '.', pattern: /\.\.\./y, read: (_, look) => [{ text: '…', ...look }] },
    {
      begins: '(',
      pattern: /\((C|R|TM)\)/y,
      read: ([, sign = ''], look) => [{ text: { C: '©', R: '®', TM: '™' }[sign] ?? '', ...look }],
    },
    { begins: "'", pattern: /(?<=\w)'(?=\w)/y, read: (_, look) => [{ text: '’', ...look }] },
    // Words that begin none of the above, first letters of which may.
    { begins: asciidocMacroInitials, pattern: /[a-z]{1,200}/y, read: ([text], look) => [{ text, ...look }] },
  ]
  return inlineReader(rules)
}

const asciidocCharacterAttributes: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  sp: ' ',
  empty: '',
  blank: '',
  amp: '&',
  lt: '<',
  gt: '>',
  plus: '+',
  asterisk: '*',
  backtick: '`',
  caret: '^',
  tilde: '~',
  vbar: '|',
  startsb: '[',
  endsb: ']',
  apos: "'",
  quot: '"',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  deg: '°',
  cpp: 'C++',
  zwsp: '',
  'two-colons': '::',
  'two-semicolons': ';;',
}
