import type { TextRun } from '@polyparse/document'
import type { TextLook } from '../../flow/writer.ts'

/** Reads text with markup in it as stretches of one style. */
export type ReadInline = (text: string, look?: TextLook) => TextRun[]

/**
 * A kind of markup within a line. To be quick on any text, what a pattern allows between its signs must not hold the
 * sign that begins it.
 */
export type InlineRule = {
  /** The characters that it may begin with. */
  readonly begins: string
  /** Sticky. */
  readonly pattern: RegExp
  /** The stretches that a match means; null where it is no markup after all. */
  readonly read: (match: RegExpExecArray, look: TextLook, readInside: ReadInline) => readonly TextRun[] | null
}

/** Markup within markup; what is deeper stays as it is written. */
const maxLightweightInlineDepth = 8

/** A reader of markup by rules, of which the first that matches counts. */
export const inlineReader = (rules: readonly InlineRule[]): ReadInline => {
  const beginning = new Map<string, InlineRule[]>()
  for (const rule of rules) for (const sign of rule.begins) beginning.set(sign, [...(beginning.get(sign) ?? []), rule])

  const read = (text: string, look: TextLook, depth: number): TextRun[] => {
    if (depth > maxLightweightInlineDepth) return [{ text, ...look }]
    const runs: TextRun[] = []
    const ruled = (at: number): number => {
      for (const { pattern, read: readRule } of beginning.get(text.charAt(at)) ?? []) {
        pattern.lastIndex = at
        const match = pattern.exec(text)
        const found =
          match === null ? null : readRule(match, look, (inner, inside = look) => read(inner, inside, depth + 1))
        if (match === null || found === null) continue
        for (const run of found) runs.push(run)
        return at + match[0].length
      }
      return at
    }
    let from = 0
    let at = 0
    while (at < text.length) {
      const count = runs.length
      const end = ruled(at)
      if (end === at) {
        at += 1
        continue
      }
      if (from < at) runs.splice(count, 0, { text: text.slice(from, at), ...look })
      from = end
      at = end
    }
    if (from < text.length) runs.push({ text: text.slice(from), ...look })
    return runs
  }
  return (text, look = {}) => read(text, look, 0)
}

/** A rule that sets what is between its signs, the first group of the pattern, in a style. */
export const styled = (begins: string, pattern: RegExp, more: TextLook): InlineRule => ({
  begins,
  pattern,
  read: ([, inside = ''], look, readInside) => readInside(inside, { ...look, ...more }),
})

/** A rule that keeps what is between its signs as it is written. */
export const verbatim = (begins: string, pattern: RegExp): InlineRule => ({
  begins,
  pattern,
  read: ([, inside = ''], look) => [{ text: inside, ...look, code: true }],
})

/** A rule for a formula, the first group of the pattern, in LaTeX. */
export const lightweightFormula = (begins: string, pattern: RegExp): InlineRule => ({
  begins,
  pattern,
  read: ([, inside = ''], look) => [{ text: inside.trim(), ...look, formula: true }],
})

/** Characters that all names of a document may be expanded to together, so that names within names cannot grow. */
const maxExpanded = 1_000_000

/** Tells whether a text may still replace its name, counting what did before. */
export const expansions = (): ((text: string) => boolean) => {
  let left = maxExpanded
  return (text) => {
    left -= text.length + 1
    return left >= 0
  }
}
