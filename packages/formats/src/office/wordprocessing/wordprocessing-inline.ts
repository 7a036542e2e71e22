import type { TextRun } from '@polyparse/document'
import type { EnteredKind, FlowRun } from '../../flow/flow.ts'
import { textInCase } from '../../flow/letter-case.ts'
import { textInFont } from '@polyparse/engine'
import { childOf, elementsIn, findAll, isOn, textOfElement, valueOf, type XmlElement } from '../../xml/element.ts'
import { isMonospaced } from '../office-text.ts'
import { formulasIn } from '../../mathematics/office-math.ts'
import { addressOfField, linkOfField } from '../field-link.ts'
import { textOfInstruction } from '../field-text.ts'
import { tickBox } from '../form-answers.ts'
import { type OfficeMarks, noMarks } from '../marks.ts'
import { targetOfRelationship } from '../package/relationships.ts'
import { answerOfProgramControl, contentControl } from './content-controls.ts'
import type { ContentControl, WordprocessingContext } from './wordprocessing-context.ts'
import { runLook, type RunLook, type WordprocessingStyle } from './styles.ts'

/** The text of a paragraph, and the drawings and marks that are anchored in it. */
export type WordprocessingInline = {
  readonly stretches: readonly TextRun[]
  /** Those stretches that are formulas on lines of their own. */
  readonly displayed: ReadonlySet<TextRun>
  readonly drawings: readonly XmlElement[]
  readonly marks: OfficeMarks
}

/**
 * An open field: its instruction, where that leads once it is whole, the data of one of a form, whether its result has begun,
 * and whether that has text.
 */
type DocxField = {
  instruction: string
  link: string | undefined
  readonly form: XmlElement | undefined
  inResult: boolean
  hasText: boolean
}

/** Levels; deeper fields are an attack on the time, as each is asked of all text in it. */
const maxDocxFieldDepth = 100

