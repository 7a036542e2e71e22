import type { JsonOption } from './options.ts'
import { formatTable, type Row } from './table.ts'

/** Prints the result: as one JSON object, or as people read it. Nothing else goes to standard output. */
export const print = (result: object, { json = false }: JsonOption, readable: () => string): void => {
  process.stdout.write(`${json ? JSON.stringify(result) : readable()}\n`)
}

/** A table, or a sentence where it would be empty. */
export const tableOr = (empty: string, headings: Row, rows: readonly Row[]): string =>
  rows.length === 0 ? empty : formatTable([headings, ...rows])

/** For people: to the second, in UTC; `-` where there is none. */
export const readableTime = (time: string | null): string =>
  time === null ? '-' : `${time.slice(0, 10)} ${time.slice(11, 19)}Z`

/** For people who wait for it, and never in the way of the result. */
export const remark = (text: string): void => {
  process.stderr.write(`${text}\n`)
}
