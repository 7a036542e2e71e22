/** A row of CSV without its line end (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => cells.map(field).join(',')

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
