import type { FlowBlock } from '../../flow/flow.ts'
import { nothingOutside, type Outside } from '../../flow/outside.ts'
import { createWriter } from '../../flow/writer.ts'
import { createNotes } from '../../flow/notes.ts'
import { accented, isAccent, ligature, ligatures, symbols } from './characters.ts'
import { droppedArguments, droppedBefore } from './dropped.ts'
import { beginEnvironment, endEnvironment } from './environments.ts'
import { latexFormula } from './formulas.ts'
import { createInput, fullBudget } from './input.ts'
import { expand } from './macros.ts'
import { addText, closeGroup, type Handler, type Labels, latexLook, openGroup, type LatexState } from './state.ts'
import { structureCommands } from './structure-commands.ts'
import { nextCell, nextRow, tableCommands } from './table-commands.ts'
import { latexInlineFormula, textCommands } from './text-commands.ts'

export type Latex = {
  readonly blocks: readonly FlowBlock[]
  readonly front: LatexState['front']
  readonly outside: Outside
  readonly drawings: number
}

/** Reads a document twice where it refers to places by numbers, which are known only at its end. */
export const readLatex = (source: string): Latex => {
  const nothing = noLabels()
  const first = readOnce(source, nothing)
  const hasLabels = first.found.numbers.size > 0 || first.found.citations.size > 0
  return hasLabels ? readOnce(source, first.found) : first
}

const noLabels = (): Labels => ({ numbers: new Map(), places: new Map(), citations: new Map() })

const readOnce = (source: string, known: Labels): Latex & { readonly found: Labels } => {
  const hasChapters = /\\chapter\b/.test(source)
  const budget = fullBudget()
  const state: LatexState = {
    input: createInput(source, budget),
    budget,
    macros: new Map(),
    notes: createNotes(),
    outside: nothingOutside(),
    known,
    found: noLabels(),
    groups: [{ environment: '', look: {}, close: () => {} }],
    deeper: 0,
    writer: createWriter(),
    next: null,
    lists: [],
    tables: [],
    counters: new Map(),
    number: '',
    place: '',
    placeCount: 0,
    sectionLevel: 1 + (hasChapters ? 1 : 0) + (/\\part\b/.test(source) ? 1 : 0),
    hasChapters,
    front: [],
    theorems: new Map(),
    drawings: 0,
    hasEnded: false,
    caption: '',
  }
  const preamble = state.writer
  const body = createWriter()
  if (source.includes('\\begin{document}')) {
    while (!state.input.isAtEnd() && state.input.match(/\\begin\{document\}/y) === null) step(state)
    while (state.groups.length > 1) state.groups.pop()?.close()
    if (state.writer === preamble) state.writer = body
  } else state.writer = body
  while (!state.input.isAtEnd() && !state.hasEnded) step(state)
  while (state.groups.length > 1) state.groups.pop()?.close()
  body.end()
  body.push(...state.notes.blocks())
  const { front, outside, drawings, found } = state
  return { blocks: body.blocks, front, outside, drawings, found }
}

/** Text without a meaning for LaTeX. */
const latexPlainTextPattern = /[^\\{}$%&~`'?!\-\n]+/y
const newParagraph = /(?:%[^\n]*)?\n[^\S\n]*\n\s*/y
const lineEnd = /%[^\n]*(?:\n[^\S\n]*)?|(\n)[^\S\n]*/y

const step = (state: LatexState): void => {
  const { input } = state
  const plain = input.match(latexPlainTextPattern)
  if (plain !== null) addText(state, plain[0])
  else if (input.match(newParagraph) !== null) state.writer.flush()
  else if (space(state)) return
  else if (input.match(/\{/y) !== null) openGroup(state, null, () => {})
  else if (input.match(/\}/y) !== null) closeGroup(state)
  else if (input.match(/\$/y) !== null) dollar(state)
  else if (input.match(/&/y) !== null) {
    if (!nextCell(state)) addText(state, '&')
  } else if (!readLatexPunctuation(state)) commandHere(state)
}

const space = (state: LatexState): boolean => {
  const found = state.input.match(lineEnd)
  if (found?.[1] !== undefined) addText(state, ' ')
  return found !== null
}

/** A formula, or the sign itself where no formula ends. */
const dollar = (state: LatexState): void => {
  const { input } = state
  if (input.match(/\$/y) !== null) {
    const text = latexFormula('displaymath', input.until('$$') ?? '', state.macros, state.budget)
    if (text !== '') state.writer.push({ type: 'formula', text })
    return
  }
  const [, formula] = input.match(/((?:[^$\\]|\\[^]){1,20000}?)\$/y) ?? []
  if (formula === undefined) addText(state, '$')
  else latexInlineFormula(state, formula)
}

const readLatexPunctuation = (state: LatexState): boolean => {
  const [found] =
    state.input.match(latexLook(state).code === true ? /[`'?!~-]/y : ligature) ?? state.input.match(/[-?!]/y) ?? []
  if (found !== undefined)
    addText(state, found === '~' ? ' ' : latexLook(state).code === true ? found : (ligatures[found] ?? found))
  return found !== undefined
}

const commandHere = (state: LatexState): void => {
  const [, name] = state.input.match(/\\([a-zA-Z@]+|[^])?/y) ?? []
  if (name === undefined) return
  if (/^[a-zA-Z@]/.test(name) && name !== 'verb') state.input.match(/[^\S\n]+/y)
  runLatexCommand(state, name)
  const { next } = state
  if (next === null) return
  state.next = null
  state.input.match(/\s+/y)
  if (state.input.match(/\{/y) === null) return
  next.open?.()
  openGroup(state, null, () => next.close?.(), next.look)
}

const handlers: Readonly<Record<string, Handler>> = {
  ...textCommands,
  ...structureCommands,
  ...tableCommands,
  begin: beginEnvironment,
  end: endEnvironment,
}

const runLatexCommand = (state: LatexState, name: string): void => {
  const { input, macros } = state
  const macro = macros.get(name)
  if (macro !== undefined) expand(macro, input)
  else if (name === '\\' && nextRow(state)) return
  else if (Object.hasOwn(handlers, name)) handlers[name]?.(state, name)
  else if (isAccent(name)) addText(state, accented(name, input.argument() ?? ''))
  else if (Object.hasOwn(symbols, name)) addText(state, symbols[name] ?? '')
  else {
    // An unknown command is what it is applied to, without its options.
    const count = droppedArguments.get(name) ?? droppedBefore.get(name) ?? 0
    input.match(/\*/y)
    for (let left = count; left >= 0; left -= 1) {
      while (input.match(/(?=\[)/y) !== null && input.option() !== null);
      if (left > 0) input.argument()
    }
  }
}
