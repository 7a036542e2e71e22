export type Row = readonly string[]

/** Formats columns as wide as their widest cell, two spaces apart. */
export const formatTable = (rows: readonly Row[]): string => {
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

/** Replaces control characters: filenames and URLs come from callers and must not control the terminal. */
export const replaceControls = (cell: string): string => cell.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')

const characters = new Intl.Segmenter()
const length = (text: string): number => [...characters.segment(text)].length
