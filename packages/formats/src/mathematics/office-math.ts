import { childOf, elementsIn, findAll, isOn, textOfElement, valueOf, type XmlElement } from '../xml/element.ts'
import {
  latexAbove,
  below,
  latexSigns,
  fenced,
  fraction,
  largeOperators,
  latexName,
  latexText,
  limit,
  latexRows,
  script,
  scripted,
} from './latex.ts'

/** A formula of Office (ISO/IEC 29500-1, 22.1) as LaTeX. */
export const mathText = (element: XmlElement | undefined): string => latexOfOmmlChildren(element).trim()

/** The formulas in an element, each of them one. */
export const formulasIn = (element: XmlElement): string[] =>
  (element.name === 'm:oMath' ? [element] : findAll(element, 'm:oMath')).map(mathText).filter((text) => text !== '')

const latexOfOmmlChildren = (element: XmlElement | undefined): string =>
  elementsIn(element)
    .map((child) => (constructs[child.name] ?? latexOfOmmlChildren)(child))
    .join('')

const latexOfOmmlPart = (element: XmlElement, name: string): string => mathText(childOf(element, `m:${name}`))

const property = (element: XmlElement, name: string): string | undefined =>
  valueOf(childOf(element, `${element.name}Pr`), `m:${name}`, 'm:val')

const latexOfOmmlRun = (element: XmlElement): string => {
  const isText = isOn(childOf(element, 'm:rPr', 'm:nor'), 'm:val')
  return elementsIn(element)
    .map((child) => {
      if (child.name === 'w:br') return ' \\\\ '
      if (child.name !== 'm:t') return ''
      return isText ? latexText(textOfElement(child)) : latexSigns(textOfElement(child))
    })
    .join('')
}

/** The sign `&` says where equations below each other are aligned. */
const equation = (element: XmlElement): string => mathText(element).replaceAll('\\&', '&')

const constructs: Readonly<Record<string, (element: XmlElement) => string>> = {
  'm:r': latexOfOmmlRun,
  'm:f': (element) => {
    const type = property(element, 'type')
    const [numerator, denominator] = [latexOfOmmlPart(element, 'num'), latexOfOmmlPart(element, 'den')]
    return type === 'lin' || type === 'skw'
      ? `{${numerator}}/{${denominator}}`
      : fraction(numerator, denominator, type !== 'noBar')
  },
  'm:sSup': (element) => `${scripted(latexOfOmmlPart(element, 'e'))}^{${latexOfOmmlPart(element, 'sup')}}`,
  'm:sSub': (element) => `${scripted(latexOfOmmlPart(element, 'e'))}_{${latexOfOmmlPart(element, 'sub')}}`,
  'm:sSubSup': (element) =>
    `${scripted(latexOfOmmlPart(element, 'e'))}_{${latexOfOmmlPart(element, 'sub')}}^{${latexOfOmmlPart(element, 'sup')}}`,
  'm:sPre': (element) =>
    `{}${script('_', latexOfOmmlPart(element, 'sub'))}${script('^', latexOfOmmlPart(element, 'sup'))}${latexOfOmmlPart(element, 'e')}`,
  'm:rad': (element) => {
    const degree = latexOfOmmlPart(element, 'deg')
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${latexOfOmmlPart(element, 'e')}}`
  },
  'm:nary': (element) => {
    const sign = property(element, 'chr') ?? '∫'
    const limits = script('_', latexOfOmmlPart(element, 'sub')) + script('^', latexOfOmmlPart(element, 'sup'))
    return `${largeOperators[sign] ?? sign}${limits} ${latexOfOmmlPart(element, 'e')}`
  },
  'm:d': (element) => {
    const content = elementsIn(element, 'm:e')
      .map(mathText)
      .join(property(element, 'sepChr') ?? '|')
    return fenced(property(element, 'begChr') ?? '(', content, property(element, 'endChr') ?? ')')
  },
  'm:m': (element) =>
    latexRows(
      'matrix',
      elementsIn(element, 'm:mr').map((row) => elementsIn(row, 'm:e').map(mathText).join(' & ')),
    ),
  'm:eqArr': (element) => latexRows('aligned', elementsIn(element, 'm:e').map(equation)),
  'm:func': (element) => `${functionName(childOf(element, 'm:fName'))} ${latexOfOmmlPart(element, 'e')}`,
  'm:limLow': (element) => limit(functionName(childOf(element, 'm:e')), '_', latexOfOmmlPart(element, 'lim')),
  'm:limUpp': (element) => limit(functionName(childOf(element, 'm:e')), '^', latexOfOmmlPart(element, 'lim')),
  'm:acc': (element) => latexAbove(latexOfOmmlPart(element, 'e'), property(element, 'chr') ?? '\u0302'),
  'm:bar': (element) =>
    `\\${property(element, 'pos') === 'top' ? 'over' : 'under'}line{${latexOfOmmlPart(element, 'e')}}`,
  'm:groupChr': (element) => {
    const sign = property(element, 'chr') ?? '⏟'
    return (property(element, 'pos') === 'top' ? latexAbove : below)(latexOfOmmlPart(element, 'e'), sign)
  },
  'm:borderBox': (element) => `\\boxed{${latexOfOmmlPart(element, 'e')}}`,
}

/** The name of a function, which may be set upright as text and have limits or scripts. */
const functionName = (element: XmlElement | undefined): string =>
  mathText(element)
    .replace(/^\\text\{(\w+)\}/, '$1')
    .replace(/^\w+/, latexName)
