import type { TextRun } from '@polyparse/document'
import type { EnteredKind, FlowRun } from '../../flow/flow.ts'
import { textInCase } from '../../flow/letter-case.ts'
import { textInFont } from '@polyparse/engine'
import { childOf, elementsIn, isXmlElement, textOfElement, type XmlElement } from '../../xml/element.ts'
import { type OfficeMarks, noMarks } from '../marks.ts'
import type { OpenDocumentContext } from './opendocument-context.ts'
import { openDocumentInlineFormula } from './frames.ts'
import { answerOfFieldMark, answerOfDrawnControl } from './opendocument-forms.ts'
import type { OpenDocumentStyle } from './styles.ts'

export type OpenDocumentInline = {
  readonly stretches: FlowRun[]
  readonly frames: XmlElement[]
  readonly marks: OfficeMarks
}

/**
 * The text of a paragraph, and the frames and marks that are anchored in it; `around` is the style of what the paragraph is
 * in, such as the cell of a sheet.
 */
export const readOpenDocumentInline = (
  paragraph: XmlElement,
  context: OpenDocumentContext,
  around: Pick<OpenDocumentStyle, 'strikethrough'> = {},
): OpenDocumentInline => {
  const inline: OpenDocumentInline = { stretches: [], frames: [], marks: noMarks() }
  const base = { ...around, ...context.styles.find('paragraph', paragraph.attributes['text:style-name']) }

  const add = (text: string, style: OpenDocumentStyle, href: string | undefined, entered?: EnteredKind): void => {
    if (style.hidden === true && !context.includeHidden) context.omitted.hidden ||= text.trim() !== ''
    else {
      context.comments.read(text)
      const look = lookOfOpenDocumentRun(style, href)
      const shown = textInFont(textInCase(text, style.letterCase, style.language), style.font)
      inline.stretches.push({ text: shown, ...look, ...(entered !== undefined && { entered }) })
    }
  }
  const walk = (parent: XmlElement, style: OpenDocumentStyle, href: string | undefined): void => {
    for (const child of parent.children) {
      if (!isXmlElement(child)) add(child.replaceAll(/\s+/g, ' '), style, href)
      else visit(child, style, href)
    }
  }
  const enter = (answer: readonly FlowRun[], style: OpenDocumentStyle, href: string | undefined): void => {
    for (const { text, entered } of answer) add(text, style, href, entered)
  }
  /** Characters with the reading that is printed beside them. */
  const ruby = (element: XmlElement, style: OpenDocumentStyle, href: string | undefined): void => {
    const start = inline.stretches.length
    for (const base of elementsIn(element, 'text:ruby-base')) walk(base, style, href)
    const read = inline.stretches.splice(start)
    const reading = textOfElement(childOf(element, 'text:ruby-text')).trim()
    if (reading === '') inline.stretches.push(...read)
    else inline.stretches.push({ ...read[0], text: read.map(({ text }) => text).join(''), ruby: reading })
  }
  const frame = (element: XmlElement): void => {
    const formula = openDocumentInlineFormula(element, context)
    if (formula === null) inline.frames.push(element)
    else inline.stretches.push({ text: formula, formula: true })
  }
  const visit = (element: XmlElement, style: OpenDocumentStyle, href: string | undefined): void => {
    const { name, attributes } = element
    if (name === 'text:span')
      walk(element, { ...style, ...context.styles.find('text', attributes['text:style-name']) }, href)
    else if (name === 'text:a') {
      if (attributes['office:name'] !== undefined) inline.marks.anchors.push(attributes['office:name'])
      walk(element, style, linkTarget(attributes['xlink:href']) ?? href)
    } else if (name === 'text:s') add(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, 1000)), style, href)
    else if (name === 'text:tab') add(' ', style, href)
    else if (name === 'text:line-break') add('\n', style, href)
    else if (name === 'text:note') inline.stretches.push(referToOpenDocumentNote(element, context))
    else if (name === 'office:annotation') inline.marks.comments.push(context.comments.begin(element))
    else if (name === 'office:annotation-end') context.comments.end(element)
    else if (name === 'text:ruby') ruby(element, style, href)
    else if (name === 'draw:control') enter(answerOfDrawnControl(element, context), style, href)
    else if (name.startsWith('draw:')) frame(element)
    else if (name === 'field:fieldmark') enter(answerOfFieldMark(element), style, href)
    else if (name === 'text:hidden-text' || name === 'text:hidden-paragraph') context.omitted.hidden = true
    else if (!ignoredOpenDocumentInlines.has(name)) {
      const place = attributes[anchors.get(name) ?? '']
      if (place !== undefined) inline.marks.anchors.push(place)
      const led = references.has(name) ? attributes['text:ref-name'] : undefined
      walk(element, style, led === undefined ? href : `#${led}`)
    }
  }
  walk(paragraph, base, undefined)
  context.comments.read('\n')
  return inline
}

/** Elements that are not read: marks without text. */
const ignoredOpenDocumentInlines = new Set(['text:tracked-changes', 'office:event-listeners'])

/** Elements that links lead to, by the attribute that has their name. */
const anchors: ReadonlyMap<string, string> = new Map([
  ['text:bookmark', 'text:name'],
  ['text:bookmark-start', 'text:name'],
  ['text:reference-mark', 'text:name'],
  ['text:reference-mark-start', 'text:name'],
  ['text:sequence', 'text:ref-name'],
])

/** Elements whose text leads to one of those. */
const references = new Set(['text:bookmark-ref', 'text:reference-ref', 'text:sequence-ref'])

/**
 * The name by which links lead to a heading: its text.
 * @example outlineAnchor('Terms of use') // 'Terms of use|outline'
 */
export const outlineAnchor = (text: string): string => `${text.replaceAll(/\s+/g, ' ').trim()}|outline`

/** Out of the document, or to a place in it: a heading by its number and text, anything else by its name. */
const linkTarget = (address: string | undefined): string | undefined => {
  if (address === undefined || /^[a-z][a-z\d+.-]*:/i.test(address)) return address
  if (!address.startsWith('#')) return undefined
  const [, heading] = /^#(?:\d+\.)*(.*)\|outline$/.exec(address) ?? []
  return heading === undefined ? address.replace(/\|\w+$/, '') : `#${outlineAnchor(heading)}`
}

const referToOpenDocumentNote = (element: XmlElement, context: OpenDocumentContext): TextRun => {
  const body = childOf(element, 'text:note-body')
  return context.notes.refer(() => (body === undefined ? [] : context.read(body, context)))
}

/** Links are underlined because they are links. */
const lookOfOpenDocumentRun = (style: OpenDocumentStyle, href: string | undefined): Omit<TextRun, 'text'> => ({
  ...(style.bold === true && { bold: true }),
  ...(style.italic === true && { italic: true }),
  ...(style.strikethrough === true && { strikethrough: true }),
  ...(style.underline === true && href === undefined && { underline: true }),
  ...(style.highlight !== undefined && { highlight: style.highlight }),
  ...(style.position === 'superscript' && { superscript: true }),
  ...(style.position === 'subscript' && { subscript: true }),
  ...((style.monospaced === true || style.role === 'code') && { code: true }),
  ...(href !== undefined && { href }),
})
