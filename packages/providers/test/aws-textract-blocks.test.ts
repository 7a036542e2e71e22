import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { TextractBlock } from '../src/vendors/aws-textract/aws-textract-answer-shape.ts'
import { textractToAnswer } from '../src/vendors/aws-textract/aws-textract-to-answer.ts'

type Links = Readonly<Record<string, readonly string[]>>

const block = (Id: string, BlockType: string, links: Links = {}, more: Partial<TextractBlock> = {}): TextractBlock => ({
  Id,
  BlockType,
  Relationships: Object.entries(links).map(([Type, Ids]) => ({ Type, Ids: [...Ids] })),
  ...more,
})
const word = (Id: string, Text = Id) => block(Id, 'WORD', {}, { Text, Confidence: 50 })
const line = (Id: string, ...words: string[]) => block(Id, 'LINE', { CHILD: words })
const tick = (Id: string, SelectionStatus: string) => block(Id, 'SELECTION_ELEMENT', {}, { SelectionStatus })
const cell = (Id: string, row: number, column: number, ...words: string[]) =>
  block(Id, 'CELL', { CHILD: words }, { RowIndex: row, ColumnIndex: column, RowSpan: 1, ColumnSpan: 1 })

const pageOf = (...blocks: TextractBlock[]) => {
  const { pages } = textractToAnswer([{ Blocks: blocks }], {
    vendor: 'Textract',
    raw: null,
    originalPage: (page) => page,
  })
  return { blocks: pages[0]?.blocks ?? [], fields: pages[0]?.fields ?? [] }
}
const textsOf = (...blocks: TextractBlock[]) => pageOf(...blocks).blocks.map(({ type, text }) => [type, text])

describe('what Textract has read', () => {
  it('has a table where its words are in the layout, with its title and footer beside it', () => {
    const words = ['Before', 'Letters', 'a', 'b', 'Note', 'After'].map((each) => word(each))
    const { blocks } = pageOf(
      ...words,
      block('t', 'TABLE', { CHILD: ['c1', 'c2'], TABLE_TITLE: ['title'], TABLE_FOOTER: ['footer'] }),
      cell('c1', 1, 1, 'a'),
      cell('c2', 1, 2, 'b'),
      block('title', 'TABLE_TITLE', { CHILD: ['Letters'] }),
      block('footer', 'TABLE_FOOTER', { CHILD: ['Note'] }),
      ...['Before', 'Letters', 'Note', 'After'].map((each) => line(`l-${each}`, each)),
      line('l-row', 'a', 'b'),
      block('1', 'LAYOUT_TEXT', { CHILD: ['l-Before'] }),
      block('2', 'LAYOUT_SECTION_HEADER', { CHILD: ['l-Letters'] }),
      block('3', 'LAYOUT_TABLE', { CHILD: ['l-row'] }),
      block('4', 'LAYOUT_TEXT', { CHILD: ['l-Note'] }),
      block('5', 'LAYOUT_TEXT', { CHILD: ['l-After'] }),
    )
    assert.deepEqual(
      blocks.map(({ type, text, table }) => [type, text, table?.caption]),
      [
        ['paragraph', 'Before', undefined],
        ['caption', 'Letters', undefined],
        ['table', 'a\tb', 'Letters'],
        ['footnote', 'Note', undefined],
        ['paragraph', 'After', undefined],
      ],
    )
  })

  it('has the text of a table that was not recognised as one, and a table that the layout has not', () => {
    const row = [word('a'), word('b'), line('l', 'a', 'b')]
    assert.deepEqual(textsOf(...row, block('1', 'LAYOUT_TABLE', { CHILD: ['l'] })), [['paragraph', 'a b']])
    assert.deepEqual(
      textsOf(
        ...row,
        word('c'),
        block('t', 'TABLE', { CHILD: ['c1'] }),
        cell('c1', 1, 1, 'c'),
        block('1', 'LAYOUT_TEXT', { CHILD: ['l'] }),
      ),
      [
        ['paragraph', 'a b'],
        ['table', 'c'],
      ],
    )
  })

  it('has lines where no layout was asked for, and those that the layout leaves out', () => {
    const lines = [word('a'), word('b'), line('la', 'a'), line('lb', 'b')]
    assert.deepEqual(textsOf(...lines), [
      ['paragraph', 'a'],
      ['paragraph', 'b'],
    ])
    assert.deepEqual(textsOf(...lines, block('1', 'LAYOUT_TITLE', { CHILD: ['lb'] })), [
      ['title', 'b'],
      ['paragraph', 'a'],
    ])
  })

  it('has items of lists with their numbers, without their bullets', () => {
    const lines = [line('l1', 'n', 'x'), line('l2', 'dot', 'y')]
    const { blocks } = pageOf(
      word('n', '(2)'),
      word('x'),
      word('dot', '•'),
      word('y'),
      ...lines,
      block('1', 'LAYOUT_LIST', { CHILD: ['l1', 'l2'] }),
    )
    assert.deepEqual(
      blocks.map(({ type, marker, text }) => [type, marker, text]),
      [
        ['list_item', '(2)', 'x'],
        ['list_item', '•', 'y'],
      ],
    )
  })

  it('has labels of forms with their values, and boxes to tick', () => {
    const box = (Left: number) => ({ Geometry: { BoundingBox: { Left, Top: 0.5, Width: 0.25, Height: 0.25 } } })
    const pair = (name: string, value: string, left: number) => [
      block(
        `k-${name}`,
        'KEY_VALUE_SET',
        { CHILD: [name], VALUE: [`v-${name}`] },
        { EntityTypes: ['KEY'], ...box(left) },
      ),
      block(`v-${name}`, 'KEY_VALUE_SET', { CHILD: [value] }, { EntityTypes: ['VALUE'], ...box(left + 0.25) }),
    ]
    const { fields } = pageOf(
      word('name', 'Name:'),
      word('Ada'),
      word('yes', 'Yes'),
      tick('on', 'SELECTED'),
      word('no', 'No'),
      tick('off', 'NOT_SELECTED'),
      word('empty', 'Date:'),
      ...pair('name', 'Ada', 0),
      ...pair('yes', 'on', 0),
      ...pair('no', 'off', 0.5),
      ...pair('empty', 'nothing', 0),
    )
    assert.deepEqual(fields, [
      { label: 'Name', value: 'Ada', kind: 'pair', box: [0, 0.5, 0.5, 0.75] },
      { label: 'Yes', value: '☑', kind: 'checkbox', box: [0, 0.5, 0.5, 0.75] },
      { label: 'No', value: '☐', kind: 'checkbox', box: [0.5, 0.5, 1, 0.75] },
    ])
  })

  it('has boxes to tick in cells, and ends where ids lead round in circles or nowhere', () => {
    const { blocks } = pageOf(
      tick('on', 'SELECTED'),
      word('Paid'),
      block('t', 'TABLE', { CHILD: ['c', 't', 'nobody'], MERGED_CELL: ['m'] }),
      cell('c', 1, 1, 'on', 'Paid', 't'),
      block('m', 'MERGED_CELL', { CHILD: ['c', 'm'] }, { RowIndex: 1, ColumnIndex: 1, RowSpan: 1, ColumnSpan: 2 }),
      block('1', 'LAYOUT_LIST', { CHILD: ['2'] }),
      block('2', 'LAYOUT_LIST', { CHILD: ['1'] }),
    )
    assert.deepEqual(
      blocks.map(({ text, table }) => [text, table?.columnCount]),
      [['☑ Paid', 2]],
    )
  })
})
