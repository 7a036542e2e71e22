import type { FlowBlock } from '../../flow/flow.ts'
import type { Outside } from '../../flow/outside.ts'
import { createWriter, type FlowWriter, type TextLook } from '../../flow/writer.ts'
import type { Notes } from '../../flow/notes.ts'
import type { LatexBudget, Input } from './input.ts'
import type { Macros } from './macros.ts'
import { maxLatexDepth } from './parameters.ts'
import type { TableInMaking } from './latex-table.ts'

/** A group in braces, or an environment, which has a name. */
export type LatexGroup = {
  readonly environment: string | null
  /** The style of text in it, which commands in it may change. */
  look: TextLook
  readonly close: () => void
}

export type ListInMaking = {
  readonly kind: 'itemize' | 'enumerate' | 'description'
  readonly label: string
  count: number
  /** Ends the item that is open. */
  endItem: () => void
}

/** The labels that one run over a document collects: the references of the next run depend on them. */
export type Labels = {
  /** The number that a label means. */
  readonly numbers: Map<string, string>
  /** The name of the place where it is. */
  readonly places: Map<string, string>
  /** The mark of an entry of the list of references. */
  readonly citations: Map<string, string>
}

export type LatexState = {
  readonly input: Input
  readonly budget: LatexBudget
  readonly macros: Macros
  readonly notes: Notes
  readonly outside: Outside
  readonly known: Labels
  readonly found: Labels
  readonly groups: LatexGroup[]
  /** Groups beyond those that are kept. */
  deeper: number
  /** The destination of text. */
  writer: FlowWriter
  /** The group that begins next. */
  next: { readonly look?: TextLook; readonly open?: () => void; readonly close?: () => void } | null
  readonly lists: ListInMaking[]
  readonly tables: TableInMaking[]
  readonly counters: Map<string, number>
  /** The number of what was numbered last, which a label names. */
  number: string
  /** The name of its place, and how many places have one. */
  place: string
  placeCount: number
  /** The level of a section; that of a chapter or part is less. */
  readonly sectionLevel: number
  /** True if numbers begin again in each chapter, and have its number in front. */
  readonly hasChapters: boolean
  /** The parts that were captured for the title page. */
  readonly front: { readonly kind: string; readonly blocks: readonly FlowBlock[] }[]
  /** The names of theorems and their like. */
  readonly theorems: Map<string, string>
  /** Drawings that are programs. */
  drawings: number
  hasEnded: boolean
  /** The caption of the table to come. */
  caption: string
}

export const latexLook = ({ groups }: LatexState): TextLook => groups.at(-1)?.look ?? {}

/** Adds text in the style of its place. */
export const addText = (state: LatexState, text: string, more?: TextLook): void =>
  state.writer.add(text, more === undefined ? latexLook(state) : { ...latexLook(state), ...more })

export const openGroup = (
  state: LatexState,
  environment: string | null,
  close: () => void,
  look: TextLook = {},
): void => {
  if (state.groups.length < maxLatexDepth)
    state.groups.push({ environment, look: { ...latexLook(state), ...look }, close })
  else {
    state.deeper += 1
    close()
  }
}

export const closeGroup = (state: LatexState): void => {
  if (state.deeper > 0) state.deeper -= 1
  else if (state.groups.at(-1)?.environment === null) state.groups.pop()?.close()
}

/** Ends an environment, and the groups in it that were left open. One that was not begun does not end. */
export const closeEnvironment = (state: LatexState, name: string): void => {
  if (!state.groups.some(({ environment }) => environment === name)) return
  state.deeper = 0
  for (;;) {
    const group = state.groups.pop()
    group?.close()
    if (group === undefined || group.environment === name) return
  }
}

/** The next group is written apart; `take` gets what was written. */
export const captureNext = (state: LatexState, take: (writer: FlowWriter) => void): void => {
  let outer = state.writer
  const inner = createWriter()
  state.next = {
    open: () => {
      outer = state.writer
      state.writer = inner
    },
    close: () => {
      inner.end()
      state.writer = outer
      take(inner)
    },
  }
}

/**
 * Writes apart from the text from here on. The function that it returns makes a block of all that was written until it
 * is called.
 */
export const writeApart = (
  state: LatexState,
): ((make: (blocks: readonly FlowBlock[]) => readonly FlowBlock[]) => void) => {
  const outer = state.writer
  const inner = createWriter()
  state.writer = inner
  return (make) => {
    inner.end()
    if (state.writer === inner) state.writer = outer
    outer.push(...make(inner.blocks))
  }
}

/** A new place, to which the label that may follow belongs. */
export const newPlace = (state: LatexState): string => {
  state.placeCount += 1
  state.place = `place ${state.placeCount}`
  return state.place
}

/** Remembers what a label means. */
export const setLabel = ({ found, number, place }: LatexState, label: string): void => {
  found.numbers.set(label, number)
  if (place !== '') found.places.set(label, place)
}

/** Counts on, and remembers the number for the label that may follow. */
export const countOn = (state: LatexState, counter: string): string => {
  const number = (state.counters.get(counter) ?? 0) + 1
  state.counters.set(counter, number)
  const chapter = state.hasChapters ? `${state.counters.get('chapter') ?? 0}.` : ''
  state.number = `${chapter}${number}`
  return state.number
}

/**
 * Source as text, where it is too short to have structure, such as a mark.
 * @example plainLatexLook('\\textbf{1.}') // '1.'
 */
export const plainLatexLook = (source: string): string =>
  source
    .replaceAll(/\\(?:[a-zA-Z@]+\s?|(?=[^a-zA-Z]))|[{}$]/g, '')
    .replaceAll(/[~\s]+/g, ' ')
    .trim()

export type Handler = (state: LatexState, name: string) => void
