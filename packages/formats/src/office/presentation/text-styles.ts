import type { Archive } from '../../archive/archive.ts'
import type { LetterCase } from '../../flow/letter-case.ts'
import { childOf, elementsIn, findAll, findFirst, type XmlElement } from '../../xml/element.ts'
import { relatedPart, type PackagePart } from '../package/relationships.ts'

/** The styles of the paragraphs of a shape by depth, from 0, for all that the paragraphs leave open themselves. */
export type ParagraphStyles = {
  /** The bullet or number with which they begin. */
  readonly bulletAt: (depth: number) => XmlElement | null
  /** The letters in which their text is shown. */
  readonly letterCaseAt: (depth: number) => LetterCase | undefined
}

export const noParagraphStyles: ParagraphStyles = { bulletAt: () => null, letterCaseAt: () => undefined }

export type SlideDesign = { readonly layout: PackagePart | null; readonly master: PackagePart | null }

export const designOf = (archive: Archive, slide: PackagePart): SlideDesign => {
  const layout = relatedPart(archive, slide, 'slideLayout')
  return { layout, master: layout === null ? null : relatedPart(archive, layout, 'slideMaster') }
}

export type Placeholder = { readonly type: string; readonly index: string | undefined }

/** The placeholder that a shape fills in its layout; null for a shape of its own. */
export const placeholderOf = (shape: XmlElement): Placeholder | null => {
  const properties = elementsIn(shape).find(({ name }) => /^p:nv\w*Pr$/.test(name))
  const place = childOf(properties, 'p:nvPr', 'p:ph')
  return place === undefined ? null : { type: place.attributes['type'] ?? 'obj', index: place.attributes['idx'] }
}

/**
 * Returns the styles of each depth: from the shape's own list style, then that of its place in the layout, then the
 * master's, then the master's style for that kind of text (ISO/IEC 29500-1, 19.3.1.36, 21.1.2.4).
 */
export const paragraphStylesOf = (shape: XmlElement, design: SlideDesign): ParagraphStyles => {
  const place = placeholderOf(shape)
  const styles = [
    ...withModels(shape, design).map(listStyle),
    ...(place === null ? [] : [childOf(design.master?.root, 'p:txStyles', textStyleOf(place.type))]),
  ]
  const levels = (depth: number): (XmlElement | undefined)[] =>
    styles.map((style) => childOf(style, `a:lvl${depth + 1}pPr`))
  return {
    bulletAt: (depth) =>
      levels(depth)
        .map(bulletIn)
        .find((bullet) => bullet !== null) ?? null,
    letterCaseAt: (depth) =>
      levels(depth)
        .map((level) => letterCaseIn(childOf(level, 'a:defRPr')))
        .find((letterCase) => letterCase !== undefined),
  }
}

/** A shape, and after it the shapes of the layout and the master that it takes after. */
export const withModels = (shape: XmlElement, { layout, master }: SlideDesign): XmlElement[] => {
  const place = placeholderOf(shape)
  const models = place === null ? [] : [shapeFor(layout, place, 'index'), shapeFor(master, place, 'type')]
  return [shape, ...models.filter((model) => model !== undefined)]
}

/** The bullet that paragraph properties set, if any. */
export const bulletIn = (properties: XmlElement | undefined): XmlElement | null =>
  elementsIn(properties).find(({ name }) => /^a:bu(?:None|Char|AutoNum|Blip)$/.test(name)) ?? null

/** The letters that properties of text set, if any; small capitals are those that are written. */
export const letterCaseIn = (properties: XmlElement | undefined): LetterCase | undefined => {
  const capitals = properties?.attributes['cap']
  if (capitals === undefined) return undefined
  return capitals === 'all' ? 'capitals' : 'as written'
}

const listStyle = (shape: XmlElement): XmlElement | undefined => childOf(shape, 'p:txBody', 'a:lstStyle')

const textStyleOf = (type: string): string => {
  if (type === 'title' || type === 'ctrTitle') return 'p:titleStyle'
  return type === 'obj' || type === 'body' || type === 'subTitle' ? 'p:bodyStyle' : 'p:otherStyle'
}

const shapeFor = (part: PackagePart | null, place: Placeholder, by: 'index' | 'type'): XmlElement | undefined => {
  const shapes = findAll(findFirst(part?.root ?? undefined, 'p:spTree'), 'p:sp')
  const found = (matches: (other: Placeholder) => boolean): XmlElement | undefined =>
    shapes.find((shape) => {
      const other = placeholderOf(shape)
      return other !== null && matches(other)
    })
  const sameIndex =
    by === 'index' && place.index !== undefined ? found(({ index }) => index === place.index) : undefined
  return sameIndex ?? found(({ type }) => kindOfPptxPlaceholder(type) === kindOfPptxPlaceholder(place.type))
}

/** Kinds of placeholders of which a master has only one. */
const kindOfPptxPlaceholder = (type: string): string =>
  type === 'ctrTitle' ? 'title' : type === 'obj' || type === 'subTitle' ? 'body' : type
