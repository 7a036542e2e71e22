import { newField, type SchemaField } from './schema-fields.ts'

export const schemaExamples = ['invoice', 'receipt', 'statement'] as const
export type SchemaExample = (typeof schemaExamples)[number]

type Given = Pick<SchemaField, 'name' | 'type'> &
  Partial<Pick<SchemaField, 'description'>> & { columns?: readonly Given[] }

const examples: Readonly<Record<SchemaExample, readonly Given[]>> = {
  invoice: [
    { name: 'invoiceNumber', type: 'text', description: 'Invoice number (Rechnungsnummer)' },
    { name: 'invoiceDate', type: 'date', description: 'Invoice date (Rechnungsdatum)' },
    { name: 'dueDate', type: 'date', description: 'Due date (fällig am)' },
    { name: 'netAmount', type: 'number', description: 'Net amount (Nettobetrag)' },
    { name: 'taxAmount', type: 'number', description: 'VAT (Mehrwertsteuer)' },
    { name: 'totalAmount', type: 'number', description: 'Total amount (Gesamtbetrag)' },
    {
      name: 'items',
      type: 'table',
      columns: [
        { name: 'description', type: 'text', description: 'Description (Bezeichnung)' },
        { name: 'quantity', type: 'number', description: 'Quantity (Menge)' },
        { name: 'unitPrice', type: 'number', description: 'Unit price (Einzelpreis)' },
        { name: 'amount', type: 'number', description: 'Amount (Betrag)' },
      ],
    },
  ],
  receipt: [
    { name: 'date', type: 'date', description: 'Date (Datum)' },
    { name: 'total', type: 'number', description: 'Total (Summe)' },
    { name: 'tax', type: 'number', description: 'VAT (MwSt)' },
    {
      name: 'items',
      type: 'table',
      columns: [
        { name: 'name', type: 'text', description: 'Item (Artikel)' },
        { name: 'price', type: 'number', description: 'Price (Preis)' },
      ],
    },
  ],
  statement: [
    { name: 'accountNumber', type: 'text', description: 'Account number, IBAN (Kontonummer)' },
    { name: 'openingBalance', type: 'number', description: 'Opening balance (Anfangssaldo)' },
    { name: 'closingBalance', type: 'number', description: 'Closing balance (Endsaldo)' },
    {
      name: 'transactions',
      type: 'table',
      columns: [
        { name: 'date', type: 'date', description: 'Date (Datum)' },
        { name: 'description', type: 'text', description: 'Description (Verwendungszweck)' },
        { name: 'amount', type: 'number', description: 'Amount (Betrag)' },
      ],
    },
  ],
}

export const fieldsOfExample = (example: SchemaExample): SchemaField[] => examples[example].map(fieldOfExample)

const fieldOfExample = ({ columns = [], ...given }: Given): SchemaField =>
  newField({ ...given, columns: columns.map(fieldOfExample) })
