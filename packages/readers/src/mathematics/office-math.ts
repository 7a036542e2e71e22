import { childOf, elementsIn, findAll, isOn, textOf, valueOf, type XmlElement } from '../xml/element.ts'
import {
  above,
  below,
  latexSigns,
  fenced,
  fraction,
  largeOperators,
  latexName,
  latexText,
  limit,
  rowsOf,
  script,
  scripted,
} from './latex.ts'

/** A formula of Office (ISO/IEC 29500-1, 22.1) as LaTeX. */
export const mathText = (element: XmlElement | undefined): string => inside(element).trim()

/** The formulas in an element, each of them one. */
export const formulasIn = (element: XmlElement): string[] =>
  (element.name === 'm:oMath' ? [element] : findAll(element, 'm:oMath')).map(mathText).filter((text) => text !== '')

const inside = (element: XmlElement | undefined): string =>
  elementsIn(element)
    .map((child) => (constructs[child.name] ?? inside)(child))
    .join('')

const part = (element: XmlElement, name: string): string => mathText(childOf(element, `m:${name}`))

const property = (element: XmlElement, name: string): string | undefined =>
  valueOf(childOf(element, `${element.name}Pr`), `m:${name}`, 'm:val')

const run = (element: XmlElement): string => {
  const isText = isOn(childOf(element, 'm:rPr', 'm:nor'), 'm:val')
  return elementsIn(element)
    .map((child) => {
      if (child.name === 'w:br') return ' \\\\ '
      if (child.name !== 'm:t') return ''
      return isText ? latexText(textOf(child)) : latexSigns(textOf(child))
    })
    .join('')
}

/** In equations below each other, `&` is where they are aligned. */
const equation = (element: XmlElement): string => mathText(element).replaceAll('\\&', '&')

const constructs: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:r': run,
  'm:f': (element) => {
    const type = property(element, 'type')
    const [numerator, denominator] = [part(element, 'num'), part(element, 'den')]
    return type === 'lin' || type === 'skw'
      ? `{${numerator}}/{${denominator}}`
      : fraction(numerator, denominator, type !== 'noBar')
  },
  'm:sSup': (element) => `${scripted(part(element, 'e'))}^{${part(element, 'sup')}}`,
  'm:sSub': (element) => `${scripted(part(element, 'e'))}_{${part(element, 'sub')}}`,
  'm:sSubSup': (element) => `${scripted(part(element, 'e'))}_{${part(element, 'sub')}}^{${part(element, 'sup')}}`,
  'm:sPre': (element) =>
    `{}${script('_', part(element, 'sub'))}${script('^', part(element, 'sup'))}${part(element, 'e')}`,
  'm:rad': (element) => {
    const degree = part(element, 'deg')
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(element, 'e')}}`
  },
  'm:nary': (element) => {
    const sign = property(element, 'chr') ?? '∫'
    const limits = script('_', part(element, 'sub')) + script('^', part(element, 'sup'))
    return `${largeOperators[sign] ?? sign}${limits} ${part(element, 'e')}`
  },
  'm:d': (element) => {
    const content = elementsIn(element, 'm:e')
      .map(mathText)
      .join(property(element, 'sepChr') ?? '|')
    return fenced(property(element, 'begChr') ?? '(', content, property(element, 'endChr') ?? ')')
  },
  'm:m': (element) =>
    rowsOf(
      'matrix',
      elementsIn(element, 'm:mr').map((row) => elementsIn(row, 'm:e').map(mathText).join(' & ')),
    ),
  'm:eqArr': (element) => rowsOf('aligned', elementsIn(element, 'm:e').map(equation)),
  'm:func': (element) => `${functionName(childOf(element, 'm:fName'))} ${part(element, 'e')}`,
  'm:limLow': (element) => limit(functionName(childOf(element, 'm:e')), '_', part(element, 'lim')),
  'm:limUpp': (element) => limit(functionName(childOf(element, 'm:e')), '^', part(element, 'lim')),
  'm:acc': (element) => above(part(element, 'e'), property(element, 'chr') ?? '\u0302'),
  'm:bar': (element) => `\\${property(element, 'pos') === 'top' ? 'over' : 'under'}line{${part(element, 'e')}}`,
  'm:groupChr': (element) => {
    const sign = property(element, 'chr') ?? '⏟'
    return (property(element, 'pos') === 'top' ? above : below)(part(element, 'e'), sign)
  },
  'm:borderBox': (element) => `\\boxed{${part(element, 'e')}}`,
}

/** The name of a function, which may be set upright as text and have limits or scripts. */
const functionName = (element: XmlElement | undefined): string =>
  mathText(element)
    .replace(/^\\text\{(\w+)\}/, '$1')
    .replace(/^\w+/, latexName)
