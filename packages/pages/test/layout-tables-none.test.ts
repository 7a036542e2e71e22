import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTables } from '../src/layout/tables/find-tables.ts'
import { across, lattice, line, page, prose, rows } from './layout-tables-page.ts'

const none = (content: Parameters<typeof findTables>[0]): void => assert.deepEqual(findTables(content), [])

describe('no table', () => {
  it('is found in two columns of running text', () => {
    none(page({ words: [...prose(50, 60, 30, 230), ...prose(310, 60, 30, 230)] }))
  })

  it('is found in running text between rules across the whole page', () => {
    none(page({ words: prose(50, 80, 20, 480), rules: [across(60, 50, 540), across(380, 50, 540)] }))
  })

  it('is found in a frame around text', () => {
    none(page({ words: prose(60, 80, 8), rules: lattice([50, 480], [65, 200]) }))
  })

  it('is found in a list or a bibliography', () => {
    const items = ['first the flour', 'then the water', 'then the salt', 'and the yeast at last']
    none(
      page({
        words: rows(
          items.map((item, index) => [`${index + 1}.`, item]),
          { xs: [50, 70], top: 100 },
        ),
      }),
    )
    none(
      page({
        words: rows(
          items.map((item) => ['•', item]),
          { xs: [50, 70], top: 100 },
        ),
      }),
    )
    none(
      page({
        words: rows(
          items.map((item, index) => [`[${index + 1}]`, item]),
          { xs: [50, 80], top: 100 },
        ),
      }),
    )
  })

  it('is found in boxes to tick with their labels, side by side', () => {
    const options = [
      ['☑', 'access report', '☐', 'referral to services'],
      ['☐', 'protective plan', '☐', 'transportation'],
      ['☑', 'assessment', '☑', 'law enforcement'],
      ['☐', 'safety plan', '☐', 'case closed'],
    ]
    none(page({ words: rows(options, { xs: [50, 70, 250, 270], top: 100 }) }))
    none(
      page({
        words: rows(
          options.map(([tick = '', label = '']) => [tick, label]),
          { xs: [50, 70], top: 100 },
        ),
      }),
    )
  })

  it('is found in authors side by side, with where they work and their addresses below', () => {
    const authors = [
      ['Birgit Heron', 'Carl Rook', 'Mia Doe'],
      ['Heron Research', 'Heron Research', 'Heron Research'],
      ['Holm, Norway', 'Holm, Norway', 'Holm, Norway'],
      ['bh@heron.example', 'cr@heron.example', 'md@heron.example'],
    ]
    none(page({ words: rows(authors, { xs: [60, 230, 400], top: 100 }) }))
  })

  it('is found in a table of contents', () => {
    const entries = [
      ['Introduction', '1'],
      ['Methods', '4'],
      ['Results', '9'],
      ['Discussion', '17'],
      ['References', '23'],
    ]
    none(page({ words: rows(entries, { xs: [50, -500], top: 100 }) }))
  })

  it('is found in the scales of a chart', () => {
    const scale = ['500', '400', '300', '200', '100', '0'].map((value) => [value, value])
    none(page({ words: rows(scale, { xs: [-80, -400], top: 100, pitch: 20 }) }))
  })

  it('is found in code, with its background', () => {
    const code = ['const answer = await ask({', '  question,', '  patience: 10,', '})']
    const words = code.flatMap((text, index) => line(60, 100 + index * 12, text, { monospaced: true }))
    none(page({ words, fills: [{ box: [50, 85, 500, 145], color: 0xf5f5f5 }] }))
  })

  it('is found in code with comments in a column of their own', () => {
    const code = [
      ['const link = new Link({', ''],
      ['  retries: true,', '// again and again'],
      ['  pause: 5000,', '// in milliseconds'],
      ["  comment: 'none',", '// what to say'],
      ['})', ''],
    ]
    none(page({ words: rows(code, { xs: [60, 260], top: 100, pitch: 12 }) }))
  })

  it('is found in what a program prints', () => {
    const printed = [
      ['214', 'name=maren'],
      ['97', 'name=ojo'],
      ['12', 'name=guest'],
    ]
    const words = rows(printed, { xs: [60, 140], top: 115, monospaced: true })
    none(page({ words: [...prose(50, 60, 3), ...words] }))
  })

  it('is found in addresses beside each other', () => {
    const block = [
      ['Anna Berg', 'Carl Dahl'],
      ['Long Street 5', 'Short Lane 9'],
      ['Oldtown', 'Newtown'],
    ]
    none(page({ words: rows(block, { xs: [50, 300], top: 100 }) }))
  })
})

describe('a page with more content than anyone reads', () => {
  it('is read without a search for tables', () => {
    const words = Array.from({ length: 400 }, (_, row) =>
      rows([Array.from({ length: 100 }, () => '7')], {
        xs: Array.from({ length: 100 }, (__, column) => column * 5),
        top: row * 2,
      }),
    ).flat()
    none(page({ words }))
  })

  it('may have any number of lines', () => {
    const rules = Array.from({ length: 100_000 }, (_, index) =>
      across((index * 7) % 800, index % 500, (index % 500) + 9),
    )
    none(page({ words: line(50, 100, 'a map'), rules }))
  })
})
