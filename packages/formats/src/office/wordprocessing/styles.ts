import type { LetterCase } from '../../flow/letter-case.ts'
import { highlightOfHex } from '@polyparse/engine'
import { highlightColors } from '../highlight-colors.ts'
import { headingLevelOfStyle, styleRole, type StyleRole } from '../style-names.ts'
import { childOf, elementsIn, isOn, valueOf, type XmlElement } from '../../xml/element.ts'

export type RunLook = {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly hidden?: boolean
  readonly position?: string
  readonly font?: string
  readonly strikethrough?: boolean
  readonly underline?: boolean
  /** `#rrggbb`; null where it is taken away. */
  readonly highlight?: string | null
  readonly letterCase?: LetterCase
  /** True if the style is one of programs, whatever its font. */
  readonly code?: boolean
}

/** A style with everything it inherits from the styles it is based on. */
export type WordprocessingStyle = {
  /** The name that Word has for it in English, in lower case: `heading 1`. */
  readonly name: string
  /** The role that its name gives it, or that of a style on which it is based. */
  readonly role?: StyleRole
  /** 0 is the highest of headings, 9 is body text. */
  readonly outlineLevel?: number
  readonly numbering?: NumberingReference
  /** The indent of the text from the left margin, in twentieths of a point. */
  readonly indent?: number
  readonly look: RunLook
}

/** A list and the level in it; a list may know its level by the style that refers to it. */
export type NumberingReference = { readonly id?: string; readonly level?: number; readonly style?: string }

export type WordprocessingStyles = {
  /** The style of an id; that of paragraphs without a style for none. */
  paragraph(id: string | undefined): WordprocessingStyle
  character(id: string | undefined): WordprocessingStyle
  readonly language: string | null
}

export const plainWordprocessingLook: WordprocessingStyle = { name: '', look: {} }
/** Styles; a longer chain is a loop. */
const maxDocxStyleDepth = 30

/** The style sheet of a document (ISO/IEC 29500-1, 17.7). */
export const readWordprocessingStyles = (root: XmlElement | undefined): WordprocessingStyles => {
  const elements = new Map(elementsIn(root, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]))
  const standard = elementsIn(root, 'w:style').find(
    ({ attributes }) => attributes['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(attributes['w:default'] ?? ''),
  )
  const resolved = new Map<string, WordprocessingStyle>()
  const resolve = (id: string | undefined, depth = 0): WordprocessingStyle => {
    const element = id === undefined ? undefined : elements.get(id)
    if (id === undefined || element === undefined || depth > maxDocxStyleDepth) return plainWordprocessingLook
    const known = resolved.get(id)
    if (known !== undefined) return known
    const based = resolve(valueOf(element, 'w:basedOn'), depth + 1)
    const style = mergeStyle(based, element)
    resolved.set(id, style)
    return style
  }
  const language = childOf(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr', 'w:lang')?.attributes['w:val'] ?? null
  return {
    paragraph: (id) => resolve(id ?? standard?.attributes['w:styleId']),
    character: (id) => resolve(id),
    language,
  }
}

const mergeStyle = (based: WordprocessingStyle, element: XmlElement): WordprocessingStyle => {
  const { numbering, ...paragraph } = paragraphSettings(childOf(element, 'w:pPr'))
  const name = (valueOf(element, 'w:name') ?? '').toLowerCase()
  const role = styleRole(name)
  const outlineLevel = headingLevelOfStyle(name) ?? based.outlineLevel
  const style = element.attributes['w:styleId'] ?? ''
  return {
    ...based,
    name,
    ...(role !== undefined && { role }),
    ...(outlineLevel !== undefined && { outlineLevel }),
    ...paragraph,
    ...(numbering !== undefined && { numbering: { ...based.numbering, ...numbering, style } }),
    look: { ...based.look, ...(role === 'code' && { code: true }), ...runLook(childOf(element, 'w:rPr')) },
  }
}

/** The outline level, indent and numbering that paragraph properties set themselves. */
export const paragraphSettings = (
  properties: XmlElement | undefined,
): Pick<WordprocessingStyle, 'outlineLevel' | 'numbering' | 'indent'> => {
  const outline = Number.parseInt(valueOf(properties, 'w:outlineLvl') ?? '', 10)
  const reference = childOf(properties, 'w:numPr')
  const id = valueOf(reference, 'w:numId')
  const level = Number.parseInt(valueOf(reference, 'w:ilvl') ?? '', 10)
  const indent = leftIndent(properties)
  return {
    ...(!Number.isNaN(outline) && { outlineLevel: outline }),
    ...(indent !== undefined && { indent }),
    ...(reference !== undefined && {
      numbering: { ...(id !== undefined && { id }), ...(!Number.isNaN(level) && { level }) },
    }),
  }
}

/** Returns the distance of the text from the left margin, in twentieths of a point. */
export const leftIndent = (properties: XmlElement | undefined): number | undefined => {
  const { 'w:left': left, 'w:start': start } = childOf(properties, 'w:ind')?.attributes ?? {}
  const indent = Number.parseInt(left ?? start ?? '', 10)
  return Number.isNaN(indent) ? undefined : indent
}

/** The style of text that run properties set themselves. */
export const runLook = (properties: XmlElement | undefined): RunLook => {
  if (properties === undefined || properties.children.length === 0) return {}
  const bold = childOf(properties, 'w:b')
  const italic = childOf(properties, 'w:i')
  const hidden = childOf(properties, 'w:vanish')
  const strike = childOf(properties, 'w:strike') ?? childOf(properties, 'w:dstrike')
  const underline = valueOf(properties, 'w:u')
  const highlight = highlightOfRun(properties)
  const capitals = childOf(properties, 'w:caps')
  const position = valueOf(properties, 'w:vertAlign') ?? raisedPosition(properties)
  const font = childOf(properties, 'w:rFonts')?.attributes['w:ascii']
  return {
    ...(bold !== undefined && { bold: isOn(bold) }),
    ...(italic !== undefined && { italic: isOn(italic) }),
    ...(hidden !== undefined && { hidden: isOn(hidden) }),
    ...(strike !== undefined && { strikethrough: isOn(strike) }),
    ...(underline !== undefined && { underline: underline !== 'none' }),
    ...(highlight !== undefined && { highlight }),
    ...(capitals !== undefined && { letterCase: isOn(capitals) ? 'capitals' : 'as written' }),
    ...(position !== undefined && { position }),
    ...(font !== undefined && { font }),
  }
}

/** The marker of Word has colours of its own; other programs highlight by the ground of the text. */
const highlightOfRun = (properties: XmlElement): string | null | undefined => {
  const marker = valueOf(properties, 'w:highlight')
  if (marker !== undefined) return highlightColors.get(marker.toLowerCase()) ?? null
  return highlightOfHex(childOf(properties, 'w:shd')?.attributes['w:fill'])
}

/** Other programs write superscripts and subscripts as smaller text that is moved off the line, in half points. */
const raisedPosition = (properties: XmlElement): string | undefined => {
  const moved = Number(valueOf(properties, 'w:position') ?? 0)
  if (childOf(properties, 'w:sz') === undefined || Math.abs(moved) < 2) return undefined
  return moved > 0 ? 'superscript' : 'subscript'
}
