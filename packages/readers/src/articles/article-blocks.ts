import type { FlowBlock } from '../flow/flow.ts'
import { nothingOutside, type Outside } from '../flow/outside.ts'
import { createWriter, type Look } from '../flow/writer.ts'
import { createNotes } from '../flow/notes.ts'
import type { XmlElement } from '../xml/element.ts'
import { apart, type Context, type Place, type Reader, walk } from './context.ts'
import { alternatives, figure, formula, inlineFormula, isHtmlTable, picture, table } from './figures.ts'
import { link, note, person, quoted, reference } from './inline.ts'
import { createReferences, idOf } from './references.ts'
import { aside, citation, code, list, quote, section, subheading } from './sections.ts'
import type { Head, Role, Vocabulary } from './vocabulary.ts'

/** The blocks of an article or a book, its footnotes at the end. */
export const articleBlocks = (
  root: XmlElement,
  { title, lines, content }: Head,
  vocabulary: Vocabulary,
): { readonly blocks: readonly FlowBlock[]; readonly outside: Outside } => {
  const writer = createWriter()
  const context: Context = {
    vocabulary,
    visit,
    notes: createNotes(),
    references: createReferences(root),
    outside: nothingOutside(),
  }
  const place: Place = { writer, look: {}, level: 0, list: 0, held: 0, below: false, caption: '' }
  if (title !== undefined) writer.block({ type: 'title' }, () => walk(title, place, context))
  for (const text of lines) if (text !== '') writer.push({ type: 'paragraph', text })
  for (const element of content)
    if (element.name === root.name) apart(element, place, context)
    else visit(element, place, context)
  writer.push(...context.notes.blocks())
  return { blocks: writer.blocks, outside: context.outside }
}

const visit: Reader = (element, place, context) => {
  const { name } = element
  const role = context.vocabulary.roles[name]
  const id = idOf(element)
  if (id !== undefined && role !== 'note' && role !== 'skip') {
    if (role !== undefined && parts.has(role)) place.writer.flush()
    place.writer.name(id)
  }
  if (isHtmlTable(element) || name === 'tgroup') table(element, place, context)
  else if (name === 'alternatives') alternatives(element, place, context)
  else if (name === 'title' || name === 'subtitle') subheading(element, place, context)
  else if (notesBelow.has(name)) apart(element, { ...place, below: true }, context)
  else if (role !== undefined) readers[role](element, place, context)
  else walk(element, { ...place, look: { ...place.look, ...lookOf(element, context) } }, context)
}

/** What is a part of the page, so that its name is not that of the text before it. */
const parts: ReadonlySet<Role> = new Set([
  'section',
  'apart',
  'aside',
  'quote',
  'list',
  'term',
  'figure',
  'formula',
  'code',
  'citation',
])

/** Where footnotes stand that the text refers to. */
const notesBelow = new Set(['fn-group', 'table-wrap-foot', 'author-notes'])

const lookOf = ({ name, attributes }: XmlElement, { vocabulary }: Context): Look | undefined =>
  (name === 'emphasis' ? emphases[attributes['role'] ?? ''] : undefined) ?? vocabulary.looks[name]

/** Styles by the role of an emphasis. */
const emphases: Readonly<Record<string, Look>> = {
  bold: { bold: true },
  strong: { bold: true },
  underline: { underline: true },
  strikethrough: { strikethrough: true },
}

const readers: Readonly<Record<Role, Reader>> = {
  skip: () => {},
  section,
  apart,
  aside,
  quote,
  list,
  term: subheading,
  figure,
  picture,
  formula,
  'inline formula': inlineFormula,
  code,
  note,
  link,
  reference,
  citation,
  person,
  quoted,
  break: (_, { writer, look }) => writer.add('\n', look),
  included: ({ attributes }, _, { outside }) => {
    outside.files.push(attributes['href'] ?? '')
  },
}
