import { createWriter } from '../../flow/writer.ts'
import { beginTable, endCell, endPart, endRow, finishTable, type TableInMaking } from './latex-table.ts'
import { closeGroup, type Handler, openGroup, type LatexState } from './state.ts'

/** The table whose cells are written here; none within a group in a cell. */
const tableHere = ({ tables, groups, deeper }: LatexState): TableInMaking | undefined => {
  const table = tables.at(-1)
  return table !== undefined && table.depth === groups.length && deeper === 0 ? table : undefined
}

/** Begins the next cell; false where there is no table. */
export const nextCell = (state: LatexState): boolean => {
  const table = tableHere(state)
  if (table !== undefined) state.writer = endCell(table, state.writer)
  return table !== undefined
}

/** Begins the next row; false where there is no table. */
export const nextRow = (state: LatexState): boolean => {
  const table = tableHere(state)
  if (table === undefined) return false
  state.input.match(/\*?(?:\s{0,20}\[[^\]\n]{0,40}\])?/y)
  state.writer = endCell(table, state.writer)
  endRow(table)
  return true
}

export const openTable = (state: LatexState, environment: string): void => {
  const { input } = state
  if (/^(?:tabular\*|tabularx|tabulary|tabularx\*|tblr)$/.test(environment) && environment !== 'tblr') input.argument()
  input.option()
  input.argument()
  const table = beginTable(state.writer, state.groups.length + 1)
  state.writer = createWriter()
  state.tables.push(table)
  openGroup(state, environment, () => {
    state.writer = endCell(table, state.writer)
    endRow(table)
    state.tables.splice(state.tables.indexOf(table))
    state.writer = table.outer
    const isInTable = state.tables.length > 0
    state.writer.push(...finishTable(table, isInTable ? '' : state.caption))
    if (!isInTable) state.caption = ''
  })
}

const handleLatexTableRule: Handler = (state, name) => {
  const table = state.tables.at(-1)
  if (table !== undefined && name !== 'cline' && name !== 'cmidrule')
    table.rules.add(table.head.length + table.rows.length)
  if (name === 'hline' || name === 'endhline') return
  state.input.option()
  if (name === 'cline' || name === 'cmidrule') {
    state.input.match(/\([a-z\d.{}]{1,20}\)/y)
    state.input.argument()
  }
}

const spanning = (source: string | null): number => {
  const count = Number.parseInt(source ?? '', 10)
  return Number.isSafeInteger(count) && count > 0 ? count : 1
}

const handleLatexTablePart: Handler = (state, name) => {
  const table = state.tables.at(-1)
  if (table !== undefined) endPart(table, name)
}

export const tableCommands: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(
    ['hline', 'toprule', 'midrule', 'bottomrule', 'cline', 'cmidrule', 'Xhline'].map((name) => [
      name,
      handleLatexTableRule,
    ]),
  ),
  ...Object.fromEntries(
    ['endfirsthead', 'endhead', 'endfoot', 'endlastfoot'].map((name) => [name, handleLatexTablePart]),
  ),
  multicolumn: (state) => {
    const columns = spanning(state.input.argument())
    state.input.argument()
    const table = state.tables.at(-1)
    if (table !== undefined) table.span = { ...table.span, columns }
  },
  multirow: (state) => {
    state.input.option()
    const rows = spanning(state.input.argument())
    state.input.option()
    state.input.argument()
    state.input.option()
    const table = state.tables.at(-1)
    if (table !== undefined) table.span = { ...table.span, rows }
  },
  tabularnewline: (state) => {
    nextRow(state)
  },
  egroup: closeGroup,
}
