import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeCell, judgeText, trueCells } from '../../quality/score/part.ts'

const truth = 'The office in Holm lost -12.5 % and 1,204 crowns. Staff filed 38 cases in the café by the harbour.'

describe('a text that was read', () => {
  const judged = (text: string) => judgeText(text, truth)

  it('is right if it is part of the truth', () => {
    assert.deepEqual(judged('Staff filed 38 cases in the café'), { right: true, wrongNumbers: 0 })
  })

  it('is right with less than one wrong character in fifty', () => {
    assert.equal(judged(truth.replace('harbour', 'harbonr')).right, true)
    assert.equal(judged('Staff filod 38 cases').right, false)
  })

  it('is right wherever in the truth it stands', () => {
    assert.deepEqual(judgeText('2', 'Born on 23.11.1987, has 2 children'), { right: true, wrongNumbers: 0 })
  })

  it('is wrong with a wrong number, or with a number missing, however long it is', () => {
    assert.deepEqual(judged(truth.replace('1,204', '1,294')), { right: false, wrongNumbers: 1 })
    assert.deepEqual(judged(truth.replace('-12.5', '12.5')), { right: false, wrongNumbers: 1 })
    assert.equal(judged(truth.replace('38 ', '')).right, false)
    assert.equal(judged('204 crowns').wrongNumbers, 1)
  })
})

describe('a cell that was read', () => {
  const rows = [
    ['Town', '2024', '2025'],
    ['Holm', '310', '452'],
    ['Marram', '452', '371'],
  ]
  const truth = trueCells({
    page: 1,
    bbox: null,
    rowCount: 3,
    columnCount: 3,
    cells: rows.flatMap((texts, row) => texts.map((text, column) => ({ row, column, text }))),
  })

  it('is right with the text of another cell of its row, and of its column', () => {
    assert.deepEqual(judgeCell('452', ['Holm'], ['2025'], truth), { right: true, wrongNumbers: 0 })
    assert.deepEqual(judgeCell('371', ['Holm', ''], ['2025'], truth), { right: false, wrongNumbers: 1 })
    assert.deepEqual(judgeCell('310 452', ['Holm'], ['2025'], truth), { right: false, wrongNumbers: 2 })
  })

  it('is wrong in the column of others', () => {
    assert.deepEqual(judgeCell('371', ['Marram'], ['2024', '310'], truth), { right: false, wrongNumbers: 1 })
  })
})
