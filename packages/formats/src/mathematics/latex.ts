import { itemAt } from '@polyparse/document/items'

/*
 * The steps to LaTeX that formulas of Office and MathML share: signs, names and the constructs that need care. Signs
 * without a command here stay as they are, in Unicode.
 */

/**
 * Text as LaTeX reads it within a formula: signs by their commands, and characters with a meaning there escaped.
 * @example latexSigns('α ≤ β') // '\\alpha  \\leq  \\beta '
 */
export const latexSigns = (text: string): string =>
  escapeLatex(text).replaceAll(latexCommandSigns, (found) => `\\${commands.get(found) ?? ''} `)

const escapeLatex = (text: string): string =>
  // Invisible operators (U+2061 to U+2064) only say what their neighbours mean.
  text.replaceAll(/[\u2061-\u2064]/g, '').replaceAll(/[#$%&{}]/g, '\\$&')

const pairs = (signs: string, names: string): [string, string][] => {
  const named = names.split(' ')
  return Array.from(signs).map((one, index) => [one, itemAt(named, index)])
}

const commands: ReadonlyMap<string, string> = new Map([
  ...pairs(
    'αβγδεζηθικλμνξπρστυφχψωϵϕ',
    'alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon varphi chi psi omega epsilon phi',
  ),
  ...pairs('ΓΔΘΛΞΠΣΦΨΩ', 'Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega'),
  ...pairs('×÷·⋅±∓∘∙', 'times div cdot cdot pm mp circ bullet'),
  ...pairs('≤≥≠≈≡∼∝≪≫', 'leq geq neq approx equiv sim propto ll gg'),
  ...pairs('∈∉⊂⊆⊃⊇∪∩∅∀∃¬∧∨', 'in notin subset subseteq supset supseteq cup cap emptyset forall exists neg land lor'),
  ...pairs('→←↔⇒⇐⇔↦', 'to leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow mapsto'),
  ...pairs('∞∂∇…⋯ℏℓ', 'infty partial nabla ldots cdots hbar ell'),
])
const latexCommandSigns = new RegExp(`[${[...commands.keys()].join('')}]`, 'gu')

/**
 * @example latexText('if') // '\\text{if}'
 */
export const latexText = (text: string): string => (text.trim() === '' ? text : `\\text{${escapeLatex(text)}}`)

/**
 * `_{…}` or `^{…}`; nothing for an empty script.
 * @example script('^', '2') // '^{2}'
 */
export const script = (mark: '_' | '^', text: string): string => (text === '' ? '' : `${mark}{${text}}`)

/**
 * Returns what a script is set on: in braces where it has scripts itself, which TeX would refuse.
 * @example scripted('x^2') // '{x^2}'
 */
export const scripted = (base: string): string => (/[\^_]/.test(base) && !/^[([|]/.test(base) ? `{${base}}` : base)

const functions = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
)

/**
 * A name of several letters, upright; those that LaTeX knows as its commands.
 * @example latexName('sin') // '\\sin'
 */
export const latexName = (name: string): string => (functions.has(name) ? `\\${name}` : name)

/**
 * A fraction, whose bar may be missing: then one is above the other, as in a binomial.
 * @example fraction('a', 'b', true) // '\\frac{a}{b}'
 */
export const fraction = (above: string, below: string, hasBar: boolean): string =>
  hasBar ? `\\frac{${above}}{${below}}` : `{${above} \\atop ${below}}`

const stacked = /^\{((?:[^{}\\]|\\[^a]|\{[^{}]*\})*) \\atop ((?:[^{}]|\{[^{}]*\})*)\}$/

/**
 * Returns what is between delimiters; '' is none. One thing above another in parentheses is a binomial.
 * @example fenced('(', 'x', ')') // '(x)'
 */
export const fenced = (begin: string, content: string, end: string): string => {
  const [, above, below] = stacked.exec(content) ?? []
  if (begin === '(' && end === ')' && above !== undefined && below !== undefined) return `\\binom{${above}}{${below}}`
  if (begin === '{' && end === '' && content.startsWith('\\begin{aligned}'))
    return content.replaceAll('{aligned}', '{cases}')
  return `${delimiters[begin] ?? begin}${content}${delimiters[end] ?? end}`
}

const delimiters: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '‖': '\\|',
  '⟨': '\\langle ',
  '〈': '\\langle ',
  '⟩': '\\rangle ',
  '〉': '\\rangle ',
}

/** Operators that have limits. */
export const largeOperators: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
}

/**
 * A sign above something: an accent, a line or a brace.
 * @example latexAbove('x', '̂') // '\\hat{x}'
 */
export const latexAbove = (base: string, sign: string): string => {
  const command = signsAbove[sign]
  if (command === undefined) return `\\overset{${sign}}{${base}}`
  return `\\${Array.from(base).length > 1 ? (wide[command] ?? command) : command}{${base}}`
}

/**
 * @example below('x', '_') // '\\underline{x}'
 */
export const below = (base: string, sign: string): string => {
  const command = signsBelow[sign]
  return command === undefined ? `\\underset{${sign}}{${base}}` : `\\${command}{${base}}`
}

/**
 * Something below or above another, as the limits of an operator or a function are, or the label of a brace.
 * @example limit('\\sum', '_', 'i=1') // '\\sum_{i=1}'
 */
export const limit = (base: string, mark: '_' | '^', text: string): string => {
  const takesLimits = /^\\(?:underbrace|overbrace)\{/.test(base) || /^\\[a-zA-Z]+$/.test(base)
  if (takesLimits) return `${base}${script(mark, text)}`
  return mark === '_' ? below(base, text) : latexAbove(base, text)
}

const signsAbove: Readonly<Record<string, string>> = {
  '\u0302': 'hat',
  '^': 'hat',
  ˆ: 'hat',
  '\u0303': 'tilde',
  '~': 'tilde',
  '˜': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'bar',
  '¯': 'bar',
  ˉ: 'bar',
  '‾': 'bar',
  '\u0307': 'dot',
  '˙': 'dot',
  '\u0308': 'ddot',
  '¨': 'ddot',
  '\u20db': 'dddot',
  '\u0301': 'acute',
  '´': 'acute',
  '\u0300': 'grave',
  '`': 'grave',
  '\u0306': 'breve',
  '˘': 'breve',
  '\u030c': 'check',
  ˇ: 'check',
  '\u20d7': 'vec',
  '→': 'vec',
  '\\to': 'vec',
  '⏞': 'overbrace',
}

const wide: Readonly<Record<string, string>> = {
  hat: 'widehat',
  tilde: 'widetilde',
  bar: 'overline',
  vec: 'overrightarrow',
}

const signsBelow: Readonly<Record<string, string>> = {
  '\u0332': 'underline',
  _: 'underline',
  '‾': 'underline',
  '⏟': 'underbrace',
}

/**
 * Rows of a matrix or of equations below each other, of which one alone is aligned with nothing.
 * @example latexRows('matrix', ['a & b', 'c & d']) // '\\begin{matrix} a & b \\\\ c & d \\end{matrix}'
 */
export const latexRows = (kind: 'matrix' | 'aligned', rows: readonly string[]): string =>
  kind === 'aligned' && rows.length === 1
    ? rows.join('').replaceAll(/(?<!\\)&/g, '')
    : `\\begin{${kind}} ${rows.join(' \\\\ ')} \\end{${kind}}`
