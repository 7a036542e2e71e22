import type { TextRun } from '@polyparse/document'
import type { Look } from '../../flow/writer.ts'

/** Reads text with markup in it as stretches of one style. */
export type ReadInline = (text: string, look?: Look) => TextRun[]

/**
 * A kind of markup within a line. To be quick on any text, what a pattern lets stand between its signs must not hold the
 * sign that begins it.
 */
export type InlineRule = {
  /** Sticky. */
  readonly pattern: RegExp
  /** The stretches that a match stands for; null where it is no markup after all. */
  readonly read: (match: RegExpExecArray, look: Look, readInside: ReadInline) => readonly TextRun[] | null
}

/** Markup within markup; what is deeper stays as it is written. */
const maxDepth = 8

/** A reader of markup by rules, of which the first that matches counts; `begins` are the signs
 * that begin any of them, as in a class of a pattern. */
export const inlineReader = (begins: string, rules: readonly InlineRule[]): ReadInline => {
  const plain = new RegExp(`[^${begins}]+`, 'y')

  const read = (text: string, look: Look, depth: number): TextRun[] => {
    if (depth > maxDepth) return [{ text, ...look }]
    const runs: TextRun[] = []
    const matchAt = (pattern: RegExp, at: number): RegExpExecArray | null => {
      pattern.lastIndex = at
      return pattern.exec(text)
    }
    const ruled = (at: number): number => {
      for (const { pattern, read: readRule } of rules) {
        const match = matchAt(pattern, at)
        const found =
          match === null ? null : readRule(match, look, (inner, inside = look) => read(inner, inside, depth + 1))
        if (match === null || found === null) continue
        for (const run of found) runs.push(run)
        return at + match[0].length
      }
      runs.push({ text: text.charAt(at), ...look })
      return at + 1
    }
    for (let at = 0; at < text.length;) {
      const words = matchAt(plain, at)?.[0] ?? ''
      if (words !== '') runs.push({ text: words, ...look })
      at += words.length
      if (at < text.length) at = ruled(at)
    }
    return runs
  }
  return (text, look = {}) => read(text, look, 0)
}

/** A rule that sets what is between its signs, the first group of the pattern, in a style. */
export const styled = (pattern: RegExp, more: Look): InlineRule => ({
  pattern,
  read: ([, inside = ''], look, readInside) => readInside(inside, { ...look, ...more }),
})

/** A rule that keeps what is between its signs as it is written. */
export const verbatim = (pattern: RegExp): InlineRule => ({
  pattern,
  read: ([, inside = ''], look) => [{ text: inside, ...look, code: true }],
})