/** The text of a paragraph in the style that applies to it. Deleted and hidden text is left out. */
export const readWordprocessingInline = (
  paragraph: XmlElement,
  style: WordprocessingStyle,
  context: WordprocessingContext,
): WordprocessingInline => {
  const stretches: FlowRun[] = []
  const displayed = new Set<TextRun>()
  const drawings: XmlElement[] = []
  const marks = noMarks()
  const fields: DocxField[] = []
  /** Open fields that are too deep, in all of which text is that of the deepest. */
  let beyond = 0
  /** The controls that are open. */
  const controls: ContentControl[] = context.control === undefined ? [] : [context.control]

  const add = (text: string, look: RunLook, link: string | undefined): void => {
    if (look.hidden === true && !context.includeHidden) {
      if (text.trim() !== '') context.omitted.hidden = true
      return
    }
    if (text.trim() !== '') for (const open of fields) open.hasText = true
    context.comments.read(text)
    const shown = textInFont(textInCase(text, look.letterCase, context.styles.language), look.font)
    const form = fields.findLast((one) => one.form !== undefined)?.form
    const control = controls.at(-1) ?? (form === undefined ? undefined : { entered: kindOfFormField(form), title: '' })
    const own = lookOfDocxRun(look, link ?? fields.findLast((one) => one.link !== undefined)?.link)
    stretches.push({ text: shown, ...own, ...control })
  }

  const walk = (parent: XmlElement, link: string | undefined): void => {
    for (const child of elementsIn(parent)) {
      const { name, attributes } = child
      if (name === 'w:r') run(child, link)
      else if (name === 'w:hyperlink') walk(child, hyperlinkOf(child, context) ?? link)
      else if (name === 'w:fldSimple') simpleField(child, link)
      else if (name === 'm:oMath' || name === 'm:oMathPara') formulas(child)
      else if (name === 'w:sdt') control(child, link)
      else if (name === 'w:bookmarkStart') marks.anchors.push(attributes['w:name'] ?? '')
      else if (!context.comments.mark(child) && !ignoredDocxInlines.has(name)) walk(child, link)
    }
  }

  const control = (element: XmlElement, link: string | undefined): void => {
    const found = contentControl(element)
    if (found !== null) controls.push(found)
    walk(element, link)
    if (found !== null) controls.pop()
  }

  const formulas = (element: XmlElement): void => {
    for (const text of formulasIn(element)) {
      const before = stretches.at(-1)
      if (before?.formula === true) stretches.push({ text: ' ' })
      const formula = { text, formula: true }
      stretches.push(formula)
      if (element.name === 'm:oMathPara') displayed.add(formula)
    }
  }

  const run = (element: XmlElement, link: string | undefined): void => {
    const properties = childOf(element, 'w:rPr')
    const look = {
      ...style.look,
      ...context.styles.character(valueOf(properties, 'w:rStyle')).look,
      ...runLook(properties),
    }
    for (const child of elementsIn(element)) {
      if (child.name === 'w:fldChar') field(child, look, link)
      else if (child.name === 'w:instrText') instruct(textOfElement(child))
      else if (fields.some(({ inResult }) => !inResult)) continue
      else if (child.name === 'w:object') object(child, look, link)
      else if (child.name === 'w:drawing' || child.name === 'w:pict') drawings.push(child)
      else if (child.name === 'w:footnoteReference' || child.name === 'w:endnoteReference') note(child)
      else if (child.name === 'w:commentReference') marks.comments.push(...context.comments.refer(child))
      else if (child.name === 'w:ruby') ruby(child, link)
      else if (child.name === 'w:sym') add(symbol(child), { ...look, font: child.attributes['w:font'] ?? '' }, link)
      else add(charactersOfDocxElement(child), look, link)
    }
  }

  /** Adds the answer of a control, or else its picture. */
  const object = (element: XmlElement, look: RunLook, link: string | undefined): void => {
    const answer = answerOfProgramControl(element, context)
    if (answer.length === 0) drawings.push(element)
    for (const { text, entered } of answer) {
      if (entered !== undefined) controls.push({ entered, title: '' })
      add(text, look, link)
      if (entered !== undefined) controls.pop()
    }
  }

  /** Characters with the reading that is printed beside them. */
  const ruby = (element: XmlElement, link: string | undefined): void => {
    const start = stretches.length
    walk(childOf(element, 'w:rubyBase') ?? element, link)
    const base = stretches.splice(start)
    const reading = findAll(childOf(element, 'w:rt'), 'w:t').map(textOfElement).join('').trim()
    if (reading === '') stretches.push(...base)
    else stretches.push({ ...base[0], text: base.map(({ text }) => text).join(''), ruby: reading })
  }

  const field = (element: XmlElement, look: RunLook, link: string | undefined): void => {
    const type = element.attributes['w:fldCharType']
    if (type === 'begin' && fields.length >= maxDocxFieldDepth) beyond += 1
    else if (type === 'begin') fields.push(newDocxField('', childOf(element, 'w:ffData')))
    if (beyond > 0) {
      if (type === 'end') beyond -= 1
      return
    }
    const current = fields.at(-1)
    if (type === 'separate' && current !== undefined) beginResult(current)
    if (type !== 'end') return
    fields.pop()
    if (current !== undefined && fields.every(({ inResult }) => inResult)) show(current, look, link)
  }
  /** Returns what a field shows that has no result. */
  const show = ({ instruction, form, hasText }: DocxField, look: RunLook, link: string | undefined): void => {
    if (hasText) return
    const text = docxFormAnswer(form) || textOfInstruction(instruction)
    if (text === '') return
    if (form !== undefined) fields.push(beginResult(newDocxField(instruction, form)))
    add(text, look, link)
    if (form !== undefined) fields.pop()
  }
  const simpleField = (element: XmlElement, link: string | undefined): void => {
    const instruction = element.attributes['w:instr'] ?? ''
    const simple = beginResult(newDocxField(instruction, childOf(element, 'w:ffData')))
    fields.push(simple)
    walk(element, simple.link ?? link)
    fields.pop()
    show(simple, style.look, link)
  }
  const instruct = (text: string): void => {
    const current = fields.at(-1)
    if (beyond === 0 && current !== undefined && !current.inResult) current.instruction += text
  }

  const note = ({ name, attributes }: XmlElement): void => {
    const found = context.noteById.get(`${name.slice(2, -'Reference'.length)} ${attributes['w:id'] ?? ''}`)
    if (found === undefined) return
    const { control: _control, ...outside } = context
    const inner = { ...outside, part: found.part, noteById: new Map() }
    stretches.push(context.notes.refer(() => context.read(found.note, inner)))
  }

  walk(paragraph, undefined)
  context.comments.read('\n')
  return { stretches, displayed, drawings, marks }
}

