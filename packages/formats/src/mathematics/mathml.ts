import { childOf, elementsIn, isXmlElement, textOfElement, type XmlElement } from '../xml/element.ts'
import {
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

/** A formula in MathML (W3C MathML Core) as LaTeX: as it was written, where it says so itself. */
export const latexOfMathMl = (element: XmlElement): string => {
  const annotations = elementsIn(childOf(element, 'math:semantics'), 'math:annotation')
  const source = annotations.find(({ attributes }) => /^application\/x-(?:la)?tex$/i.test(attributes['encoding'] ?? ''))
  return (source === undefined ? latexOfMathmlRow(element) : textOfElement(source)).replaceAll(/\s+/g, ' ').trim()
}

/** Text that is no MathML is LaTeX, as some programs put it there. */
const latexOfMathmlRow = (element: XmlElement): string =>
  element.children.map((child) => (isXmlElement(child) ? latex(child) : child.trim())).join('')

const latex = (element: XmlElement): string => (constructs[element.name] ?? latexOfMathmlRow)(element)

/** The operands of a construct, in order; those that are missing are ''. */
const operands = (element: XmlElement): readonly [string, string, string] => {
  const [first, second, third] = elementsIn(element)
  const text = (operand: XmlElement | undefined): string => (operand === undefined ? '' : latex(operand).trim())
  return [text(first), text(second), text(third)]
}

/** A base with its limits: signs and names have them below and above, accents and braces are part of it. */
const withLimits = (base: string, under: string, over: string): string => {
  const lower = under === '' ? base : limit(base, '_', under)
  if (over === '') return lower
  return isOperator(base) ? `${lower}${script('^', over)}` : limit(lower, '^', over)
}
const isOperator = (base: string): boolean => /^\\[a-zA-Z]+$/.test(base)

const constructs: Readonly<Record<string, (element: XmlElement) => string>> = {
  'math:mi': (element) => name(textOfElement(element).trim()),
  'math:mn': (element) => latexSigns(textOfElement(element).trim()),
  'math:mo': (element) => {
    const sign = textOfElement(element).trim()
    return largeOperators[sign] ?? (relation.test(sign) ? ` ${name(sign).trim()} ` : name(sign))
  },
  'math:mtext': (element) => latexText(textOfElement(element)),
  'math:ms': (element) => latexText(`"${textOfElement(element)}"`),
  'math:mspace': () => ' ',
  'math:mphantom': () => '',
  'math:annotation': () => '',
  'math:annotation-xml': () => '',
  'math:mfrac': (element) => {
    const [numerator, denominator] = operands(element)
    return fraction(numerator, denominator, !/^0(?:\D|$)/.test(element.attributes['linethickness'] ?? ''))
  },
  'math:msqrt': (element) => `\\sqrt{${latexOfMathmlRow(element).trim()}}`,
  'math:mroot': (element) => {
    const [radicand, degree] = operands(element)
    return `\\sqrt[${degree}]{${radicand}}`
  },
  'math:msub': (element) => {
    const [base, sub] = operands(element)
    return `${scripted(base)}${script('_', sub)}`
  },
  'math:msup': (element) => {
    const [base, sup] = operands(element)
    return `${scripted(base)}${script('^', sup)}`
  },
  'math:msubsup': (element) => {
    const [base, sub, sup] = operands(element)
    return `${scripted(base)}${script('_', sub)}${script('^', sup)}`
  },
  'math:munder': (element) => {
    const [base, under] = operands(element)
    return withLimits(base, under, '')
  },
  'math:mover': (element) => {
    const [base, over] = operands(element)
    return withLimits(base, '', over)
  },
  'math:munderover': (element) => withLimits(...operands(element)),
  'math:mmultiscripts': (element) => multiscripts(elementsIn(element)),
  'math:mfenced': (element) => {
    const { open = '(', close = ')', separators = ',' } = element.attributes
    const content = elementsIn(element).map((one) => latex(one).trim())
    return fenced(open, content.join(separators.trim().slice(0, 1)), close)
  },
  'math:mrow': (element) => fencedRow(element) ?? latexOfMathmlRow(element),
  'math:mtable': (element) => {
    const rows = elementsIn(element, 'math:mtr').map((one) =>
      elementsIn(one).map((cell) => latexOfMathmlRow(cell).trim()),
    )
    return latexRows(
      'matrix',
      rows.map((cells) => cells.join(' & ')),
    )
  },
}

/** Signs between two sides, which are easier to read with space around them. */
const relation = /^[=<>≤≥≠≈≡∼→⇒⇔∈]$/

/** A sign or a name; a command ends with a space, so that it does not run into what follows. */
const name = (text: string): string => {
  const known = latexName(text)
  return known === text ? latexSigns(text) : `${known} `
}

/** One thing above another between parentheses, which is how MathML writes a binomial. */
const fencedRow = (element: XmlElement): string | null => {
  const [begin, content, end, more] = elementsIn(element)
  if (begin?.name !== 'math:mo' || content?.name !== 'math:mfrac' || end?.name !== 'math:mo' || more !== undefined)
    return null
  return fenced(textOfElement(begin).trim(), latex(content), textOfElement(end).trim())
}

/** Scripts in pairs, those behind `mprescripts` in front of the base. */
const multiscripts = ([base, ...scripts]: readonly XmlElement[]): string => {
  const texts = (elements: readonly XmlElement[]): string =>
    elements.map((one, index) => script(index % 2 === 0 ? '_' : '^', latex(one).trim())).join('')
  const divide = scripts.findIndex(({ name }) => name === 'math:mprescripts')
  const after = divide === -1 ? scripts : scripts.slice(0, divide)
  const before = divide === -1 ? '' : texts(scripts.slice(divide + 1))
  return `${before === '' ? '' : `{}${before}`}${base === undefined ? '' : latex(base).trim()}${texts(after)}`
}
