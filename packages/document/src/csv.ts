/**
 * A row of CSV without its line end (RFC 4180).
 * @example csvLine(['Rent', '1,234', 'say "net"']) // 'Rent,"1,234","say ""net"""'
 */
export const csvLine = (cells: readonly string[]): string => cells.map(field).join(',')

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
