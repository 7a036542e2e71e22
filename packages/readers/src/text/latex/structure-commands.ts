import type { FlowBlock } from '../../flow/flow.ts'
import { itemBlocks } from '../../flow/held.ts'
import { numberOfMarker } from '../../flow/item-number.ts'
import { formatListNumber } from '../../flow/list-number.ts'
import { maxLevel } from '../../flow/writer.ts'
import { formulaOf } from './formulas.ts'
import { readAlias, readDefinition, readOperator, readPlainDefinition } from './macros.ts'
import {
  addText,
  captureNext,
  countOn,
  type Handler,
  type ListInMaking,
  newPlace,
  plain,
  type State,
  writeApart,
} from './state.ts'

/** Sections, from the highest. */
const sections = ['part', 'chapter', 'section', 'subsection', 'subsubsection', 'paragraph', 'subparagraph']

const section: Handler = (state, name) => {
  const isNumbered = state.input.match(/\*/y) === null
  state.input.option()
  const order = sections.indexOf(name)
  if (isNumbered) numberSection(state, order)
  const level = Math.max(1, state.sectionLevel + order - sections.indexOf('section'))
  state.next = {
    open: () => {
      state.writer.begin({ type: 'heading', level: name === 'part' ? 1 : level })
      state.writer.name(newPlace(state))
    },
    close: () => state.writer.end(),
  }
}

const numberSection = (state: State, order: number): void => {
  const { counters, hasChapters } = state
  const name = sections[order] ?? ''
  counters.set(name, (counters.get(name) ?? 0) + 1)
  for (const deeper of order === 0 ? [] : sections.slice(order + 1)) counters.delete(deeper)
  if (name === 'chapter') for (const counted of ['equation', 'figure', 'table']) counters.delete(counted)
  const from = order === 0 ? 0 : hasChapters ? 1 : 2
  state.number = sections
    .slice(from, order + 1)
    .map((one) => counters.get(one) ?? 0)
    .join('.')
}

/** What the marks of lists look like at each depth. */
const marks = [
  { style: 'decimal', mark: (number: number) => `${number}.` },
  { style: 'lower_letter', mark: (number: number) => `(${formatListNumber(number, 'a')})` },
  { style: 'lower_roman', mark: (number: number) => `${formatListNumber(number, 'i')}.` },
  { style: 'upper_letter', mark: (number: number) => `${formatListNumber(number, 'A')}.` },
] as const

const item: Handler = (state) => {
  const { input, writer, lists } = state
  const stated = input.option()
  const list = lists.at(-1)
  if (list === undefined || list.kind === 'description') {
    writer.end()
    if (stated !== null) addText(state, `${plain(stated)} `, { bold: true })
    return
  }
  list.endItem()
  if (stated === null) list.count += 1
  const level = Math.min(lists.length, maxLevel)
  const number = stated !== null && stated.trim() !== '' ? { marker: plain(stated) } : numberIn(list, lists)
  if (stated === null && list.kind === 'enumerate') state.number = number.marker.replaceAll(/[().]/g, '')
  const endItem = writeApart(state)
  state.writer.name(newPlace(state))
  const depth = lists.length
  list.endItem = () => {
    endItem((blocks) => itemBlocks({ type: 'list_item', level, ...number }, blocks, depth))
    list.endItem = () => {}
  }
}

/** The mark of the item that a list counts, and its number. */
const numberIn = (
  { kind, label, count }: ListInMaking,
  lists: readonly ListInMaking[],
): { readonly marker: string } & Pick<FlowBlock, 'numbering'> => {
  if (kind !== 'enumerate') return { marker: '•' }
  const depth = lists.filter((one) => one.kind === kind).length
  const { mark, style } = marks[(depth - 1) % marks.length] ?? marks[0]
  if (label === '') return { marker: mark(count), ...(count >= 0 && { numbering: { style, value: count } }) }
  const marker = labelled(label, count)
  const numbering = numberOfMarker(marker, undefined)
  return { marker, ...(numbering !== undefined && { numbering: { ...numbering, value: count } }) }
}

const counterFormats: Readonly<Record<string, string>> = { arabic: '1', alph: 'a', Alph: 'A', roman: 'i', Roman: 'I' }

