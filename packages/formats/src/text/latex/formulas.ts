import { type LatexBudget, createInput } from './input.ts'
import { expand, type Macros } from './macros.ts'

/** Environments of formulas, and the ones that replace them within a formula; '' where none is needed. */
export const formulaEnvironments: Readonly<Record<string, string>> = {
  equation: '',
  displaymath: '',
  math: '',
  align: 'aligned',
  flalign: 'aligned',
  alignat: 'aligned',
  eqnarray: 'aligned',
  gather: 'gathered',
  multline: 'gathered',
  dmath: '',
}

/** A formula without what only numbers or names it, and with the document's own commands replaced. */
export const cleanFormula = (source: string, macros: Macros, budget: LatexBudget): string =>
  expanded(source, macros, budget)
    .replaceAll(/(?<!\\)%[^\n]*/g, '')
    .replaceAll(/\\(?:label|tag\*?)\s*\{[^{}]{0,200}\}|\\(?:nonumber|notag|displaystyle)(?![a-zA-Z])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*\\\\\s*$/g, '')
    .trim()

/** The body of an environment as a formula. */
export const latexFormula = (environment: string, body: string, macros: Macros, budget: LatexBudget): string => {
  const name = environment.replace(/\*$/, '')
  const source = name === 'alignat' ? body.replace(/^\s*\{[^{}]{0,20}\}/, '') : body
  const formula = cleanFormula(
    name === 'eqnarray' ? source.replaceAll(/&\s*(\S{1,20})\s*&/g, '&$1 ') : source,
    macros,
    budget,
  )
  const inner = formulaEnvironments[name] ?? ''
  return inner === '' || formula === '' || !/\\\\|&/.test(formula)
    ? formula
    : `\\begin{${inner}} ${formula} \\end{${inner}}`
}

/**
 * The name that a formula is given, and the number that is printed beside it where it states one.
 * @example labelIn('a = b \\label{eq:one}') // 'eq:one'
 */
export const labelIn = (source: string): string | null => /\\label\s*\{([^{}]{1,200})\}/.exec(source)?.[1] ?? null
/**
 * @example tagIn('a = b \\tag{3}') // '3'
 */
export const tagIn = (source: string): string | null => /\\tag\*?\s*\{([^{}]{1,100})\}/.exec(source)?.[1] ?? null

const expanded = (source: string, macros: Macros, budget: LatexBudget): string => {
  const input = createInput(source, budget)
  const pieces: string[] = []
  while (!input.isAtEnd()) {
    const [text, name] = input.match(/\\([a-zA-Z@]+|[^])|[^\\]+|\\/y) ?? ['']
    const macro = name === undefined ? undefined : macros.get(name)
    if (macro === undefined) pieces.push(text)
    else expand(macro, input)
  }
  return pieces.join('')
}
