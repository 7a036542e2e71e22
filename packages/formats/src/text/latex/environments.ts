import { quoteBlocks } from '../../flow/held.ts'
import { codeEnvironments, drawingEnvironments, environmentArguments } from './dropped.ts'
import { formulaEnvironments, latexFormula, labelIn, tagIn } from './formulas.ts'
import {
  addText,
  closeEnvironment,
  countOn,
  type ListInMaking,
  newPlace,
  openGroup,
  plainLatexLook,
  setLabel,
  type LatexState,
  writeApart,
} from './state.ts'
import { openTable } from './table-commands.ts'

const latexListKinds: Readonly<Record<string, ListInMaking['kind']>> = {
  itemize: 'itemize',
  compactitem: 'itemize',
  enumerate: 'enumerate',
  compactenum: 'enumerate',
  inparaenum: 'enumerate',
  description: 'description',
  compactdesc: 'description',
}

const latexTableEnvironmentPattern =
  /^(?:tabular[xy*]?|tabulary|tabu|longtable|longtabu|supertabular|xltabular|tblr)\*?$/

const quotes = new Set(['quote', 'quotation', 'verse', 'displayquote', 'blockquote'])

/** Headings that LaTeX itself sets. */
const latexEnvironmentHeadings: Readonly<Record<string, string>> = {
  abstract: 'Abstract',
  thebibliography: 'References',
}

const theorems =
  /^(?:theorem|lemma|corollary|proposition|definition|remark|example|proof|claim|conjecture|exercise)\*?$/

export const beginEnvironment = (state: LatexState): void => {
  const { input, writer } = state
  const name = (input.argument() ?? '').trim()
  const base = name.replace(/\*$/, '')
  if (Object.hasOwn(formulaEnvironments, base)) readLatexFormula(state, name)
  else if (codeEnvironments.has(base)) code(state, name)
  else if (base === 'comment') input.until(`\\end{${name}}`)
  else if (drawingEnvironments.has(base)) {
    if (input.until(`\\end{${name}}`) !== null) state.drawings += 1
  } else if (Object.hasOwn(latexListKinds, base)) openLatexList(state, name, latexListKinds[base] ?? 'itemize')
  else if (latexTableEnvironmentPattern.test(name)) openTable(state, name)
  else if (quotes.has(base)) openLatexQuote(state, name)
  else {
    const option = input.option()
    writer.flush()
    for (let left = environmentArguments[base] ?? 0; left > 0; left -= 1) input.argument()
    const heading = latexEnvironmentHeadings[base]
    if (heading !== undefined) writer.push({ type: 'heading', level: 1, text: heading })
    const called =
      state.theorems.get(base) ?? (theorems.test(name) ? `${base.slice(0, 1).toUpperCase()}${base.slice(1)}` : '')
    if (called !== '') theorem(state, called, option)
    openGroup(state, name, () => {
      state.writer.flush()
      if (/^(?:table|wraptable|sidewaystable)$/.test(base)) state.caption = ''
    })
    if (base === 'frame' && input.match(/(?=\{)/y) !== null)
      state.next = {
        open: () => state.writer.begin({ type: 'heading', level: state.sectionLevel + 1 }),
        close: () => state.writer.end(),
      }
  }
}

export const endEnvironment = (state: LatexState): void => {
  const name = (state.input.argument() ?? '').trim()
  if (name === 'document') state.hasEnded = true
  closeEnvironment(state, name)
}

const theorem = (state: LatexState, called: string, option: string | null): void => {
  countOn(state, called)
  const text = option === null ? called : `${called} (${plainLatexLook(option)})`
  addText(state, `${text}. `, { bold: true })
}

/** A formula on lines of its own, with its number where the text refers to it. */
const readLatexFormula = (state: LatexState, name: string): void => {
  const body = state.input.until(`\\end{${name}}`)
  if (body === null) return
  const text = latexFormula(name, body, state.macros, state.budget)
  if (text === '') return
  if (name === 'math') {
    addText(state, text, { formula: true })
    return
  }
  state.writer.flush()
  state.writer.name(newPlace(state))
  state.writer.push({ type: 'formula', text: `${text}${numberOfLatexFormula(state, name, body)}` })
}

const numberOfLatexFormula = (state: LatexState, name: string, body: string): string => {
  const isNumbered = !name.endsWith('*') && name !== 'displaymath'
  const rows = /^(?:align|alignat|flalign|gather|eqnarray)/.test(name) ? body.split('\\\\') : [body]
  let tag = ''
  for (const row of rows) {
    const stated = tagIn(row)
    if (stated !== null) state.number = plainLatexLook(stated)
    else if (isNumbered && row.trim() !== '' && !/\\(?:nonumber|notag)/.test(row)) countOn(state, 'equation')
    else continue
    const label = labelIn(row)
    if (label !== null) setLabel(state, label.trim())
    if (label !== null || stated !== null) tag = ` \\tag{${state.number}}`
  }
  return rows.length === 1 ? tag : ''
}

const code = (state: LatexState, name: string): void => {
  const { input, writer } = state
  const body = input.until(`\\end{${name}}`)
  if (body === null) return
  const text = body
    .replace(/^(?:[^\S\n]*\[[^\]]{0,500}\])?(?:\{[^{}\n]{0,100}\})?[^\S\n]*\n/, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (text !== '') writer.push({ type: 'code', text })
}

const openLatexQuote = (state: LatexState, name: string): void => {
  state.input.option()
  const endQuote = writeApart(state)
  openGroup(state, name, () => endQuote((blocks) => quoteBlocks(blocks, state.groups.length)))
}

const openLatexList = (state: LatexState, name: string, kind: ListInMaking['kind']): void => {
  const option = state.input.option() ?? ''
  const label =
    /label\s{0,5}=\s{0,5}([^,]{1,80})/.exec(option)?.[1] ??
    (/^[^=]*\\(?:arabic|[aA]lph|[rR]oman)/.test(option) ? option : '')
  const start = Number.parseInt(/start\s{0,5}=\s{0,5}(\d{1,9})/.exec(option)?.[1] ?? '1', 10)
  state.writer.end()
  state.lists.push({ kind, label, count: start - 1, endItem: () => {} })
  const depth = state.lists.length
  openGroup(state, name, () => {
    state.writer.end()
    for (const one of state.lists.splice(depth - 1).toReversed()) one.endItem()
  })
}
