import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { maxCells } from '../src/flow/flow.ts'
import { csvEngine } from '../src/text/csv/csv-engine.ts'
import { failsWith, reader, rowsOf, codesOfWarnings } from '@polyparse/test-support/reading'

const read = reader(csvEngine, 'text/csv')
const readTabs = reader(csvEngine, 'text/tab-separated-values')

describe('a CSV', () => {
  it('is one table with its first row as header', async () => {
    const document = await read('Name,Amount\r\n"Smith, Ann",1\r\n"say ""hi""\nthere",2\r\n')
    assert.deepEqual(rowsOf(document), [
      ['Name', 'Amount'],
      ['Smith, Ann', '1'],
      ['say "hi"\nthere', '2'],
    ])
    assert.deepEqual(
      document.tables[0]?.cells.map(({ header }) => header),
      [true, true, false, false, false, false],
    )
    assert.equal(document.pages[0]?.blocks[0]?.table, document.tables[0]?.id)
  })

  const dialects: Readonly<Record<string, string>> = {
    comma: 'a,b\n1;5,2\n',
    semicolon: 'a;b\n1,5;2,5\n',
    tab: 'a\tb\n1,5\t2\n',
    pipe: 'a|b\n1,5|2\n',
    'one that it names itself': 'sep=^\na^b\n1,5^2,5\n',
  }
  for (const [name, source] of Object.entries(dialects))
    it(`is delimited by ${name}`, async () => {
      const document = await read(source)
      assert.equal(document.tables[0]?.columnCount, 2)
      assert.equal(rowsOf(document)[0]?.join(' '), 'a b')
    })

  it('with one column has one column', async () => {
    assert.deepEqual(rowsOf(await read('name\nAnn\n')), [['name'], ['Ann']])
    assert.deepEqual(rowsOf(await readTabs('a\tb\n')), [['a', 'b']])
  })

  it('may have rows of any length, and empty lines', async () => {
    const document = await read('\ufeffa,b\n1\n\n1,2,3\n')
    assert.deepEqual(rowsOf(document), [['a', 'b'], ['1'], ['1', '2', '3']])
    assert.equal(document.tables[0]?.columnCount, 3)
  })

  it('may have quotes that do not pair up', async () => {
    assert.deepEqual(rowsOf(await read('a,b\n"1,2\n3,4\n')), [
      ['a', 'b'],
      ['"1', '2'],
      ['3', '4'],
    ])
    assert.deepEqual(rowsOf(await read('a,b\n5" pipe,2\n')), [
      ['a', 'b'],
      ['5" pipe', '2'],
    ])
  })

  it('is read in the encoding that its bytes show', async () => {
    assert.deepEqual(rowsOf(await read(Buffer.from('Größe,b\n1,2\n', 'latin1')))[0], ['Größe', 'b'])
    assert.deepEqual(rowsOf(await read(Buffer.from('\ufeffGröße,b\n1,2\n', 'utf16le')))[0], ['Größe', 'b'])
  })

  it('is read up to the limit of cells, with a warning', async () => {
    const document = await read('1,2,3,4,5\n'.repeat(maxCells / 5 + 1))
    assert.equal(document.tables[0]?.cells.length, maxCells)
    assert.deepEqual(codesOfWarnings(document), [['table_truncated', undefined]])
    const wide = await read(`a,b\n${'1\n'.repeat(1000)}${','.repeat(100_000)}\n`)
    assert.deepEqual(codesOfWarnings(wide), [['table_truncated', undefined]])
  })

  it('without bytes is empty', async () => {
    await assert.rejects(read(' \n\n'), failsWith('document_empty'))
  })
})
