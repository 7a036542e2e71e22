import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import { mergeJudged } from '../src/judging/merge.ts'

const said = (dispute: number, truth: string): JudgedDocument['settlements'][number] => ({
  dispute,
  kind: 'number',
  page: 1,
  sides: [],
  answer: 'text',
  truth,
  right: [],
})
/** `notes` stands for a list that this version does not know. */
const judged = (settlements: JudgedDocument['settlements'], notes: readonly object[] = []): JudgedDocument =>
  Object.assign(
    { name: 'a.pdf', comparedAt: '2026-01-15T09:30:00Z', disputes: 3, readings: [], settlements },
    { notes },
  )

test('what two people said at once is kept, of both, and of one dispute what was said here', () => {
  const base = judged([said(1, 'a'), said(2, 'b')], [{ field: 1, truth: 'x' }])
  const mine = judged(
    [said(2, 'mine'), said(3, 'c')],
    [
      { field: 1, truth: 'x' },
      { field: 2, truth: 'mine' },
    ],
  )
  const theirs = judged([said(1, 'a'), said(2, 'theirs'), said(4, 'd')], [{ field: 1, truth: 'theirs' }])
  assert.deepEqual(
    mergeJudged(base, mine, theirs),
    // The first was taken back here.
    judged(
      [said(4, 'd'), said(2, 'mine'), said(3, 'c')],
      [
        { field: 1, truth: 'theirs' },
        { field: 2, truth: 'mine' },
      ],
    ),
  )
  assert.deepEqual(mergeJudged(null, mine, null), mine)
  assert.equal(mergeJudged(base, null, theirs), null)
  assert.deepEqual(mergeJudged(base, judged([said(1, 'a'), said(2, 'mine')]), null)?.settlements, [said(2, 'mine')])
})
