import { firstOf } from '@polyparse/document/items'
import { markdownLimits } from './parameters.ts'

/** Markdown in which a word replaces each stretch that is not to be parsed. */
export type Untangled = {
  readonly text: string
  /** Puts back into text, or code, what each of those words replaces. */
  readonly restore: (text: string, as: 'text' | 'code') => string
}

/** Lines that were taken out, and the indent of the word for them: what is indented may be code. */
type Tangle = { readonly lines: readonly string[]; readonly indent: string }

/** A code point that is never in a text (Unicode 17, 23.7). */
const bracket = '\uFDD0'

const nested = new RegExp(
  `^[ \\t]*(?:(?:>[ \\t]*){${markdownLimits.nesting}}|(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+){${markdownLimits.nesting}}|[ \\t]{${markdownLimits.indent}})`,
)
/** Openings of links, emphasis, code, and of the HTML that goes on until it is closed. */
const markdownOpenerPattern = /[[*_`~]|<[!?]/g
const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}[^`]*$|~{3,})/
/** An item of a list, a heading, a quote or HTML. */
const markdownBlockStartPattern = /^[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|>|<)/

/**
 * Takes out what the parser would take very long for: what is nested too deeply, and lines that are parsed together and
 * have too much in them. Code, tables and lists may be as long as they like. A tangle in what turns out to be code is
 * restored as it was.
 */
export const withoutTangles = (source: string): Untangled => {
  const kept: string[] = []
  const tangles: Tangle[] = []
  let stretch: string[] = []
  let marks = 0
  let isTable = false

  const putTangle = (lines: readonly string[], indent: string): void => {
    kept.push(`${indent}${bracket}${tangles.length}${bracket}`)
    tangles.push({ lines, indent })
  }
  const endStretch = (): void => {
    if (marks > markdownLimits.marks || stretch.length > markdownLimits.lines)
      putTangle(stretch, indentOf(firstOf(stretch)))
    else for (const line of stretch) kept.push(line)
    stretch = []
    marks = 0
  }
  for (const line of source.replaceAll(bracket, '').split('\n')) {
    const isFence = fence.test(line)
    if (isFence || line.trim() === '' || nested.test(line)) {
      endStretch()
      isTable = false
      if (isFence || line.trim() === '') kept.push(line)
      else putTangle([line], '')
      continue
    }
    if (markdownBlockStartPattern.test(line)) isTable = false
    else if (isTable) isTable = line.includes('|')
    else isTable = stretch.length === 1 && isHeaderOf(firstOf(stretch), line)
    if (isTable || markdownBlockStartPattern.test(line)) endStretch()
    stretch.push(line)
    marks += line.match(markdownOpenerPattern)?.length ?? 0
  }
  endStretch()
  return {
    text: kept.join('\n'),
    restore: (text, as) =>
      text.replaceAll(word, (_, index, at: number) => {
        const { lines = [], indent = '' } = tangles[index] ?? {}
        return as === 'code'
          ? dedentMarkdownCode(lines, indent.length - blanksBefore(text, at))
          : lines.join(' ').trim()
      }),
  }
}

const word = new RegExp(`${bracket}(\\d+)${bracket}`, 'g')

const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? ''

const blanksBefore = (text: string, end: number): number => {
  let start = end
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start -= 1
  return end - start
}

/** The lines as code, whose word had lost so much of its indent; the first comes after what it has left. */
const dedentMarkdownCode = (lines: readonly string[], lost: number): string =>
  lines
    .map((line, index) => {
      const { length } = indentOf(line)
      return line.slice(index === 0 ? length : Math.min(Math.max(0, lost), length))
    })
    .join('\n')

/** Tells whether the lines begin a table: as many cells above as delimiters below (GitHub Flavored Markdown, 4.10). */
const isHeaderOf = (line: string, below: string): boolean => {
  if (!/^ {0,3}[|:-]/.test(below) || /^(?: {4}|\t)/.test(line) || markdownBlockStartPattern.test(line)) return false
  const delimiters = cellsOfMarkdownRow(below)
  return (
    delimiters.length === cellsOfMarkdownRow(line).length && delimiters.every((cell) => /^:?-+:?$/.test(cell.trim()))
  )
}

const cellsOfMarkdownRow = (row: string): string[] =>
  row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
