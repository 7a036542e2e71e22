import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { score, type Metric, type Scores } from '../../quality/score/score.ts'

const report = `# Report

Boats were counted in May and again in June, by the same two people.

## Method

Every boat counts once.

| Month | Boats | Crew |
| --- | --- | --- |
| May | 12 | 40 |
| June | 17 | 61 |

- Sails
  - Main
- Oars

1. Push off
2. Row

## Result

**Winner:** The blue boat

**Time:** 12 minutes`

const near = (value: number | null, expected: number): void => {
  assert.ok(value !== null && Math.abs(value - expected) < 1e-9, `${value} is not ${expected}`)
}

/** The metrics that are below 1, and those alone. */
const lowered = (scores: Scores): Metric[] => {
  const names: readonly Metric[] = ['text', 'tables', 'headings', 'lists', 'pairs']
  return names.filter((name) => (scores[name] ?? 1) < 1)
}

describe('The scores of the quality gate', () => {
  it('are all 1 for the same text', () => {
    assert.deepEqual(score(report, report), { text: 1, tables: 1, headings: 1, lists: 1, pairs: 1 })
  })

  it('are null for what the truth does not have', () => {
    const only = { text: 1, tables: null, headings: null, lists: null, pairs: null }
    assert.deepEqual(score('Words.', 'Words.'), only)
  })

  it('do not depend on the Markdown in which the same thing is written', () => {
    const other = report
      .replace(
        /\| Month[^]*61 \|/,
        '<table><tr><td>Month</td><td>Boats</td><td>Crew</td></tr><tr><td>May</td><td>12</td><td>40</td></tr>' +
          '<tr><td>June</td><td><b>17</b></td><td>61</td></tr></table>',
      )
      .replaceAll('**', '')
      .replaceAll(/^# /gm, '## ')
      .replaceAll(/^## (?!Report)/gm, '### ')
      .replace('two people', '*two* people')
    assert.deepEqual(score(report, other), { text: 1, tables: 1, headings: 1, lists: 1, pairs: 1 })
  })

  it('count a lost row as its share of the table', () => {
    // Nine cells, three rows and the table; four of these nodes are gone.
    near(score(report, report.replace('| May | 12 | 40 |\n', '')).tables, 1 - 4 / 13)
    near(score(report, report.replace('| 17 |', '| 18 |')).tables, 1 - 0.5 / 13)
  })

  it('are halved by a second table that does not exist', () => {
    const read = score(report, `${report}\n\n| x | y |\n| --- | --- |\n| 1 | 2 |`)
    near(read.tables, 0.5)
    assert.ok((read.text ?? 1) < 1, 'its words are too many')
  })

  it('give nothing for a table that is read as text, but everything for its words', () => {
    const read = score(report, report.replace(/\| Month[^]*61 \|/, 'Month Boats Crew May 12 40 June 17 61'))
    near(read.tables, 0)
    near(read.text, 1)
  })

  it('see columns that were read across', () => {
    const truth = 'One two three four five six seven.\n\nEight nine ten eleven twelve thirteen fourteen.'
    const across = 'One two Eight nine ten three four eleven twelve five six seven. thirteen fourteen.'
    assert.ok((score(truth, across).text ?? 1) < 0.7)
    near(score('abcd', 'abxd').text, 0.75)
  })

  it('see headings that are missing, false or of another level', () => {
    const missing = score(report, report.replace('## Method\n', 'Method\n'))
    assert.deepEqual(lowered(missing), ['headings'])
    const levels = score(report, report.replace('## Result', '### Result'))
    // The document, three headings and the text of each; a quarter for the level.
    near(levels.headings, 1 - 0.25 / 7)
    near(score(report, report.replaceAll(/^#+ /gm, '')).headings, 0)
    assert.ok((score(report, report.replace('Every boat', '## Every boat')).headings ?? 1) < 1)
  })

  it('see list items that are lost, and half of those with another marker', () => {
    near(score(report, report.replace('- Oars', '\nOars')).lists, 8 / 9)
    near(score(report, report.replace('  - Main', '- Main')).lists, 0.9)
    near(score(report, report.replace('1. Push off\n2. Row', '- Push off\n- Row')).lists, 0.8)
  })

  it('see values that were torn from their labels', () => {
    const torn = report.replace(/\*\*Winner[^]*/, 'Winner: Time:\n\nThe blue boat\n\n12 minutes')
    near(score(report, torn).pairs, 0)
    near(score(report, report.replace('**Time:** 12', '**Time:** 13')).pairs, 0.5)
  })

  it('take labels and values in a table as well as in lines', () => {
    const table = '| Winner: | The blue boat |\n| --- | --- |\n| Time: | 12 minutes |'
    assert.deepEqual(score(report, report.replace(/\*\*Winner[^]*/, table)), score(report, report))
  })
})
