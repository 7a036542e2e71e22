import { defaultHighlight } from '@polyparse/engine'
import type { TextLook } from '../../flow/writer.ts'
import { safeHref } from '../../web/html/html-inline.ts'
import { cleanFormula } from './formulas.ts'
import { addText, captureNext, type Handler, latexLook, plainLatexLook, setLabel, type LatexState } from './state.ts'

/** Commands that set their argument in a style. */
const latexCommandLooks: Readonly<Record<string, TextLook>> = {
  textbf: { bold: true },
  textit: { italic: true },
  textsl: { italic: true },
  emph: { italic: true },
  texttt: { code: true },
  code: { code: true },
  textsuperscript: { superscript: true },
  textsubscript: { subscript: true },
  underline: { underline: true },
  uline: { underline: true },
  ul: { underline: true },
  hl: { highlight: defaultHighlight },
  sout: { strikethrough: true },
  st: { strikethrough: true },
}

/** Commands that set the rest of their group in a style. */
const switches: Readonly<Record<string, TextLook>> = {
  bf: { bold: true },
  bfseries: { bold: true },
  it: { italic: true },
  itshape: { italic: true },
  sl: { italic: true },
  slshape: { italic: true },
  em: { italic: true },
  tt: { code: true },
  ttfamily: { code: true },
}

const addFormula = (state: LatexState, source: string): void => {
  const text = cleanFormula(source, state.macros, state.budget)
  if (text !== '') addText(state, text, { formula: true })
}
export const latexInlineFormula = addFormula

const style: Handler = (state, name) => {
  const look = latexCommandLooks[name]
  state.next = look === undefined ? null : { look }
}

const turn: Handler = (state, name) => {
  const group = state.groups.at(-1)
  if (group !== undefined) group.look = { ...group.look, ...switches[name] }
}

/** An address as it is written into a document, where some signs need a backslash. */
const unescapeLatexUrl = (source: string): string => source.replaceAll(/\\([%#_&~{}])/g, '$1').trim()

const linkTo = (address: string): TextLook => {
  const href = safeHref(address)
  return href === null ? {} : { href }
}

const handleLatexFootnote: Handler = (state, name) => {
  state.input.option()
  captureNext(state, ({ blocks }) => {
    if (blocks.length === 0) return
    const { text, ...mark } = state.notes.refer(() => blocks)
    state.number = text
    if (name !== 'footnotetext') addText(state, text, mark)
  })
}

/** A reference to something with a number, or with its name where the number is not known. */
const handleLatexReference: Handler = (state, name) => {
  state.input.match(/\*/y)
  const keys = (state.input.argument() ?? '').split(',').map((key) => key.trim())
  addText(state, name === 'eqref' ? '(' : '')
  addLinked(state, keys, (key) => ({
    text: state.known.numbers.get(key) ?? `[${key}]`,
    place: state.known.places.get(key),
  }))
  addText(state, name === 'eqref' ? ')' : '')
}

type LatexLinkText = { readonly text: string; readonly place: string | undefined }

/** Adds what keys mean, each with a link to its place. */
const addLinked = (state: LatexState, keys: readonly string[], shownFor: (key: string) => LatexLinkText): void => {
  for (const [index, key] of keys.entries()) {
    const { text, place } = shownFor(key)
    if (index > 0) addText(state, ', ')
    addText(state, text, place === undefined ? undefined : { href: `#${place}` })
  }
}

const citation: Handler = (state) => {
  state.input.match(/\*/y)
  const options = [state.input.option(), state.input.option()].filter((option) => option !== null)
  const [before, after] = options.length === 2 ? options : [null, options[0] ?? null]
  const keys = (state.input.argument() ?? '').split(',').map((key) => key.trim())
  const shown = keys.filter((key) => (state.known.citations.get(key) ?? key) !== '')
  const told = after === null ? '' : plainLatexLook(after)
  if (shown.length === 0 && told === '') return
  addText(state, before === null || before === '' ? '[' : `[${plainLatexLook(before)} `)
  addLinked(state, shown, (key) => {
    const text = state.known.citations.get(key)
    return { text: text ?? key, place: text === undefined ? undefined : `citation ${key}` }
  })
  addText(state, `${shown.length > 0 && told !== '' ? ', ' : ''}${told}]`)
}

/** Code within a line, between any two signs that are the same. */
const verbatim: Handler = (state) => {
  state.input.option()
  const [, , text] = state.input.match(/\*?([^a-zA-Z*\s{])([^\n]{0,2000}?)\1/y) ?? []
  const code = text ?? (state.input.match(/(?=\{)/y) === null ? null : state.input.argument())
  if (code !== null) addText(state, code, { code: true })
}

/** A quantity: the number, and the unit in words. */
const quantity: Handler = (state, name) => {
  state.input.option()
  const number = name === 'si' || name === 'unit' ? '' : (state.input.argument() ?? '')
  const unit = name === 'num' ? '' : (state.input.argument() ?? '').replaceAll(/\\([a-zA-Z]+)/g, ' $1 ')
  addText(state, `${number} ${plainLatexLook(unit)}`.trim())
}

const mapTextCommands = (names: readonly string[], handler: Handler): Record<string, Handler> =>
  Object.fromEntries(names.map((name) => [name, handler]))

export const textCommands: Readonly<Record<string, Handler>> = {
  ...mapTextCommands(Object.keys(latexCommandLooks), style),
  ...mapTextCommands(Object.keys(switches), turn),
  ...mapTextCommands(['footnote', 'footnotetext', 'endnote', 'thanks'], handleLatexFootnote),
  ...mapTextCommands(['ref', 'eqref', 'autoref', 'cref', 'Cref', 'pageref', 'vref', 'nameref'], handleLatexReference),
  ...mapTextCommands(
    'cite citep citet citeauthor citeyear citealp citealt Citet Citep parencite textcite autocite footcite supercite fullcite'.split(
      ' ',
    ),
    citation,
  ),
  ...mapTextCommands(['verb', 'lstinline', 'path'], verbatim),
  ...mapTextCommands(['SI', 'qty', 'num', 'si', 'unit'], quantity),
  mintinline: (state, name) => {
    state.input.argument()
    verbatim(state, name)
  },
  url: (state) => {
    const address = unescapeLatexUrl(state.input.argument() ?? '')
    addText(state, address, linkTo(address))
  },
  href: (state) => {
    state.input.option()
    state.next = { look: linkTo(unescapeLatexUrl(state.input.argument() ?? '')) }
  },
  label: (state) => {
    setLabel(state, (state.input.argument() ?? '').trim())
  },
  hyperlink: (state) => {
    state.next = { look: { href: `#target ${(state.input.argument() ?? '').trim()}` } }
  },
  hypertarget: (state) => {
    state.writer.name(`target ${(state.input.argument() ?? '').trim()}`)
    state.next = {}
  },
  ensuremath: (state) => addFormula(state, state.input.argument() ?? ''),
  '(': (state) => addFormula(state, state.input.until('\\)') ?? ''),
  '\\': (state) => {
    state.input.match(/\*?(?:\[[^\]\n]{0,40}\])?/y)
    state.writer.add('\n', latexLook(state))
  },
  enquote: (state) => {
    addText(state, '“')
    state.next = { close: () => addText(state, '”') }
  },
}
