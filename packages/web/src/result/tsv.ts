/** A grid as spreadsheets paste it: cells between tabs, so none within a cell. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((text) => text.replace(/\s+/g, ' ').trim()).join('\t')}\n`).join('')
