import type { TextRun } from '@polyparse/document'
import type { Node, Text } from 'mdast'

/*
 * Formulas as GitHub reads them: between dollar signs in a line, between two of them as a paragraph. What the parser has
 * made of the text counts for nothing there, because a backslash and a bracket are LaTeX, so they are cut from the source.
 */

/** The formula that a paragraph is, or null. */
export const displayedFormula = (node: Node, source: string | undefined): string | null => {
  const [, formula] = /^\$\$(?!\$)([^$]+)\$\$$/.exec(writtenIn(node, source) ?? '') ?? []
  return formula === undefined || formula.trim() === '' ? null : formula.trim()
}

/**
 * The stretches of a text, formulas apart; sums of money are none: a formula has no space just inside its signs and no
 * letter just outside.
 */
export const withFormulas = (node: Text, source: string | undefined): TextRun[] => {
  const plain: TextRun[] = [{ text: node.value }]
  if (!node.value.includes('$')) return plain
  const written = writtenIn(node, source)
  // The formulas cannot be told apart here if the parser has changed more than escapes.
  if (written === null || withoutEscapes(written) !== node.value) return plain
  let end = 0
  const runs: TextRun[] = []
  for (const { 0: all, 1: formula = '', index } of written.matchAll(inline)) {
    runs.push({ text: withoutEscapes(written.slice(end, index)) }, { text: formula, formula: true })
    end = index + all.length
  }
  return [...runs, { text: withoutEscapes(written.slice(end)) }].filter(({ text }) => text !== '')
}

const inline = /(?<![\\$\p{L}\p{N}])\$(?![\s$])([^$\n]{1,1000}?)(?<![\s\\])\$(?![$\p{L}\p{N}])/gu

const withoutEscapes = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')

const writtenIn = ({ position }: Node, source: string | undefined): string | null => {
  const [start, end] = [position?.start.offset, position?.end.offset]
  return source === undefined || start === undefined || end === undefined ? null : source.slice(start, end)
}
