import { decodeBytes, encodingOfCodePage } from '../../code-pages.ts'
import { createDefinitions } from '../../office/rich-text/definitions.ts'
import { tokensOf } from '../../office/rich-text/tokens.ts'

/** A group's state: what its text is, whether it is there only for readers of RTF, and its font. */
type RtfGroupState = { kind: 'text' | 'tag' | 'font' | 'nothing'; skipped: boolean; font: number; fallback: number }

/** Levels; deeper groups are an attack on the memory. */
const maxWrappedGroupDepth = 2000

/**
 * The HTML that a mail program has wrapped into RTF (MS-OXRTFEX), or null where there is none: its tags are in groups of
 * their own, and what RTF needs instead of them is marked.
 * @example wrappedHtml('{\\rtf1 text}') // null
 */
export const wrappedHtml = (source: string): string | null => {
  if (!/\\fromhtml1\b/.test(source.slice(0, 1024))) return null
  const definitions = createDefinitions()
  const groups: RtfGroupState[] = []
  const html: string[] = []
  let state: RtfGroupState = { kind: 'text', skipped: false, font: 0, fallback: 1 }
  let encoding = 'windows-1252'
  let pending = ''
  let toSkip = 0
  let optional = false

  const write = (text: string): void => {
    if (state.kind === 'tag' || (state.kind === 'text' && !state.skipped)) html.push(text)
    else if (state.kind === 'font') definitions.nameFont(state.font, text)
  }
  const flush = (): void => {
    const bytes = pending
    pending = ''
    if (bytes !== '') write(decodeBytes(bytes, definitions.encodingOf(state.font) ?? encoding))
  }
  const word = (name: string, value: number | null): void => {
    const shown = wrappedHtmlCharacters.get(name)
    if (shown !== undefined) write(shown)
    else if (name === 'htmltag') state.kind = 'tag'
    else if (name === 'htmlrtf') state.skipped = value !== 0
    else if (name === 'fonttbl') state.kind = 'font'
    else if (optional || name === 'colortbl' || name === 'stylesheet' || name === 'pict') state.kind = 'nothing'
    else if (name === 'f') state.font = value ?? 0
    else if (name === 'fcharset') definitions.setCharacterSet(state.font, value ?? 0)
    else if (name === 'ansicpg') encoding = encodingOfCodePage(value ?? 1252)
    else if (name === 'uc') state.fallback = Math.min(Math.max(value ?? 1, 0), 100)
    else if (name === 'u') {
      write(String.fromCharCode((value ?? 0xfffd) & 0xffff))
      toSkip = state.fallback
    }
  }

  for (const token of tokensOf(source)) {
    if (token.kind === 'text') {
      pending += token.bytes.slice(toSkip)
      toSkip = Math.max(0, toSkip - token.bytes.length)
      continue
    }
    flush()
    toSkip = 0
    if (token.kind === 'open' && groups.length < maxWrappedGroupDepth) groups.push({ ...state })
    else if (token.kind === 'close') state = groups.pop() ?? state
    else if (token.kind === 'word' && token.name !== '*') word(token.name, token.value)
    optional = token.kind === 'word' && token.name === '*'
  }
  flush()
  return html.join('')
}

/** Control words that mean characters. */
const wrappedHtmlCharacters: ReadonlyMap<string, string> = new Map([
  ['par', '\r\n'],
  ['line', '\r\n'],
  ['tab', '\t'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['endash', '–'],
  ['emdash', '—'],
  ['~', '\u00A0'],
  ['_', '\u00AD'],
  ['\\', '\\'],
  ['{', '{'],
  ['}', '}'],
])
