import { firstOf } from '@polyparse/document/items'
import { articleIn } from './media-type-of-article.ts'

/** The facts about a text besides its beginning. */
export type MediaTypeContext = {
  /** True if the beginning is the whole text. */
  readonly complete: boolean
  /** The declared media type and that of the file name, if any. */
  readonly hints: readonly string[]
}

/**
 * The media type of a text. A signature decides; without one a hint does, if the text is consistent with it; and
 * without a hint the look of the text.
 */
export const mediaTypeOfText = (text: string, { complete, hints }: MediaTypeContext): string => {
  const start = text.trimStart()
  const signed = mediaTypeOfTextSignature(start) ?? mailbox(start) ?? notebook(start, complete)
  if (signed !== null) return signed
  const kinds = hints.map((hint) => aliases[hint] ?? hint).filter((hint) => isTextual(hint))
  const specific = kinds.find((kind) => !isPlainText(kind) && agrees(kind, start, complete))
  if (specific !== undefined) return specific
  const isPlainByName = kinds.some(isPlainText)
  if (isMail(start, isPlainByName)) return 'message/rfc822'
  if (isPlainByName) return 'text/plain'
  return looksLike(start, complete)
}

const aliases: Readonly<Record<string, string>> = {
  'text/x-markdown': 'text/markdown',
  'application/csv': 'text/csv',
  'text/xml': 'application/xml',
  'text/json': 'application/json',
  'text/rtf': 'application/rtf',
  'text/yaml': 'application/yaml',
  'text/x-yaml': 'application/yaml',
  'application/x-yaml': 'application/yaml',
  'text/prs.fallenstein.rst': 'text/x-rst',
  'text/rst': 'text/x-rst',
  'text/restructuredtext': 'text/x-rst',
  'text/x-restructuredtext': 'text/x-rst',
  'text/org': 'text/x-org',
  'text/asciidoc': 'text/x-asciidoc',
  'text/x-tex': 'application/x-tex',
  'text/x-latex': 'application/x-tex',
  'application/x-latex': 'application/x-tex',
}

/** Other names of kinds that begin with a signature, which decides whatever they are called. */
const signedAliases: Readonly<Record<string, string>> = {
  'text/srt': 'application/x-subrip',
  'text/x-subrip': 'application/x-subrip',
  'application/srt': 'application/x-subrip',
  'text/x-vcard': 'text/vcard',
  'text/directory': 'text/vcard',
  'text/x-vcalendar': 'text/calendar',
}

/**
 * The name under which documents of a media type are read, which may have other names.
 * @example usualName('application/csv') // 'text/csv'
 */
export const usualName = (mediaType: string): string => aliases[mediaType] ?? signedAliases[mediaType] ?? mediaType

const ownKinds = new Set([
  'text/x-asciidoc',
  'text/x-org',
  'text/x-rst',
  'text/markdown',
  'text/html',
  'text/csv',
  'text/tab-separated-values',
  'text/vtt',
  'text/calendar',
  'text/vcard',
])

/**
 * Tells whether a text of this kind is read as plain text: any of the hundreds that are not read in a way of their own.
 * @example isPlainText('text/x-log') // true
 */
export const isPlainText = (kind: string): boolean => kind.startsWith('text/') && !ownKinds.has(kind)

/**
 * Tells whether a media type is one of texts.
 * @example isTextual('text/csv') // true
 */
export const isTextual = (mediaType: string): boolean =>
  /^text\/|[/+](?:json|xml|yaml|x-ndjson|x-tex)$|^message\/rfc822$/.test(mediaType)

