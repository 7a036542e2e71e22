import { paragraphOf } from '../../flow/flow.ts'
import type { TextRun } from '@polyparse/document'
import { childOf, elementsIn, isElement, textOf, type XmlElement } from '../../xml/element.ts'
import type { Context } from './context.ts'
import type { Style } from './styles.ts'

export type Inline = { readonly stretches: TextRun[]; readonly frames: XmlElement[] }

/** The text of a paragraph, and the frames that are anchored in it. */
export const readInline = (paragraph: XmlElement, context: Context): Inline => {
  const inline: Inline = { stretches: [], frames: [] }
  const base = context.styles.find('paragraph', paragraph.attributes['text:style-name'])

  const add = (text: string, style: Style, href: string | undefined): void => {
    if (style.hidden === true && !context.includeHidden) context.omitted.hidden ||= text.trim() !== ''
    else inline.stretches.push({ text, ...lookOf(style, href) })
  }
  const walk = (parent: XmlElement, style: Style, href: string | undefined): void => {
    for (const child of parent.children) {
      if (!isElement(child)) add(child.replaceAll(/\s+/g, ' '), style, href)
      else visit(child, style, href)
    }
  }
  /** The reading of the characters in front of it, above which it is printed. */
  const reading = (element: XmlElement, style: Style, href: string | undefined): void => {
    const text = textOf(element).trim()
    if (text !== '') add(`(${text})`, style, href)
  }
  const visit = (element: XmlElement, style: Style, href: string | undefined): void => {
    const { name, attributes } = element
    if (name === 'text:span')
      walk(element, { ...style, ...context.styles.find('text', attributes['text:style-name']) }, href)
    else if (name === 'text:a') walk(element, style, outside(attributes['xlink:href']) ?? href)
    else if (name === 'text:s') add(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, 1000)), style, href)
    else if (name === 'text:tab') add(' ', style, href)
    else if (name === 'text:line-break') add('\n', style, href)
    else if (name === 'text:note')
      inline.stretches.push(context.notes.refer(() => [paragraphOf(noteStretches(element, context))]))
    else if (name === 'office:annotation') context.omitted.comments += 1
    else if (name === 'text:ruby-text') reading(element, style, href)
    else if (name.startsWith('draw:')) inline.frames.push(element)
    else if (name === 'text:hidden-text' || name === 'text:hidden-paragraph') context.omitted.hidden = true
    else if (!skipped.has(name)) walk(element, style, href)
  }
  walk(paragraph, base, undefined)
  return inline
}

/** Elements that are not read: marks without text. */
const skipped = new Set([
  'office:annotation-end',
  'text:tracked-changes',
  'office:event-listeners',
  'text:bookmark-start',
])

/** Of a link that leads out of the document. */
const outside = (address: string | undefined): string | undefined =>
  address === undefined || !/^[a-z][a-z\d+.-]*:/i.test(address) ? undefined : address

const lookOf = ({ bold, italic, position, monospaced }: Style, href: string | undefined): Omit<TextRun, 'text'> => ({
  ...(bold === true && { bold }),
  ...(italic === true && { italic }),
  ...(position === 'superscript' && { superscript: true }),
  ...(position === 'subscript' && { subscript: true }),
  ...(monospaced === true && { code: true }),
  ...(href !== undefined && { href }),
})

const noteStretches = (note: XmlElement, context: Context): TextRun[] =>
  elementsIn(childOf(note, 'text:note-body')).flatMap((paragraph, index): TextRun[] => {
    const { stretches } = readInline(paragraph, context)
    return index === 0 ? stretches : [{ text: '\n' }, ...stretches]
  })
