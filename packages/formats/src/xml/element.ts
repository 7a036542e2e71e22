/** An element of an XML document, its name with the prefix of {@link qualified}. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
}
export type XmlNode = XmlElement | string

export const isXmlElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

export const elementsIn = (element: XmlElement | undefined, name?: string): XmlElement[] =>
  (element?.children ?? []).filter(isXmlElement).filter((child) => name === undefined || child.name === name)

export const childOf = (element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>(
    (parent, name) => parent?.children.find((child): child is XmlElement => isXmlElement(child) && child.name === name),
    element,
  )

/** The attribute of a child: `valueOf(properties, 'w:jc')` is that of `w:val`. */
export const valueOf = (element: XmlElement | undefined, child: string, attribute = 'w:val'): string | undefined =>
  childOf(element, child)?.attributes[attribute]

/** All elements under one that have one of the names, in document order; found elements are not searched. */
export const findAll = (element: XmlElement | undefined, ...names: readonly string[]): XmlElement[] =>
  elementsIn(element).flatMap((child) => (names.includes(child.name) ? [child] : findAll(child, ...names)))

export const findFirst = (element: XmlElement | undefined, name: string): XmlElement | undefined => {
  for (const child of elementsIn(element)) {
    const found = child.name === name ? child : findFirst(child, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** All text in an element. */
export const textOfElement = (element: XmlElement | undefined): string =>
  (element?.children ?? []).map((child) => (isXmlElement(child) ? textOfElement(child) : child)).join('')

/** A toggle of Office Open XML: on when it is present, unless its value is false (ISO/IEC 29500-1, 22.9.2.7). */
export const isOn = (element: XmlElement | undefined, attribute = 'w:val'): boolean =>
  element !== undefined && !/^(?:0|false|off)$/i.test(element.attributes[attribute] ?? 'true')
