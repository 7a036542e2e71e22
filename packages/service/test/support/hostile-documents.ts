import { openDocumentOf } from '@polyparse/test-support/office'

export type HostileDocument = {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

const outputs = (names: string): Record<string, string> => ({ 'X-Service-Outputs': names })

/** Every output of the default provider. */
export const everyOutput = outputs('tables,json,pages,markdown,text,metadata')

/** Small documents that are enormous once they are read or rendered. */
export const hostileDocuments = (): HostileDocument[] => [
  {
    name: 'a million rows of sixteen thousand cells.ods',
    type: 'application/vnd.oasis.opendocument.spreadsheet',
    bytes: spreadsheetOf(1_048_576, 16_384),
  },
  { name: 'two million rows.csv', type: 'text/csv', bytes: Buffer.from('a,b\n'.repeat(2_000_000)) },
  { name: 'deep quotes.md', type: 'text/markdown', bytes: Buffer.from('>'.repeat(1_000_000)) },
]

const spreadsheetOf = (rows: number, columns: number): Buffer =>
  Buffer.from(
    openDocumentOf('spreadsheet', {
      body: `<table:table table:name="a"><table:table-row table:number-rows-repeated="${rows}">
        <table:table-cell table:number-columns-repeated="${columns}"><text:p>x</text:p></table:table-cell>
      </table:table-row></table:table>`,
    }),
  )
