import { highlightOfHex } from '@polyparse/engine'
import { type LetterCase, letterCaseOfTransform } from '../../flow/letter-case.ts'
import { childOf, elementsIn, type XmlElement } from '../../xml/element.ts'
import { isMonospaced } from '../office-text.ts'
import { headingLevelOfStyle, styleRole, type StyleRole } from '../style-names.ts'

/** A style with everything it inherits from its parents. */
export type OpenDocumentStyle = {
  /** Its own name and those of its parents, as the file writes them: `Heading_20_1`. */
  readonly names: readonly string[]
  readonly bold?: boolean
  readonly italic?: boolean
  readonly position?: 'superscript' | 'subscript'
  readonly monospaced?: boolean
  readonly font?: string
  readonly hidden?: boolean
  readonly strikethrough?: boolean
  readonly underline?: boolean
  /** `#rrggbb`; undefined where it is taken away, or is no colour of a marker. */
  readonly highlight?: string | undefined
  readonly letterCase?: LetterCase
  readonly language?: string
  readonly role?: StyleRole
  /** The level of a heading, from 1; 0 for text. */
  readonly outlineLevel?: number
  readonly listStyle?: string
}

export type OpenDocumentStyles = {
  find(family: 'paragraph' | 'text' | 'table-cell', name: string | undefined): OpenDocumentStyle
  /** The properties element of a style that has them itself: `presentation:visibility` and the like. */
  property(family: string, name: string | undefined, attribute: string): string | undefined
  readonly lists: ReadonlyMap<string, XmlElement>
  readonly outline: XmlElement | undefined
}

const maxOpenDocumentStyleDepth = 30

/** The styles of a document: the named ones and the automatic ones. */
export const readOpenDocumentStyles = (roots: readonly XmlElement[]): OpenDocumentStyles => {
  const groups = roots.flatMap((root) => [childOf(root, 'office:styles'), childOf(root, 'office:automatic-styles')])
  const elements = new Map<string, XmlElement>()
  const lists = new Map<string, XmlElement>()
  for (const group of groups) {
    for (const element of elementsIn(group)) {
      const name = element.attributes['style:name'] ?? ''
      if (element.name === 'style:style') elements.set(`${element.attributes['style:family'] ?? ''} ${name}`, element)
      if (element.name === 'text:list-style') lists.set(name, element)
    }
  }
  const fonts = new Map(
    roots.flatMap((root) =>
      elementsIn(childOf(root, 'office:font-face-decls'), 'style:font-face').map(({ attributes }) => [
        attributes['style:name'] ?? '',
        attributes['svg:font-family'] ?? '',
      ]),
    ),
  )
  const resolved = new Map<string, OpenDocumentStyle>()
  const find = (family: string, name: string | undefined, depth = 0): OpenDocumentStyle => {
    const key = `${family} ${name ?? ''}`
    const known = resolved.get(key)
    if (known !== undefined) return known
    const element = elements.get(key)
    if (name === undefined || depth > maxOpenDocumentStyleDepth) return { names: [] }
    if (element === undefined) {
      const unknown = { names: [name], ...namedStyle(name) }
      resolved.set(key, unknown)
      return unknown
    }
    const parent = find(family, element.attributes['style:parent-style-name'], depth + 1)
    const style = { ...parent, ...namedStyle(name), ...ownStyle(element, fonts), names: [name, ...parent.names] }
    resolved.set(key, style)
    return style
  }
  return {
    find,
    property: (family, name, attribute) =>
      elementsIn(elements.get(`${family} ${name ?? ''}`))
        .map(({ attributes }) => attributes[attribute])
        .find((value) => value !== undefined),
    lists,
    outline: groups.map((group) => childOf(group, 'text:outline-style')).find((one) => one !== undefined),
  }
}

const ownStyle = (element: XmlElement, fonts: ReadonlyMap<string, string>): Omit<OpenDocumentStyle, 'names'> => {
  const text = childOf(element, 'style:text-properties')?.attributes ?? {}
  const weight = text['fo:font-weight']
  const slant = text['fo:font-style']
  const position = text['style:text-position']
  const font = text['style:font-name']
  const family = text['fo:font-family'] ?? (font === undefined ? undefined : (fonts.get(font) ?? font))
  const strike = text['style:text-line-through-style'] ?? text['style:text-line-through-type']
  const underline = text['style:text-underline-style'] ?? text['style:text-underline-type']
  const ground = text['fo:background-color']
  const { 'fo:text-transform': transform, 'fo:language': language } = text
  const { 'style:list-style-name': listStyle, 'style:default-outline-level': outline } = element.attributes
  const outlineLevel = Number.parseInt(outline ?? '', 10)
  return {
    ...(weight !== undefined && { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(slant !== undefined && { italic: slant !== 'normal' }),
    ...positionOf(position),
    ...(family !== undefined && fontOf(family.replaceAll(/['"]/g, ''))),
    ...(text['text:display'] !== undefined && { hidden: text['text:display'] === 'none' }),
    ...(strike !== undefined && { strikethrough: strike !== 'none' }),
    ...(underline !== undefined && { underline: underline !== 'none' }),
    ...(ground !== undefined && { highlight: highlightOfHex(ground) }),
    ...(transform !== undefined && { letterCase: letterCaseOfTransform(transform) }),
    ...(language !== undefined && { language }),
    ...(outline !== undefined && { outlineLevel: Number.isNaN(outlineLevel) ? 0 : outlineLevel }),
    ...(listStyle !== undefined && { listStyle }),
  }
}

const fontOf = (font: string): Pick<OpenDocumentStyle, 'font' | 'monospaced'> => ({
  font,
  monospaced: isMonospaced(font),
})

/** Returns what a style is by its name. */
const namedStyle = (name: string): Pick<OpenDocumentStyle, 'role' | 'outlineLevel'> => {
  const plain = plainName(name)
  const role = styleRole(plain)
  const level = headingLevelOfStyle(plain)
  return { ...(role !== undefined && { role }), ...(level !== undefined && { outlineLevel: level + 1 }) }
}

/** A name in small letters as users see it: the file writes `Heading_20_1`. */
const plainName = (name: string): string =>
  name
    .replaceAll(/_([\da-f]{1,4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .toLowerCase()

/** `super 58%`, `sub`, or how many percent the text is raised. */
const positionOf = (position: string | undefined): Pick<OpenDocumentStyle, 'position'> => {
  const [moved = ''] = (position ?? '').split(' ')
  const percent = Number.parseFloat(moved)
  if (moved === 'super' || percent > 0) return { position: 'superscript' }
  return moved === 'sub' || percent < 0 ? { position: 'subscript' } : {}
}
