import { tableBlock } from '../flow/flow.ts'
import { linesOfContent } from '../flow/content.ts'
import { markupCell } from '../flow/held.ts'
import { embeddedPicture } from '../web/html/nodes.ts'
import { childOf, elementsIn, findAll, findFirst, type XmlElement } from '../xml/element.ts'
import { articleBlocksIn, type ArticleReader, walkArticle } from './articles-context.ts'
import { latexIn, tagged } from './formula.ts'
import { calsTable, htmlTable } from './articles-table.ts'
import { joinedText, lineOfArticle } from './text.ts'

/** A table or a figure with its caption: above a table, below a figure. */
export const figure: ArticleReader = (element, place, context) => {
  const { writer } = place
  const parts = elementsIn(element).filter(({ name }) => /^(?:label|title|info|caption)$/.test(name))
  const captions = parts.map((part) => {
    const shown = part.name === 'info' ? (childOf(part, 'title') ?? part) : part
    const text = linesOfContent(articleBlocksIn(shown, { ...place, below: false }, context)).replaceAll('\n', ' ')
    return part.name === 'label' && /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text
  })
  const caption = joinedText(captions, ' ')
  const isTable = element.name.includes('table')
  const write = (): void => {
    if (caption !== '') writer.push({ type: 'caption', text: caption })
  }
  writer.flush()
  if (isTable) write()
  walkArticle(element, { ...place, caption: isTable ? caption : '' }, context, parts)
  writer.flush()
  if (!isTable) write()
}

/** Tells whether an element is a table of HTML; DocBook has tables of its own under the same name. */
export const isHtmlTable = (element: XmlElement): boolean =>
  /^(?:informal)?table$/.test(element.name) &&
  elementsIn(element).some(({ name }) => /^(?:tr|thead|tbody)$/.test(name)) &&
  childOf(element, 'tgroup') === undefined

export const articleTable: ArticleReader = (element, place, context) => {
  const { writer } = place
  const readCell = (cell: XmlElement, header: boolean) =>
    markupCell(articleBlocksIn(cell, { ...place, below: false }, context), header)
  const own = lineOfArticle(childOf(element, 'caption') ?? childOf(element, 'title'))
  if (own !== '') writer.push({ type: 'caption', text: own })
  const read = element.name === 'tgroup' ? calsTable : htmlTable
  const found = read(element, readCell, place.caption || own)
  if (found !== null) writer.push(tableBlock(found))
}

/** The same in several forms: the one that says most. */
export const alternatives: ArticleReader = (element, place, context) => {
  const forms = elementsIn(element)
  const shown = forms.find(({ name }) => /^(?:table|tex-math|math:math)$/.test(name)) ?? forms[0]
  if (shown !== undefined) context.visit(shown, place, context)
}

/** A picture that the document names: its description, or else its address. */
export const picture: ArticleReader = (element, place, context) => {
  const images = [element, ...findAll(element, 'imagedata', 'graphic')]
  const address = images.map(addressOfArticleImage).find((one) => one !== '') ?? ''
  const described = findFirst(element, 'alt-text') ?? findFirst(element, 'alt') ?? findFirst(element, 'textobject')
  const data = embeddedPicture(address)
  const text = lineOfArticle(described) || (data === null ? address : '')
  if (data === null && address !== '') context.outside.images += 1
  if (data !== null) place.writer.push({ type: 'picture', text, picture: data })
  else if (element.name.startsWith('inline')) place.writer.add(text, place.look)
  else if (text !== '') place.writer.push({ type: 'picture', text })
  const caption = childOf(element, 'caption')
  if (caption !== undefined) place.writer.block({ type: 'caption' }, () => walkArticle(caption, place, context))
}

const addressOfArticleImage = ({ attributes }: XmlElement): string =>
  attributes['fileref'] ?? attributes['xlink:href'] ?? ''

const pictureElementNames = ['graphic', 'inline-graphic', 'mediaobject', 'inlinemediaobject']

export const articleFormula: ArticleReader = (element, place, context) => {
  const latex = latexIn(element)
  const title = childOf(element, 'title')
  if (title !== undefined) place.writer.block({ type: 'caption' }, () => walkArticle(title, place, context))
  if (latex !== '')
    place.writer.push({ type: 'formula', text: tagged(latex, lineOfArticle(childOf(element, 'label'))) })
  else for (const one of findAll(element, ...pictureElementNames)) picture(one, place, context)
}

export const articleInlineFormula: ArticleReader = (element, place, context) => {
  const latex = latexIn(element)
  if (latex !== '') place.writer.add(latex, { ...place.look, formula: true })
  else
    for (const one of findAll(element, ...pictureElementNames))
      picture({ ...one, name: `inline-${one.name}` }, place, context)
}
