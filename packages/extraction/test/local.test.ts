import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractFromDocument } from '../src/extract.ts'
import { blockPage, pagesOf, tablePage } from './build-reading.ts'
import { schemaOf } from './schema-of.ts'

const string = { type: 'string' }
const number = { type: 'number' }
const day = { type: 'string', format: 'date' }
const rowsOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } })

describe('Without a model', () => {
  for (const [language, lines] of Object.entries({
    English: ['Invoice no.: A-17', 'Due date: 25 March 2024', 'Total amount: 1,200.50'],
    German: ['Rechnungsnummer: A-17', 'Fälligkeitsdatum: 25. März 2024', 'Gesamtbetrag: 1.200,50'],
    French: ['Numéro de facture : A-17', "Date d'échéance : 25 mars 2024", 'Montant total : 1200,50'],
    Spanish: ['Número de factura: A-17', 'Fecha de vencimiento: 25 de marzo de 2024', 'Importe total: 1.200,50'],
    Italian: ['Numero fattura: A-17', 'Data di scadenza: 25 marzo 2024', 'Importo totale: 1.200,50'],
    Portuguese: ['Número da fatura: A-17', 'Data de vencimento: 25 de março de 2024', 'Valor total: 1.200,50'],
    Dutch: ['Factuurnummer: A-17', 'Vervaldatum: 25 maart 2024', 'Totaalbedrag: 1.200,50'],
  }))
    it(`values are found by their labels in ${language}`, () => {
      const schema = schemaOf({ invoiceNumber: string, dueDate: day, totalAmount: number })
      assert.deepEqual(extractFromDocument(pagesOf(lines), schema).data, {
        invoiceNumber: 'A-17',
        dueDate: '2024-03-25',
        totalAmount: 1200.5,
      })
    })

  it('says nothing where two labels claim the same value, or two values one label', () => {
    const schema = schemaOf({ orderNumber: string, total: number })
    const { data, evidence } = extractFromDocument(
      pagesOf(['Order no.: 7001', 'Order no.: 7002', 'Total: 10.00', 'Total: 20.00']),
      schema,
    )
    assert.deepEqual(data, { orderNumber: null, total: null })
    assert.ok(evidence.every(({ status, value }) => status === 'not_found' && value === null))
  })

  it('says nothing of a date that may be two', () => {
    const schema = schemaOf({ issueDate: day })
    assert.deepEqual(extractFromDocument(pagesOf(['Issue date: 05/03/2024']), schema).data, { issueDate: null })
    const told = pagesOf(['Issue date: 05/03/2024', 'Printed on 25/03/2024'])
    assert.deepEqual(extractFromDocument(told, schema).data, { issueDate: '2024-03-05' })
  })

  it('takes no label for a value', () => {
    const schema = schemaOf({ placeOfReceipt: string, portOfLoading: string })
    const form = pagesOf(['Place of receipt:', 'Port of loading: Hamburg'])
    assert.deepEqual(extractFromDocument(form, schema).data, { placeOfReceipt: null, portOfLoading: 'Hamburg' })
  })

  it('takes no reference to a note for the amount of a line', () => {
    const schema = schemaOf({ totalAssets: number, netResult: number })
    const right = { totalAssets: 43625, netResult: 2290 }
    const lines = pagesOf([
      '# Balance sheet',
      'Inventories     3;9   18,075   18,753',
      'Customers       3;14  13,653   14,050',
      'Total assets          43,625   45,605',
      'Net result      17     2,290    3,810',
    ])
    assert.deepEqual(extractFromDocument(lines, schema).data, right)
    const table = tablePage('Balance sheet', [
      ['', 'Notes', '2023', '2022'],
      ['Inventories', '3;9', '18,075', '18,753'],
      ['Total assets', '', '43,625', '45,605'],
      ['Net result', '17', '2,290', '3,810'],
    ])
    assert.equal(extractFromDocument(table, schema).data['netResult'], 2290)
    const numbered = pagesOf(['# Team', 'Members in all:   17'])
    assert.deepEqual(extractFromDocument(numbered, schemaOf({ membersInAll: number })).data, { membersInAll: 17 })
  })

  it('fills arrays from tables by their headers, and leaves out totals', () => {
    const schema = schemaOf({ items: rowsOf({ description: string, quantity: number, unitPrice: number }) })
    const table = tablePage('Artikel', [
      ['Bezeichnung', 'Menge', 'Einzelpreis'],
      ['Hammer', '2', '12,50'],
      ['Säge', '1', '30,00'],
      ['Summe', '', '55,00'],
    ])
    const { data, evidence } = extractFromDocument(table, schema)
    assert.deepEqual(data, {
      items: [
        { description: 'Hammer', quantity: 2, unitPrice: 12.5 },
        { description: 'Säge', quantity: 1, unitPrice: 30 },
      ],
    })
    assert.ok(evidence.every(({ status }) => status === 'found'))
  })

  it('leaves an array empty where no table has its columns', () => {
    const schema = schemaOf({ medications: rowsOf({ drug: string, dose: string }) })
    assert.deepEqual(
      extractFromDocument(
        tablePage('Rooms', [
          ['No.', 'Area'],
          ['101', '20'],
        ]),
        schema,
      ).data,
      {
        medications: [],
      },
    )
  })

  it('fills arrays from the lines of a statement below its title', () => {
    const schema = schemaOf({ balanceSheet: rowsOf({ lineItem: string, amount: number }) })
    const statement = pagesOf([
      '# Bilanz',
      'Anhang                           31.12.2022         31.12.2021',
      'Grundstücke                 (3)        1.250.000          1.300.000',
      'Vorräte                                   48.120             51.003',
      'Summe                                  1.298.120          1.351.003',
    ])
    assert.deepEqual(extractFromDocument(statement, schema).data, {
      balanceSheet: [
        { lineItem: 'Grundstücke', amount: 1_250_000 },
        { lineItem: 'Vorräte', amount: 48_120 },
      ],
    })
  })

  it('says nothing of amounts of several periods that nothing tells apart', () => {
    const schema = schemaOf({ balanceSheet: rowsOf({ lineItem: string, amount: number }) })
    const untold = pagesOf(['# Balance sheet', 'Inventories          48,120      51,003'])
    assert.deepEqual(extractFromDocument(untold, schema).data, { balanceSheet: [] })
    const older = pagesOf([
      '# Balance sheet',
      '                     2021        2022',
      'Inventories          48,120      51,003',
    ])
    assert.deepEqual(extractFromDocument(older, schema).data, {
      balanceSheet: [{ lineItem: 'Inventories', amount: 51_003 }],
    })
  })

  it('takes the column of the year that the schema names, below a header of years', () => {
    const passengers = { type: 'number', description: 'Passengers of the year (2025)' }
    const schema = schemaOf({ routes: rowsOf({ route: string, passengers }) })
    const table = tablePage('Passengers by route', [
      ['Route', '2024', '2025', 'Change'],
      ['Skerry', '418', '431', '+3.1%'],
      ['Holm', '346', '349', '+0.9%'],
    ])
    const unmarked = {
      ...table,
      tables: table.tables.map((one) => ({ ...one, cells: one.cells.map((cell) => ({ ...cell, header: false })) })),
    }
    for (const each of [table, unmarked])
      assert.deepEqual(extractFromDocument(each, schema).data, {
        routes: [
          { route: 'Skerry', passengers: 431 },
          { route: 'Holm', passengers: 349 },
        ],
      })
  })

  it('fills arrays from lists below their titles', () => {
    const list = blockPage('heading', 'Allergies')
    const [page] = list.pages
    assert.ok(page !== undefined)
    const item = (id: string, text: string) => ({ id, page: 1, bbox: null, type: 'list_item', text }) as const
    const blocks = [...page.blocks, item('p1-b2', 'Penicillin'), item('p1-b3', 'Latex')]
    const schema = schemaOf({ allergies: { type: 'array', items: string } })
    const { data } = extractFromDocument({ ...list, pages: [{ ...page, blocks }] }, schema)
    assert.deepEqual(data, { allergies: ['Penicillin', 'Latex'] })
  })

  it('fills a schema from XML, rows from elements that are repeated', () => {
    const xml = `<Order><ID>77</ID><Buyer><Party><Name>Acme &amp; Sons</Name></Party></Buyer>
<OrderLine><ID>1</ID><Quantity>3</Quantity></OrderLine>
<OrderLine><ID>2</ID><Quantity>5</Quantity></OrderLine></Order>`
    const schema = schemaOf({ buyerName: string, orderLines: rowsOf({ lineId: string, quantity: number }) })
    assert.deepEqual(extractFromDocument(blockPage('code', xml), schema).data, {
      buyerName: 'Acme & Sons',
      orderLines: [
        { lineId: '1', quantity: 3 },
        { lineId: '2', quantity: 5 },
      ],
    })
  })
})
