export type Row = readonly string[]

/** Columns as wide as their widest cell, two spaces apart. */
export const formatTable = (rows: readonly Row[]): string => {
  const lines = rows.map((row) => row.map(harmless))
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

/** Filenames and URLs are the callers': nothing in them may steer the terminal. */
export const harmless = (cell: string): string => cell.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')

const characters = new Intl.Segmenter()
const length = (text: string): number => [...characters.segment(text)].length
