import { tableBlock } from '../flow/flow.ts'
import { linesOf } from '../flow/content.ts'
import { markupCell } from '../flow/held.ts'
import { embeddedPicture } from '../web/html/nodes.ts'
import { childOf, elementsIn, findAll, findFirst, type XmlElement } from '../xml/element.ts'
import { blocksIn, type Reader, walk } from './context.ts'
import { latexIn, tagged } from './formula.ts'
import { calsTable, htmlTable } from './table.ts'
import { joined, lineOf } from './text.ts'

/** A table or a figure with its caption: above a table, below a figure. */
export const figure: Reader = (element, place, context) => {
  const { writer } = place
  const parts = elementsIn(element).filter(({ name }) => /^(?:label|title|info|caption)$/.test(name))
  const captions = parts.map((part) => {
    const shown = part.name === 'info' ? (childOf(part, 'title') ?? part) : part
    const text = linesOf(blocksIn(shown, { ...place, below: false }, context)).replaceAll('\n', ' ')
    return part.name === 'label' && /[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text
  })
  const caption = joined(captions, ' ')
  const isTable = element.name.includes('table')
  const write = (): void => {
    if (caption !== '') writer.push({ type: 'caption', text: caption })
  }
  writer.flush()
  if (isTable) write()
  walk(element, { ...place, caption: isTable ? caption : '' }, context, parts)
  writer.flush()
  if (!isTable) write()
}

/** Whether an element is a table of HTML; DocBook has tables of its own under the same name. */
export const isHtmlTable = (element: XmlElement): boolean =>
  /^(?:informal)?table$/.test(element.name) &&
  elementsIn(element).some(({ name }) => /^(?:tr|thead|tbody)$/.test(name)) &&
  childOf(element, 'tgroup') === undefined

export const table: Reader = (element, place, context) => {
  const { writer } = place
  const readCell = (cell: XmlElement, header: boolean) =>
    markupCell(blocksIn(cell, { ...place, below: false }, context), header)
  const own = lineOf(childOf(element, 'caption') ?? childOf(element, 'title'))
  if (own !== '') writer.push({ type: 'caption', text: own })
  const read = element.name === 'tgroup' ? calsTable : htmlTable
  const found = read(element, readCell, place.caption || own)
  if (found !== null) writer.push(tableBlock(found))
}

/** The same in several forms: the one that says most. */
export const alternatives: Reader = (element, place, context) => {
  const forms = elementsIn(element)
  const shown = forms.find(({ name }) => /^(?:table|tex-math|math:math)$/.test(name)) ?? forms[0]
  if (shown !== undefined) context.visit(shown, place, context)
}

/** A picture that the document names: its description, or else its address. */
export const picture: Reader = (element, place, context) => {
  const images = [element, ...findAll(element, 'imagedata', 'graphic')]
  const address = images.map(addressOf).find((one) => one !== '') ?? ''
  const described = findFirst(element, 'alt-text') ?? findFirst(element, 'alt') ?? findFirst(element, 'textobject')
  const data = embeddedPicture(address)
  const text = lineOf(described) || (data === null ? address : '')
  if (data === null && address !== '') context.outside.images += 1
  if (data !== null) place.writer.push({ type: 'picture', text, picture: data })
  else if (element.name.startsWith('inline')) place.writer.add(text, place.look)
  else if (text !== '') place.writer.push({ type: 'picture', text })
  const caption = childOf(element, 'caption')
  if (caption !== undefined) place.writer.block({ type: 'caption' }, () => walk(caption, place, context))
}

const addressOf = ({ attributes }: XmlElement): string => attributes['fileref'] ?? attributes['xlink:href'] ?? ''

const pictures = ['graphic', 'inline-graphic', 'mediaobject', 'inlinemediaobject']

export const formula: Reader = (element, place, context) => {
  const latex = latexIn(element)
  const title = childOf(element, 'title')
  if (title !== undefined) place.writer.block({ type: 'caption' }, () => walk(title, place, context))
  if (latex !== '') place.writer.push({ type: 'formula', text: tagged(latex, lineOf(childOf(element, 'label'))) })
  else for (const one of findAll(element, ...pictures)) picture(one, place, context)
}

export const inlineFormula: Reader = (element, place, context) => {
  const latex = latexIn(element)
  if (latex !== '') place.writer.add(latex, { ...place.look, formula: true })
  else for (const one of findAll(element, ...pictures)) picture({ ...one, name: `inline-${one.name}` }, place, context)
}