/** The label of a list that the document describes, as `(\alph*)`. */
const labelled = (label: string, count: number): string =>
  plain(
    label.replaceAll(/\\(arabic|alph|Alph|roman|Roman)\s*(?:\*|\{\w{1,20}\})/g, (_, format: string) =>
      formatListNumber(count, counterFormats[format] ?? '1'),
    ),
  )

/** A caption stands where it is written, and above a table also belongs to it. */
const caption: Handler = (state, name) => {
  state.input.match(/\*/y)
  const stated = name === 'captionof' ? state.input.argument() : null
  state.input.option()
  const float =
    stated ?? state.groups.findLast(({ environment }) => floats.test(environment ?? ''))?.environment ?? 'figure'
  countOn(state, /table|tabular/.test(float) ? 'table' : 'figure')
  const place = newPlace(state)
  captureNext(state, ({ blocks }) => {
    const text = blocks.map((block) => block.text).join(' ')
    if (text === '') return
    const writer = state.tables.at(-1)?.outer ?? state.writer
    writer.flush()
    writer.name(place)
    writer.push({ ...blocks[0], type: 'caption', text, ...(blocks.length > 1 && { runs: [{ text }] }) })
    state.caption = text
  })
}
const floats = /^(?:figure|table|longtable|wrapfigure|wraptable|sidewaystable|sidewaysfigure)\*?$/

/** What belongs to the title page, which may be told anywhere before it. */
const front: Handler = (state, name) => {
  state.input.option()
  captureNext(state, ({ blocks }) => {
    if (blocks.length > 0) state.front.push({ kind: name, blocks })
  })
}

/** A file that is a part of the document and not here. */
const included: Handler = (state) => {
  state.input.option()
  const bare = state.input.match(/[^\S\n]*([^\s{}\\[\]]{1,200})/y)?.[1]
  const name = (bare ?? state.input.argument() ?? '').trim()
  if (name !== '') state.outside.files.push(name)
}

const image: Handler = (state) => {
  state.input.match(/\*/y)
  state.input.option()
  const name = (state.input.argument() ?? '').trim()
  if (name === '') return
  state.outside.images += 1
  state.writer.push({ type: 'picture', text: name })
}

const each = (names: readonly string[], handler: Handler): Record<string, Handler> =>
  Object.fromEntries(names.map((name) => [name, handler]))

export const structureCommands: Readonly<Record<string, Handler>> = {
  ...each(sections, section),
  ...each(['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand'], ({ input, macros }) => {
    input.match(/\*/y)
    readDefinition(input, macros)
  }),
  ...each(['def', 'gdef', 'edef'], ({ input, macros }) => readPlainDefinition(input, macros)),
  let: ({ input, macros }) => readAlias(input, macros),
  DeclareMathOperator: ({ input, macros }) => {
    input.match(/\*/y)
    readOperator(input, macros)
  },
  newtheorem: ({ input, theorems }) => {
    input.match(/\*/y)
    const name = input.argument() ?? ''
    input.option()
    theorems.set(name, plain(input.argument() ?? ''))
    input.option()
  },
  ...each(['title', 'subtitle', 'author', 'date', 'affil', 'affiliation', 'institute', 'address'], front),
  ...each(['caption', 'captionof', 'subcaption'], caption),
  ...each(
    ['input', 'include', 'subfile', 'bibliography', 'addbibresource', 'includepdf', 'verbatiminput', 'lstinputlisting'],
    included,
  ),
  ...each(['includegraphics', 'includesvg', 'epsfig'], image),
  item,
  bibitem: (state) => {
    const stated = state.input.option()
    const key = (state.input.argument() ?? '').trim()
    const mark = stated === null ? countOn(state, 'citation').replace(/^.*\./, '') : plain(stated)
    state.found.citations.set(key, mark)
    state.writer.begin({ type: 'list_item', level: 1, marker: `[${mark}]` })
    state.writer.name(`citation ${key}`)
  },
  and: ({ writer }) => writer.flush(),
  par: ({ writer }) => writer.flush(),
  frametitle: (state) => {
    state.next = {
      open: () => state.writer.begin({ type: 'heading', level: state.sectionLevel + 1 }),
      close: () => state.writer.end(),
    }
  },
  iffalse: ({ input }) => {
    input.until('\\fi')
  },
  '[': (state) => {
    const text = formulaOf('displaymath', state.input.until('\\]') ?? '', state.macros, state.budget)
    if (text !== '') state.writer.push({ type: 'formula', text })
  },
}
