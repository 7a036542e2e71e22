import { childOf, elementsIn, isOn, valueOf, type XmlElement } from '../../xml/element.ts'

export type RunLook = {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly hidden?: boolean
  readonly position?: string
  readonly font?: string
}

/** A style with everything it inherits from the styles it is based on. */
export type Style = {
  /** As Word calls it in English, in lower case: `heading 1`. */
  readonly name: string
  /** 0 is the highest of headings, 9 is body text. */
  readonly outlineLevel?: number
  readonly numbering?: NumberingReference
  readonly look: RunLook
}

export type NumberingReference = { readonly id?: string; readonly level?: number }

export type Styles = {
  /** The style of an id; that of paragraphs without a style for none. */
  paragraph(id: string | undefined): Style
  character(id: string | undefined): Style
  readonly language: string | null
}

const plain: Style = { name: '', look: {} }
/** Styles; a longer chain is a loop. */
const maxChainLength = 30

/** The style sheet of a document (ISO/IEC 29500-1, 17.7). */
export const readStyles = (root: XmlElement | undefined): Styles => {
  const elements = new Map(elementsIn(root, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]))
  const standard = elementsIn(root, 'w:style').find(
    ({ attributes }) => attributes['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(attributes['w:default'] ?? ''),
  )
  const resolved = new Map<string, Style>()
  const resolve = (id: string | undefined, depth = 0): Style => {
    const element = id === undefined ? undefined : elements.get(id)
    if (id === undefined || element === undefined || depth > maxChainLength) return plain
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

const mergeStyle = (based: Style, element: XmlElement): Style => {
  const paragraph = paragraphSettings(childOf(element, 'w:pPr'))
  return {
    ...based,
    name: (valueOf(element, 'w:name') ?? '').toLowerCase(),
    ...(paragraph.outlineLevel !== undefined && { outlineLevel: paragraph.outlineLevel }),
    ...(paragraph.numbering !== undefined && { numbering: { ...based.numbering, ...paragraph.numbering } }),
    look: { ...based.look, ...runLook(childOf(element, 'w:rPr')) },
  }
}

/** The outline level and numbering that paragraph properties set themselves. */
export const paragraphSettings = (properties: XmlElement | undefined): Pick<Style, 'outlineLevel' | 'numbering'> => {
  const outline = Number.parseInt(valueOf(properties, 'w:outlineLvl') ?? '', 10)
  const reference = childOf(properties, 'w:numPr')
  const id = valueOf(reference, 'w:numId')
  const level = Number.parseInt(valueOf(reference, 'w:ilvl') ?? '', 10)
  return {
    ...(!Number.isNaN(outline) && { outlineLevel: outline }),
    ...(reference !== undefined && {
      numbering: { ...(id !== undefined && { id }), ...(!Number.isNaN(level) && { level }) },
    }),
  }
}

/** The style of text that run properties set themselves. */
export const runLook = (properties: XmlElement | undefined): RunLook => {
  if (properties === undefined) return {}
  const bold = childOf(properties, 'w:b')
  const italic = childOf(properties, 'w:i')
  const hidden = childOf(properties, 'w:vanish')
  const position = valueOf(properties, 'w:vertAlign') ?? raisedPosition(properties)
  const font = childOf(properties, 'w:rFonts')?.attributes['w:ascii']
  return {
    ...(bold !== undefined && { bold: isOn(bold) }),
    ...(italic !== undefined && { italic: isOn(italic) }),
    ...(hidden !== undefined && { hidden: isOn(hidden) }),
    ...(position !== undefined && { position }),
    ...(font !== undefined && { font }),
  }
}

/** Other programs write superscripts and subscripts as smaller text that is moved off the line, in half points. */
const raisedPosition = (properties: XmlElement): string | undefined => {
  const moved = Number(valueOf(properties, 'w:position') ?? 0)
  if (childOf(properties, 'w:sz') === undefined || Math.abs(moved) < 2) return undefined
  return moved > 0 ? 'superscript' : 'subscript'
}