const newDocxField = (instruction: string, form: XmlElement | undefined): DocxField => ({
  instruction,
  link: undefined,
  form,
  inResult: false,
  hasText: false,
})

const beginResult = (field: DocxField): DocxField => {
  field.link = linkOfField(field.instruction)
  field.inResult = true
  return field
}

/** The answer in a field of a form; '' where it has none, or is no such field. */
const docxFormAnswer = (form: XmlElement | undefined): string => {
  const box = childOf(form, 'w:checkBox')
  if (box !== undefined) return tickBox(isOn(childOf(box, 'w:checked') ?? childOf(box, 'w:default')))
  const list = childOf(form, 'w:ddList')
  const entries = elementsIn(list, 'w:listEntry').map(({ attributes }) => attributes['w:val'] ?? '')
  return entries[Number(valueOf(list, 'w:result') ?? valueOf(list, 'w:default') ?? 0)] ?? ''
}

const kindOfFormField = (form: XmlElement): EnteredKind => {
  if (childOf(form, 'w:checkBox') !== undefined) return 'checkbox'
  return childOf(form, 'w:ddList') === undefined ? 'text' : 'choice'
}

/** Elements that are not read: properties, deletions, moved text, and marks without text. */
const ignoredDocxInlines = new Set(['w:pPr', 'w:rPr', 'w:del', 'w:moveFrom', 'w:sdtPr', 'w:sdtEndPr', 'w:customXmlPr'])

const charactersOfDocxElement = ({ name, attributes, children }: XmlElement): string => {
  if (name === 'w:t') return textOfElement({ name, attributes, children })
  if (name === 'w:tab' || name === 'w:ptab') return ' '
  if (name === 'w:br') return attributes['w:type'] === undefined || attributes['w:type'] === 'textWrapping' ? '\n' : ' '
  if (name === 'w:cr') return '\n'
  if (name === 'w:noBreakHyphen') return '\u2011'
  return ''
}

/** A character by its code in a font. */
const symbol = ({ attributes }: XmlElement): string => {
  const point = Number.parseInt(attributes['w:char'] ?? '', 16)
  return Number.isNaN(point) || point < 32 || point > 0xffff ? '' : String.fromCodePoint(point)
}

/** Links are underlined because they are links. */
const lookOfDocxRun = (look: RunLook, href: string | undefined): Omit<TextRun, 'text'> => ({
  ...(look.bold === true && { bold: true }),
  ...(look.italic === true && { italic: true }),
  ...(look.strikethrough === true && { strikethrough: true }),
  ...(look.underline === true && href === undefined && { underline: true }),
  ...(typeof look.highlight === 'string' && { highlight: look.highlight }),
  ...(look.position === 'superscript' && { superscript: true }),
  ...(look.position === 'subscript' && { subscript: true }),
  ...((look.code === true || isMonospaced(look.font)) && { code: true }),
  ...(href !== undefined && { href }),
})

const hyperlinkOf = ({ attributes }: XmlElement, { part }: WordprocessingContext): string | undefined => {
  const target = targetOfRelationship(part, attributes['r:id'])
  return addressOfField(target?.external === true ? target.target : '', attributes['w:anchor'] ?? '')
}
