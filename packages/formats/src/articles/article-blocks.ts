import type { FlowBlock } from '../flow/flow.ts'
import { nothingOutside, type Outside } from '../flow/outside.ts'
import { createWriter, type TextLook } from '../flow/writer.ts'
import { createNotes } from '../flow/notes.ts'
import type { XmlElement } from '../xml/element.ts'
import { apart, type ArticleContext, type ArticlePlace, type ArticleReader, walkArticle } from './articles-context.ts'
import {
  alternatives,
  figure,
  articleFormula,
  articleInlineFormula,
  isHtmlTable,
  picture,
  articleTable,
} from './figures.ts'
import { articleLink, note, person, quotedText, reference } from './articles-inline.ts'
import { createReferences, idOfReference } from './references.ts'
import { aside, citation, articleCode, articleList, quote, section, subheading } from './sections.ts'
import type { Head, ArticleRole, ArticleVocabulary } from './vocabulary.ts'

/** The blocks of an article or a book, its footnotes at the end. */
export const articleBlocks = (
  root: XmlElement,
  { title, lines, content }: Head,
  vocabulary: ArticleVocabulary,
): { readonly blocks: readonly FlowBlock[]; readonly outside: Outside } => {
  const writer = createWriter()
  const context: ArticleContext = {
    vocabulary,
    visit,
    notes: createNotes(),
    references: createReferences(root),
    outside: nothingOutside(),
  }
  const place: ArticlePlace = { writer, look: {}, level: 0, list: 0, held: 0, below: false, caption: '' }
  if (title !== undefined) writer.block({ type: 'title' }, () => walkArticle(title, place, context))
  for (const text of lines) if (text !== '') writer.push({ type: 'paragraph', text })
  for (const element of content)
    if (element.name === root.name) apart(element, place, context)
    else visit(element, place, context)
  writer.push(...context.notes.blocks())
  return { blocks: writer.blocks, outside: context.outside }
}

const visit: ArticleReader = (element, place, context) => {
  const { name } = element
  const role = context.vocabulary.roles[name]
  const id = idOfReference(element)
  if (id !== undefined && role !== 'note' && role !== 'skip') {
    if (role !== undefined && articlePartRoles.has(role)) place.writer.flush()
    place.writer.name(id)
  }
  if (isHtmlTable(element) || name === 'tgroup') articleTable(element, place, context)
  else if (name === 'alternatives') alternatives(element, place, context)
  else if (name === 'title' || name === 'subtitle') subheading(element, place, context)
  else if (notesBelow.has(name)) apart(element, { ...place, below: true }, context)
  else if (role !== undefined) articleRoleReaders[role](element, place, context)
  else walkArticle(element, { ...place, look: { ...place.look, ...lookOfArticleElement(element, context) } }, context)
}

/** The roles of elements that are parts of the page, so that their names do not belong to the text before them. */
const articlePartRoles: ReadonlySet<ArticleRole> = new Set([
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

/** The elements that hold the footnotes to which the text refers. */
const notesBelow = new Set(['fn-group', 'table-wrap-foot', 'author-notes'])

const lookOfArticleElement = ({ name, attributes }: XmlElement, { vocabulary }: ArticleContext): TextLook | undefined =>
  (name === 'emphasis' ? emphases[attributes['role'] ?? ''] : undefined) ?? vocabulary.looks[name]

/** Styles by the role of an emphasis. */
const emphases: Readonly<Record<string, TextLook>> = {
  bold: { bold: true },
  strong: { bold: true },
  underline: { underline: true },
  strikethrough: { strikethrough: true },
}

const articleRoleReaders: Readonly<Record<ArticleRole, ArticleReader>> = {
  skip: () => {},
  section,
  apart,
  aside,
  quote,
  list: articleList,
  term: subheading,
  figure,
  picture,
  formula: articleFormula,
  'inline formula': articleInlineFormula,
  code: articleCode,
  note,
  link: articleLink,
  reference,
  citation,
  person,
  quoted: quotedText,
  break: (_, { writer, look }) => writer.add('\n', look),
  included: ({ attributes }, _, { outside }) => {
    outside.files.push(attributes['href'] ?? '')
  },
}
