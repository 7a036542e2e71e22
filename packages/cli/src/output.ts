import type { Invocation } from './invocation.ts'
import type { JsonOption } from './options.ts'

/** Prints the result as one JSON object or as readable text. Nothing else goes to standard output. */
export const print = (
  { stdout }: Invocation,
  result: object,
  { json = false }: JsonOption,
  readable: () => string,
): void => {
  stdout.write(`${json ? JSON.stringify(result) : readable()}\n`)
}

/** A table, or a sentence if it would be empty. */
export const tableOr = (empty: string, headings: TextTableRow, rows: readonly TextTableRow[]): string =>
  rows.length === 0 ? empty : formatTable([headings, ...rows])

/**
 * A time for people: to the second, in UTC; `-` if there is none.
 * @example readableTime('2026-01-15T09:30:00.480Z') // '2026-01-15 09:30:00Z'
 */
export const readableTime = (time: string | null): string =>
  time === null ? '-' : `${time.slice(0, 10)} ${time.slice(11, 19)}Z`

/** Prints a message for people to standard error, so that it never mixes with the result. */
export const notify = ({ stderr }: Pick<Invocation, 'stderr'>, text: string): void => {
  stderr.write(`${text}\n`)
}

type TextTableRow = readonly string[]

/** Formats columns as wide as their widest cell, two spaces apart. */
export const formatTable = (rows: readonly TextTableRow[]): string => {
  const lines = rows.map((row) => row.map(replaceControls))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...lines.map((line) => length(line[column] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - length(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/**
 * Replaces control characters: filenames and URLs come from callers and must not control the terminal.
 * @example replaceControls('a\u0007b') // 'a�b'
 */
export const replaceControls = (cell: string): string => cell.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')

const graphemeSegmenter = new Intl.Segmenter()
const length = (text: string): number => [...graphemeSegmenter.segment(text)].length
