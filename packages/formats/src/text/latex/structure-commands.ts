import { latexFormula } from './formulas.ts'
import { item } from './list-commands.ts'
import { readAlias, readDefinition, readOperator, readPlainDefinition } from './macros.ts'
import { captureNext, countOn, type Handler, newPlace, plainLatexLook, type LatexState } from './state.ts'

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

const numberSection = (state: LatexState, order: number): void => {
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

/** A caption is shown where it is written, and above a table also belongs to it. */
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

/** Captures a part of the title page, which may be anywhere before it. */
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

const handleLatexImage: Handler = (state) => {
  state.input.match(/\*/y)
  state.input.option()
  const name = (state.input.argument() ?? '').trim()
  if (name === '') return
  state.outside.images += 1
  state.writer.push({ type: 'picture', text: name })
}

const mapStructureCommands = (names: readonly string[], handler: Handler): Record<string, Handler> =>
  Object.fromEntries(names.map((name) => [name, handler]))

export const structureCommands: Readonly<Record<string, Handler>> = {
  ...mapStructureCommands(sections, section),
  ...mapStructureCommands(
    ['newcommand', 'renewcommand', 'providecommand', 'DeclareRobustCommand'],
    ({ input, macros }) => {
      input.match(/\*/y)
      readDefinition(input, macros)
    },
  ),
  ...mapStructureCommands(['def', 'gdef', 'edef'], ({ input, macros }) => readPlainDefinition(input, macros)),
  let: ({ input, macros }) => readAlias(input, macros),
  DeclareMathOperator: ({ input, macros }) => {
    input.match(/\*/y)
    readOperator(input, macros)
  },
  newtheorem: ({ input, theorems }) => {
    input.match(/\*/y)
    const name = input.argument() ?? ''
    input.option()
    theorems.set(name, plainLatexLook(input.argument() ?? ''))
    input.option()
  },
  ...mapStructureCommands(
    ['title', 'subtitle', 'author', 'date', 'affil', 'affiliation', 'institute', 'address'],
    front,
  ),
  ...mapStructureCommands(['caption', 'captionof', 'subcaption'], caption),
  ...mapStructureCommands(
    ['input', 'include', 'subfile', 'bibliography', 'addbibresource', 'includepdf', 'verbatiminput', 'lstinputlisting'],
    included,
  ),
  ...mapStructureCommands(['includegraphics', 'includesvg', 'epsfig'], handleLatexImage),
  item,
  bibitem: (state) => {
    const stated = state.input.option()
    const key = (state.input.argument() ?? '').trim()
    const mark = stated === null ? countOn(state, 'citation').replace(/^.*\./, '') : plainLatexLook(stated)
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
    const text = latexFormula('displaymath', state.input.until('\\]') ?? '', state.macros, state.budget)
    if (text !== '') state.writer.push({ type: 'formula', text })
  },
}
