import { childOf, elementsIn, textOf, valueOf, type XmlElement } from '../xml/element.ts'

/** A formula of Office (ISO/IEC 29500-1, 22.1) as LaTeX; common constructs only. */
export const mathText = (element: XmlElement | undefined): string =>
  elementsIn(element)
    .map((child) => (constructs[child.name] ?? mathText)(child))
    .join('')
    .trim()

const part = (element: XmlElement, name: string): string => mathText(childOf(element, `m:${name}`))

const large: Readonly<Record<string, string>> = { '∑': '\\sum', '∏': '\\prod', '∫': '\\int', '⋃': '\\bigcup' }

const constructs: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:r': (element) => elementsIn(element, 'm:t').map(textOf).join(''),
  'm:f': (element) => `\\frac{${part(element, 'num')}}{${part(element, 'den')}}`,
  'm:sSup': (element) => `${part(element, 'e')}^{${part(element, 'sup')}}`,
  'm:sSub': (element) => `${part(element, 'e')}_{${part(element, 'sub')}}`,
  'm:sSubSup': (element) => `${part(element, 'e')}_{${part(element, 'sub')}}^{${part(element, 'sup')}}`,
  'm:rad': (element) => {
    const degree = part(element, 'deg')
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(element, 'e')}}`
  },
  'm:nary': (element) => {
    const sign = valueOf(childOf(element, 'm:naryPr'), 'm:chr', 'm:val') ?? '∫'
    const [below, above] = [part(element, 'sub'), part(element, 'sup')]
    const limits = `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`
    return `${large[sign] ?? sign}${limits} ${part(element, 'e')}`
  },
  'm:d': (element) => {
    const properties = childOf(element, 'm:dPr')
    const begin = valueOf(properties, 'm:begChr', 'm:val') ?? '('
    const end = valueOf(properties, 'm:endChr', 'm:val') ?? ')'
    return begin + elementsIn(element, 'm:e').map(mathText).join(', ') + end
  },
  'm:m': (element) =>
    elementsIn(element, 'm:mr')
      .map((row) => elementsIn(row, 'm:e').map(mathText).join(' & '))
      .join(' \\\\ '),
  'm:func': (element) => `${part(element, 'fName')} ${part(element, 'e')}`,
}
