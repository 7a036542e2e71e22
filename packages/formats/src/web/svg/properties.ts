import type { TextLook } from '../../flow/writer.ts'
import type { XmlElement } from '../../xml/element.ts'
import { usualSize } from './parameters.ts'
import { type SvgMatrix, times, transformOf } from './transforms.ts'

/** The properties that an element inherits. */
export type SvgPlace = {
  readonly matrix: SvgMatrix
  readonly size: number
  readonly anchor: string
  readonly look: TextLook
  readonly copies: number
}

export const addressOfUse = ({ attributes }: XmlElement): string =>
  (attributes['href'] ?? attributes['xlink:href'] ?? '').trim()

/** A property by its attribute or in the attribute `style`. */
const propertyOf = ({ attributes }: XmlElement, name: string): string =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]{1,100})`).exec(attributes['style'] ?? '')?.[1]?.trim() ??
  attributes[name] ??
  ''

export const isHiddenShape = (element: XmlElement): boolean =>
  propertyOf(element, 'display') === 'none' || /^(?:hidden|collapse)$/.test(propertyOf(element, 'visibility'))

/** The first number of an attribute, which may list one for each letter. */
export const numberOf = ({ attributes }: XmlElement, name: string): number => {
  const value = Number.parseFloat(attributes[name] ?? '')
  return Number.isFinite(value) ? value : 0
}

export const placeIn = (element: XmlElement, around: SvgPlace): SvgPlace => {
  const size = pixelsOfSvgFontSize(propertyOf(element, 'font-size') || propertyOf(element, 'font'), around.size)
  const weight = propertyOf(element, 'font-weight')
  const style = propertyOf(element, 'font-style')
  const { bold: _, italic: __, ...plain } = around.look
  const bold = weight === '' ? around.look.bold : /^(?:bold|bolder|[6-9]00)$/.test(weight)
  const italic = style === '' ? around.look.italic : /^(?:italic|oblique)/.test(style)
  return {
    ...around,
    matrix: times(around.matrix, transformOf(element.attributes['transform'] ?? '')),
    size,
    anchor: propertyOf(element, 'text-anchor') || around.anchor,
    look: { ...plain, ...(bold === true && { bold }), ...(italic === true && { italic }) },
  }
}

const pixelsOfSvgFontSize = (source: string, around: number): number => {
  const [, digits = '', unit = ''] = /(\d{0,6}\.?\d{1,6})(px|pt|em|rem|%|mm|cm|in)?/.exec(source) ?? []
  const value = Number(digits)
  if (digits === '' || !Number.isFinite(value) || value === 0) return around
  const factors: Readonly<Record<string, number>> = {
    pt: 4 / 3,
    em: around,
    rem: usualSize,
    '%': around / 100,
    mm: 3.78,
    cm: 37.8,
    in: 96,
  }
  return value * (factors[unit] ?? 1)
}
