import type { Archive } from '../../archive/archive.ts'
import type { FlowBlock, FlowRun } from '../../flow/flow.ts'
import { findAll, findFirst, textOfElement, type XmlElement } from '../../xml/element.ts'
import { tickBox } from '../form-answers.ts'
import { unlessDamaged } from '../omitted.ts'
import { answerOfActiveX } from '../package/active-x.ts'
import { readPart, type Relationship } from '../package/relationships.ts'
import { answersOverCells, type ControlPlace, placeOfCorners } from '../sheet/answers-over-cells.ts'
import type { SheetCell } from '../sheet/sheet-cell.ts'
import type { FindListEntry } from './list-entries.ts'
import type { ProgramControl } from './read-sheet.ts'
import type { Sheet } from './workbook.ts'

type SheetControlsSource = {
  readonly archive: Archive
  readonly related: readonly Relationship[]
  readonly sheet: Sheet
  readonly cells: readonly SheetCell[]
  readonly programs: readonly ProgramControl[]
  readonly findEntry: FindListEntry
}

type SheetControls = {
  /** The cells with the answers that float over those that are empty. */
  readonly cells: readonly SheetCell[]
  /** Answers with labels of their own, and those that float over cells with text, from top to bottom. */
  readonly blocks: readonly FlowBlock[]
  /** The number of controls with an answer that is not read. */
  readonly unread: number
}

/** Returns what is ticked, chosen and entered in the controls that float over a sheet (ECMA-376-4, 14.4). */
export const sheetControls = (source: SheetControlsSource): SheetControls => {
  const { archive, related, cells, programs } = source
  const drawings = related.filter(({ kind, external }) => kind === 'vmlDrawing' && !external)
  const shapes = drawings.flatMap(({ target }) =>
    findAll(unlessDamaged(() => readPart(archive, target))?.root, 'v:shape'),
  )
  if (shapes.length === 0 && programs.length === 0) return { cells, blocks: [], unread: 0 }
  const shapeOfProgram = new Map(shapes.map((shape) => [idOfShape(shape), shape]))
  const answers = [
    ...shapes.map((shape) => ({ shape, runs: answerOfShape(shape, source) })),
    // One is named twice where the file has it for older versions, too, and other kinds are shapes already.
    ...[...new Map(programs.map((one) => [one.relationship, one.shape]))].map(([relationship, shape]) => {
      const target = related.find(({ id, kind, external }) => id === relationship && kind === 'control' && !external)
      return {
        shape: shapeOfProgram.get(shape),
        runs: target === undefined ? [] : answerOfActiveX(archive, target.target),
      }
    }),
  ]
  const placed = answers.flatMap(({ shape, runs }) =>
    runs === null || runs.length === 0 ? [] : [{ runs, ...placeOfShape(shape) }],
  )
  return { ...answersOverCells(cells, placed), unread: answers.filter(({ runs }) => runs === null).length }
}

/** The number of a shape, as a sheet says it. */
const idOfShape = ({ attributes }: XmlElement): string =>
  /^_x0000_s(\d+)$/.exec(attributes['o:spid'] ?? attributes['id'] ?? '')?.[1] ?? ''

/** Nothing where a shape has no answer, null where that is not read. */
const answerOfShape = (shape: XmlElement, { sheet, findEntry }: SheetControlsSource): FlowRun[] | null => {
  const data = findFirst(shape, 'xvml:ClientData')
  const type = data?.attributes['ObjectType'] ?? ''
  const value = (name: string): string => textOfElement(findFirst(data, `xvml:${name}`)).trim()
  if (type === 'Checkbox' || type === 'Radio') {
    const label = textOfElement(findFirst(shape, 'v:textbox')).replaceAll(/\s+/g, ' ').trim()
    const entered = type === 'Radio' ? 'radio' : 'checkbox'
    const box = { text: tickBox(value('Checked') === '1'), entered } as const
    return label === '' ? [box] : [box, { text: ` ${label}` }]
  }
  if (type !== 'Drop' && type !== 'List') return []
  const several = value('MultiSel')
  const chosen = (several === '' ? [value('Sel')] : several.split(',')).map(Number).filter((place) => place > 0)
  const texts = chosen.map((place) => findEntry(value('FmlaRange'), place, sheet))
  if (chosen.length === 0) return []
  return texts.includes(null) ? null : [{ text: texts.join(', '), entered: 'choice' }]
}

/** Pixels of a row and of a column as Excel makes them; the own sizes of a sheet change little about which cell is meant. */
const usualCell = { height: 20, width: 64 }

const placeOfShape = (shape: XmlElement | undefined): ControlPlace => {
  // The column and row of two corners, each with how far it is into them.
  const anchor = textOfElement(findFirst(findFirst(shape, 'xvml:ClientData'), 'xvml:Anchor'))
  const [left = 0, intoLeft = 0, top = 0, intoTop = 0, right = 0, , bottom = 0, intoBottom = 0] = anchor
    .split(',')
    .map((number) => Number(number) || 0)
  return placeOfCorners({
    left: left + intoLeft / usualCell.width,
    top: top + intoTop / usualCell.height,
    right,
    bottom: bottom + intoBottom / usualCell.height,
  })
}
