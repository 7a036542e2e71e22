import type { Field } from '@polyparse/document'
import type { FlowBlock, FlowCell, FlowPage, FlowRun, FlowTable } from './flow.ts'

type Answer = Pick<Field, 'label' | 'value' | 'kind'>

/**
 * Returns what was filled in on a page, with the labels beside it: before what was entered, behind a box to tick, in the
 * cell to the left or above, or in a line above that leads to it. What has none has the title of its control.
 */
export const fieldsOfFlowPage = ({ number, blocks }: FlowPage): Field[] =>
  answersIn(blocks).map((answer) => ({ ...answer, page: number, bbox: null }))

const answersIn = (blocks: readonly FlowBlock[]): Answer[] => {
  const found: Answer[] = []
  let above = ''
  for (const block of blocks) {
    const inside =
      block.table === undefined ? answersOfContent(block, { entered: above, box: above }) : answersOfTable(block.table)
    for (const answer of inside) found.push(answer)
    above = inside.length === 0 && block.text.trimEnd().endsWith(':') ? block.text : ''
  }
  return found
}

/** The labels beside a text, of what was entered in it and of its boxes. */
type LabelsBeside = { readonly entered: string; readonly box: string }

/** @param beside the labels where the text itself has none */
const answersOfContent = ({ runs = [], blocks }: Pick<FlowBlock, 'runs' | 'blocks'>, beside: LabelsBeside): Answer[] =>
  blocks === undefined ? linesOfRuns(runs).flatMap((line) => answersOfLine(line, beside)) : answersIn(blocks)

/**
 * Labels of cells are in front of them, else above; those of boxes behind them, unless the row ends with a box, which
 * then has its label in front, as the others of the row have.
 */
const answersOfTable = ({ cells }: FlowTable): Answer[] => {
  const found: Answer[] = []
  const above = new Map<number, string>()
  let before: FlowCell | undefined
  const ends = new Map(cells.filter(({ text }) => text.trim() !== '').map((cell) => [cell.row, cell]))
  for (const [index, cell] of cells.entries()) {
    const isAnswer = hasAnswer(cell)
    const left = before !== undefined && before.row === cell.row && !hasAnswer(before) ? before.text.trim() : ''
    if (isAnswer) {
      const entered = left === '' ? (above.get(cell.column) ?? '') : left
      const next = cells[index + 1]
      const end = ends.get(cell.row)
      const isBehind = next?.row === cell.row && !hasAnswer(next) && end !== undefined && !hasAnswer(end)
      const behind = isBehind ? next.text.trim() : ''
      for (const answer of answersOfContent(cell, { entered, box: behind || entered })) found.push(answer)
    } else if (cell.text.trim() !== '') above.set(cell.column, cell.text.trim())
    before = cell
  }
  return found
}

const hasAnswer = ({ runs = [], blocks = [] }: Pick<FlowBlock, 'runs' | 'blocks'>): boolean =>
  runs.some(({ entered }) => entered !== undefined) || blocks.some(hasAnswer)

const linesOfRuns = (runs: readonly FlowRun[]): FlowRun[][] => {
  const lines: FlowRun[][] = [[]]
  for (const run of runs) {
    // An answer may have line breaks of its own.
    const parts = run.entered === undefined ? run.text.split('\n') : [run.text]
    for (const [index, text] of parts.entries()) {
      if (index > 0) lines.push([])
      lines.at(-1)?.push({ ...run, text })
    }
  }
  return lines
}

const answersOfLine = (line: readonly FlowRun[], beside: LabelsBeside): Answer[] => {
  /** The texts between the answers: one before each, and one behind the last. */
  const texts = ['']
  const answers: FlowRun[] = []
  for (const run of line) {
    const last = answers.at(-1)
    if (run.entered === undefined) texts.push(`${texts.pop() ?? ''}${run.text}`)
    // One answer may be in several styles.
    else if (last?.entered === run.entered && last.title === run.title && texts.at(-1) === '')
      answers.splice(-1, 1, { ...last, text: last.text + run.text })
    else {
      answers.push(run)
      texts.push('')
    }
  }
  const labelBefore = (index: number): string => labelOf(texts[index] ?? '')
  return answers.flatMap(({ text, entered: kind = 'text', title = '' }, index): Answer[] => {
    if (kind === 'checkbox' || kind === 'radio') {
      const label = labelOf(texts[index + 1] ?? '') || labelBefore(index) || labelOf(beside.box) || title
      return [{ kind, label, value: text.includes('☐') ? '☐' : '☑' }]
    }
    const value = text.trim()
    return value === '' ? [] : [{ kind, label: labelBefore(index) || labelOf(beside.entered) || title, value }]
  })
}

/** A label without what leads to its value. */
const labelOf = (text: string): string => {
  const label = text.replaceAll(/\s+/g, ' ').trim()
  let end = label.length
  while (end > 0 && ':._… '.includes(label.charAt(end - 1))) end -= 1
  return label.slice(0, end)
}
