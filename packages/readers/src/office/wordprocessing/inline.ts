import { paragraphOf } from '../../flow/flow.ts'
import type { TextRun } from '@polyparse/document'
import { childOf, elementsIn, findAll, textOf, valueOf, type XmlElement } from '../../xml/element.ts'
import { isMonospaced } from '../office-text.ts'
import { formulasIn } from '../../mathematics/office-math.ts'
import { targetOf } from '../package/relationships.ts'
import type { Context } from './context.ts'
import { runLook, type RunLook, type Style } from './styles.ts'

/** The text of a paragraph, and the drawings that are anchored in it. */
export type Inline = {
  readonly stretches: TextRun[]
  readonly drawings: XmlElement[]
  /** Whether there is a formula in it and nothing else. */
  formula: boolean
}

/** An open field: its instruction, and whether its result has begun. */
type Field = { instruction: string; inResult: boolean }

/** The text of a paragraph in the style that applies to it. Deleted and hidden text is left out. */
export const readInline = (paragraph: XmlElement, style: Style, context: Context): Inline => {
  const inline: Inline = { stretches: [], drawings: [], formula: true }
  const fields: Field[] = []

  const add = (text: string, look: RunLook, link: string | undefined): void => {
    if (look.hidden === true && !context.includeHidden) {
      if (text.trim() !== '') context.omitted.hidden = true
      return
    }
    if (text.trim() !== '') inline.formula = false
    inline.stretches.push({ text, ...lookOf(look, link ?? linkOfFields(fields)) })
  }

  const walk = (parent: XmlElement, link: string | undefined): void => {
    for (const child of elementsIn(parent)) {
      const { name } = child
      if (name === 'w:r') run(child, link)
      else if (name === 'w:hyperlink') walk(child, hyperlinkOf(child, context) ?? link)
      else if (name === 'w:fldSimple') walk(child, linkOfInstruction(child.attributes['w:instr'] ?? '') ?? link)
      else if (name === 'm:oMath' || name === 'm:oMathPara') formulas(child)
      else if (!skipped.has(name)) walk(child, link)
    }
  }

  /** Formulas stay apart from each other, and those that are displayed have lines of their own. */
  const formulas = (element: XmlElement): void => {
    const line = element.name === 'm:oMathPara' ? '\n' : ' '
    for (const text of formulasIn(element)) {
      const before = inline.stretches.at(-1)
      if (before !== undefined && (line === '\n' || before.code === true)) inline.stretches.push({ text: line })
      inline.stretches.push({ text, code: true })
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
      if (child.name === 'w:fldChar') field(child.attributes['w:fldCharType'])
      else if (child.name === 'w:instrText') instruct(textOf(child))
      else if (fields.some(({ inResult }) => !inResult)) continue
      else if (child.name === 'w:drawing' || child.name === 'w:pict' || child.name === 'w:object')
        inline.drawings.push(child)
      else if (child.name === 'w:footnoteReference' || child.name === 'w:endnoteReference') note(child)
      else if (child.name === 'w:ruby') ruby(child, look, link)
      else add(characters(child), look, link)
    }
  }

  /** Characters, and behind them the reading that is printed above them. */
  const ruby = (element: XmlElement, look: RunLook, link: string | undefined): void => {
    walk(childOf(element, 'w:rubyBase') ?? element, link)
    const reading = findAll(childOf(element, 'w:rt'), 'w:t').map(textOf).join('')
    if (reading.trim() !== '') add(`(${reading})`, look, link)
  }

  const field = (type: string | undefined): void => {
    if (type === 'begin') fields.push({ instruction: '', inResult: false })
    const current = fields.at(-1)
    if (type === 'separate' && current !== undefined) current.inResult = true
    if (type === 'end') fields.pop()
  }
  const instruct = (text: string): void => {
    const current = fields.at(-1)
    if (current !== undefined && !current.inResult) current.instruction += text
  }

  const note = ({ name, attributes }: XmlElement): void => {
    const found = context.noteById.get(`${name.slice(2, -'Reference'.length)} ${attributes['w:id'] ?? ''}`)
    if (found === undefined) return
    const inner = { ...context, part: found.part, noteById: new Map() }
    const stretches = elementsIn(found.note, 'w:p').flatMap((one, index): TextRun[] => {
      const { stretches: own } = readInline(one, context.styles.paragraph(undefined), inner)
      return index === 0 ? own : [{ text: '\n' }, ...own]
    })
    inline.formula = false
    inline.stretches.push(context.notes.refer(() => [paragraphOf(stretches)]))
  }

  walk(paragraph, undefined)
  inline.formula &&= inline.stretches.some(({ text }) => text !== '')
  return inline
}

/** Elements that are not read: properties, deletions, moved text, and marks without text. */
const skipped = new Set(['w:pPr', 'w:rPr', 'w:del', 'w:moveFrom', 'w:sdtPr', 'w:sdtEndPr', 'w:customXmlPr'])

const characters = ({ name, attributes, children }: XmlElement): string => {
  if (name === 'w:t') return textOf({ name, attributes, children })
  if (name === 'w:tab' || name === 'w:ptab') return ' '
  if (name === 'w:br') return attributes['w:type'] === undefined || attributes['w:type'] === 'textWrapping' ? '\n' : ' '
  if (name === 'w:cr') return '\n'
  if (name === 'w:noBreakHyphen') return '\u2011'
  if (name === 'w:sym') return symbol(attributes['w:char'] ?? '')
  return ''
}

/** A character of a symbol font, from the private use area, where its meaning depends on the font. */
const symbol = (code: string): string => {
  const point = Number.parseInt(code, 16)
  return Number.isNaN(point) || point < 32 || (point >= 0xe000 && point <= 0xf8ff) ? '' : String.fromCodePoint(point)
}

const lookOf = ({ bold, italic, position, font }: RunLook, href: string | undefined): Omit<TextRun, 'text'> => ({
  ...(bold === true && { bold }),
  ...(italic === true && { italic }),
  ...(position === 'superscript' && { superscript: true }),
  ...(position === 'subscript' && { subscript: true }),
  ...(isMonospaced(font) && { code: true }),
  ...(href !== undefined && { href }),
})

const hyperlinkOf = ({ attributes }: XmlElement, { part }: Context): string | undefined => {
  const target = targetOf(part, attributes['r:id'])
  return target?.external === true ? target.target : undefined
}

const linkOfFields = (fields: readonly Field[]): string | undefined =>
  fields.map(({ instruction }) => linkOfInstruction(instruction)).findLast((link) => link !== undefined)

const linkOfInstruction = (instruction: string): string | undefined =>
  /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1]
