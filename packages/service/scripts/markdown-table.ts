/** A pipe table with its columns aligned, the way the formatter leaves it; the first row is the header. */
export const markdownTable = ([header = [], ...rows]: readonly (readonly string[])[]): string => {
  const cells = [header, ...rows].map((row) => row.map((text) => text.replaceAll('|', '\\|')))
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  const [first = [], ...others] = cells
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n')
}
