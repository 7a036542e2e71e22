import { paragraphOf } from '../../flow/flow.ts'
import type { TextRun } from '@polyparse/document'
import type { TextLook } from '../../flow/writer.ts'
import type { NamedNotes, Notes } from '../../flow/notes.ts'
import { safeHref } from '../../web/html/html-inline.ts'
import {
  lightweightFormula,
  type InlineRule,
  inlineReader,
  type ReadInline,
  verbatim,
} from '../lightweight/lightweight-inline.ts'

/**
 * Pictures by the names of their files.
 * @example isPicture('figures/a.png') // true
 */
export const isPicture = (address: string): boolean => /\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|pdf)$/i.test(address)

const makeOrgLink = (text: string, address: string, look: TextLook): TextRun => {
  const href = /^(?:https?|ftp|mailto):/i.test(address) ? safeHref(address) : anchorOfOrgAddress(address)
  return { text, ...look, ...(href !== null && { href }) }
}

/** Returns what a link within the document leads to: a heading, a section by its property, or else a place with this name. */
const anchorOfOrgAddress = (address: string): string | null => {
  if (/^[a-z+]{2,20}:/i.test(address) && !address.startsWith('id:')) return null
  return /^[./~]/.test(address) ? null : `#${address.replace(/^\*+\s*/, '').toLowerCase()}`
}

/** A place that others refer to. */
const orgTargetPattern = /<<<?([^<>\n]{1,500})>>>?/y

/**
 * The names of places in a text, as links lead to them.
 * @example orgPlaces('<<terms>> of use') // ['terms']
 */
export const orgPlaces = (text: string): string[] =>
  text.includes('<<')
    ? [...text.matchAll(new RegExp(orgTargetPattern, 'g'))].map(([, name = '']) => name.toLowerCase())
    : []

/** Emphasis is between signs of its own, behind a space or a sign and before one (Org Manual, 12.2). */
const emphasis = (sign: string, more: TextLook): InlineRule => ({
  begins: sign,
  pattern: new RegExp(
    `(?<![\\p{L}\\p{N}${sign}])[${sign}](?![\\s${sign}])([^${sign}]{1,2000})(?<!\\s)[${sign}](?![\\p{L}\\p{N}])`,
    'uy',
  ),
  read: ([, inside = ''], look, readInside) => readInside(inside, { ...look, ...more }),
})

/** The markup of Org within a line; `notes` takes footnotes that are written into the text, `named` has the others. */
export const orgInline = (notes: Notes, named: NamedNotes): ReadInline => {
  /** Footnotes that are written into the text, and have a name. */
  const written = new Map<string, TextRun>()
  const rules: readonly InlineRule[] = [
    {
      begins: '[',
      pattern: /\[\[([^[\]]{1,2000})\](?:\[([^[\]]{1,2000})\])?\]/y,
      read: ([, target = '', text], look, readInside) => {
        const address = target.replace(/^file:/, '')
        if (text === undefined) return [makeOrgLink(address.replace(/^\*+\s*/, ''), target, look)]
        const { href } = makeOrgLink('', target, look)
        return readInside(text, { ...look, ...(href !== undefined && { href }) })
      },
    },
    {
      begins: '[',
      pattern: /\[fn:([\w-]{1,60})\]/y,
      read: ([, name = ''], look) => {
        const reference = written.get(name) ?? named.refer(name)
        return [reference === undefined ? { text: name, ...look, superscript: true } : { ...look, ...reference }]
      },
    },
    {
      begins: '[',
      pattern: /\[fn:([\w-]{0,60}):\s*([^[\]]{1,5000})\]/y,
      read: ([, name = '', text = ''], look, readInside) => {
        const reference = notes.refer(() => [paragraphOf(readInside(text, {}))])
        if (name !== '') written.set(name, reference)
        return [{ ...look, ...reference }]
      },
    },
    verbatim('=', /(?<![\p{L}\p{N}=])=(?![\s=])([^=]{1,2000})(?<!\s)=(?![\p{L}\p{N}])/uy),
    verbatim('~', /(?<![\p{L}\p{N}~])~(?![\s~])([^~]{1,2000})(?<!\s)~(?![\p{L}\p{N}])/uy),
    emphasis('*', { bold: true }),
    emphasis('/', { italic: true }),
    emphasis('+', { strikethrough: true }),
    {
      begins: '^',
      pattern: /(?<=\S)\^\{([^{}]{1,200})\}/y,
      read: ([, text = ''], look) => [{ text, ...look, superscript: true }],
    },
    {
      begins: '_',
      pattern: /(?<=\S)_\{([^{}]{1,200})\}/y,
      read: ([, text = ''], look) => [{ text, ...look, subscript: true }],
    },
    emphasis('_', { underline: true }),
    lightweightFormula('\\', /\\\(([^\\]{1,2000}(?:\\(?!\))[^\\]{0,200}){0,200})\\\)/y),
    lightweightFormula('$', /(?<![\p{L}\p{N}$])\$(?![\s$])([^$]{1,2000})(?<!\s)\$(?![\p{L}\p{N}])/uy),
    {
      begins: '<',
      pattern: /<(https?:\/\/[^\s<>]{1,2000}|mailto:[^\s<>]{1,500})>/y,
      read: ([, address = ''], look) => [makeOrgLink(address, address, look)],
    },
    {
      begins: 'h',
      pattern: /https?:\/\/[^\s<>"'[\]()]{1,2000}(?<![.,;:!?])/y,
      read: ([address], look) => [makeOrgLink(address, address, look)],
    },
    {
      begins: '<',
      pattern: orgTargetPattern,
      read: ([sign, text = ''], look) => (sign.startsWith('<<<') ? [{ text, ...look }] : []),
    },
    { begins: '\\', pattern: /\\\\(?=\n|$)/y, read: (_, look) => [{ text: '\n', ...look }] },
    {
      begins: '\\',
      pattern: /\\([a-zA-Z]{1,20})(?:\{\})?/y,
      read: ([, name = ''], look) => (orgEntities[name] === undefined ? null : [{ text: orgEntities[name], ...look }]),
    },
  ]
  return inlineReader(rules)
}

/** The names of characters that are common; others stay as they are written. */
const orgEntities: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  lambda: 'λ',
  mu: 'μ',
  pi: 'π',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  omega: 'ω',
  Delta: 'Δ',
  Omega: 'Ω',
  Sigma: 'Σ',
  to: '→',
  rarr: '→',
  larr: '←',
  Rightarrow: '⇒',
  times: '×',
  pm: '±',
  deg: '°',
  euro: '€',
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  dots: '…',
  hellip: '…',
  copy: '©',
  le: '≤',
  ge: '≥',
  ne: '≠',
  infin: '∞',
}