/** The media type by a signature at the beginning, or null. */
const mediaTypeOfTextSignature = (start: string): string | null => {
  if (start.startsWith('{\\rtf')) return 'application/rtf'
  if (/^WEBVTT(?:\s|$)/.test(start)) return 'text/vtt'
  if (/^\d{1,6}[ \t]*\r?\n[ \t]*\d{1,2}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/.test(start)) return 'application/x-subrip'
  if (/^BEGIN:VCALENDAR\s/i.test(start)) return 'text/calendar'
  if (/^BEGIN:VCARD\s/i.test(start)) return 'text/vcard'
  if (/^(?:%[^\n]*\n|\s)*\\documentclass\s*[[{]/.test(start)) return 'application/x-tex'
  if (start.startsWith('%!PS')) return 'application/postscript'
  // The declaration, comments and a document type may come before the root element.
  const root = start.replace(/^(?:<\?[^>]*>|<!--(?:(?!-->).)*-->|\s)+/s, '')
  const article = articleIn(start)
  if (article !== null) return article
  if (/^<!doctype html|^<html[\s>]/i.test(root))
    // Real XHTML is an XML document; its doctype alone is on many old HTML pages.
    return start.startsWith('<?xml') ? 'application/xhtml+xml' : 'text/html'
  if (/^<svg[\s>]|^<!doctype svg/i.test(root)) return 'image/svg+xml'
  if (root.startsWith('<w:wordDocument')) return 'application/msword'
  if (/^<(?:ss:)?Workbook\s[^>]*"urn:schemas-microsoft-com:office:spreadsheet"/.test(root))
    return 'application/vnd.ms-excel'
  return start.startsWith('<?xml') ? 'application/xml' : null
}

/** A mailbox: the line that begins its first mail (RFC 4155), and the head of that mail. */
const mailbox = (start: string): string | null => {
  const line = /^From [^\n]*\n/.exec(start)?.[0]
  return line !== undefined && headerLines(start.slice(line.length)) >= 2 ? 'application/mbox' : null
}

/** A Jupyter notebook: its version is often behind the cells, so that the kind of its first cell has to do. */
const notebook = (start: string, complete: boolean): string | null => {
  const hasCells = /^\{\s*"(?:cells|metadata|nbformat(?:_minor)?)"\s*:/.test(start) && /"cells"\s*:\s*\[/.test(start)
  const isOne = hasCells && /"(?:nbformat"\s*:\s*\d|cell_type"\s*:\s*"(?:code|markdown|raw)")/.test(start)
  return isOne && isJson(start, complete) ? 'application/x-ipynb+json' : null
}

/** These begin with their signatures. */
const signedKinds = new Set(['text/vtt', 'text/calendar', 'text/vcard'])

/** Tells whether a text is consistent with a hint; formats without rules accept any text. */
const agrees = (kind: string, start: string, complete: boolean): boolean => {
  if (signedKinds.has(kind)) return false
  if (kind === 'application/x-ipynb+json') return isJson(start, complete) && start.includes('"cells"')
  if (/[/+]json$/.test(kind)) return isJson(start, complete)
  if (/[/+]xml$/.test(kind)) return start.startsWith('<')
  if (kind === 'message/rfc822') return headerLines(start) > 0
  return true
}

const looksLike = (start: string, complete: boolean): string => {
  if (isJson(start, complete)) return 'application/json'
  if (/^<(?:head|body|title|meta|table|div|p|h1|h2|ul|ol|br|span|article|section)\b[^>]*>/i.test(start))
    return 'text/html'
  if (isMarkdown(start)) return 'text/markdown'
  return separatorOf(start, complete) ?? 'text/plain'
}

const isJson = (start: string, complete: boolean): boolean => {
  if (!complete) return /^(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*[[{"])/.test(start)
  if (!/^[[{]/.test(start)) return false
  try {
    JSON.parse(start)
    return true
  } catch {
    return false
  }
}

/**
 * The lines of a mail header at the start of a text (RFC 5322), or 0 when there is anything else before an empty line.
 */
const headerLines = (start: string): number => {
  const lines = firstOf(start.split(/\r?\n\r?\n/, 1)).split(/\r?\n/)
  return lines.every((line, at) => /^[!-9;-~]+:/.test(line) || (at > 0 && /^[ \t]/.test(line))) ? lines.length : 0
}

/** A note may begin like a mail, so declared plain text must have headers that only mail programs write. */
const isMail = (start: string, calledPlain: boolean): boolean => {
  if (headerLines(start) < 2) return false
  const head = firstOf(start.split(/\r?\n\r?\n/, 1))
  const has = (names: string) => new RegExp(`^(?:${names}):`, 'im').test(head)
  const byMachine = has('received|message-id|mime-version|return-path|dkim-signature')
  return byMachine || (!calledPlain && has('from') && has('to|date|subject'))
}

/** Two different marks of Markdown, so that a dash or a hash alone does not count. */
const isMarkdown = (start: string): boolean => {
  const marks = [
    /^#{1,6} \S/m,
    /^(?:```|~~~)/m,
    /\[[^[\]\n]+\]\([^()\s]+\)/,
    /^[ \t]*[-*+] \S/m,
    /\*\*\S[^*\n]*\*\*/,
    /^> \S/m,
  ]
  return marks.filter((mark) => mark.test(start)).length >= 2
}

/** A table of text: the same number of separators, at least one, in every line of the first twenty. */
const separatorOf = (start: string, complete: boolean): string | null => {
  const lines = start.split(/\r?\n/)
  const whole = (complete ? lines : lines.slice(0, -1)).filter((line) => line !== '').slice(0, 20)
  if (whole.length < 2) return null
  const isEven = (separator: string): boolean => {
    const counts = new Set(whole.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length))
    return counts.size === 1 && !counts.has(1)
  }
  if (isEven('\t')) return 'text/tab-separated-values'
  return isEven(',') || isEven(';') ? 'text/csv' : null
}
