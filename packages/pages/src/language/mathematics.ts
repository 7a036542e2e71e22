/*
 * The marks of formulas: their fonts, their signs, and the few words that they may hold.
 */

/** Fonts made for mathematics: those of TeX and of its successors, of MathJax, of Word and of type foundries. */
const mathFont =
  /^(?:cm(?:mi|sy|ex|mib|bsy)|ms[ab]m|eu[frs][mb]|rsfs|lmmath|(?:r?tx|px|ntx|npx)(?:mi|sy|ex)|mt(?:mi|sy|ex)|stmary|esint|bbm|symbol)|math/i

/**
 * @example isMathFont('CMSY10') // true
 */
export const isMathFont = (font: string): boolean => mathFont.test(font.replace(/^[A-Z]{6}\+/, ''))

/** Relations, without which a display is hardly a formula. Tables have `>` and `<` before their figures. */
const relation = /[=≤≥≠≈≃≅≡∼∝∈∉⊂⊆⊃⊇→←↔⇒⇔↦≪≫≔]|[^\s(][\s]*[<>]\s*[^\s%\d]/u
const operator = /[+−×÷±∓∑∏∫∮√∂∇∞⋅·∘⊗⊕∧∨∩∪∀∃|/^*-]/u

/**
 * @example hasRelation('a = b') // true
 */
export const hasRelation = (text: string): boolean => relation.test(text)
/**
 * @example hasOperator('a + b') // true
 */
export const hasOperator = (text: string): boolean => operator.test(text)

/** Names of functions and the words between the parts of formulas. */
const mathematicalWords = new Set(
  'sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln exp lim sup inf max min arg argmax argmin det dim ker deg gcd mod var cov diag rank sign sgn tr const if for all and or otherwise where with else when'.split(
    ' ',
  ),
)

/**
 * Tells whether a text is a word of prose: several letters that name no function.
 * @example isProseWord('therefore') // true
 */
export const isProseWord = (text: string): boolean => {
  const letters = /\p{L}[\p{L}’'-]{2,}/u.exec(text)?.[0]
  return letters !== undefined && !mathematicalWords.has(letters.toLowerCase())
}

/**
 * Tells whether a text is the number of a formula: `(12)`, `(3.1a)`, `[4]`.
 * @example isFormulaNumber('(3.1a)') // true
 */
export const isFormulaNumber = (text: string): boolean =>
  /^[([][A-Z]?\.?\d{1,3}(?:[.–-]\d{1,3})*\p{Ll}?[)\]]$/u.test(text)
