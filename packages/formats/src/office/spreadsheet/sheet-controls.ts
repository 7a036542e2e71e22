import type { Archive } from '../../archive/archive.ts'
import { type FlowBlock, type FlowRun, paragraphOf } from '../../flow/flow.ts'
import { findAll, findFirst, textOfElement, type XmlElement } from '../../xml/element.ts'
import { tickBox } from '../form-answers.ts'
import { unlessDamaged } from '../omitted.ts'
import { readPart, type Relationship } from '../package/relationships.ts'

/**
 * The boxes to tick that float over a sheet (ECMA-376-4, 14.4), from top to bottom, each with its label, and how many other
 * controls hold an answer that is not read.
 */
export const sheetControls = (
  archive: Archive,
  related: readonly Relationship[],
): { readonly blocks: readonly FlowBlock[]; readonly unread: number } => {
  const drawings = related.filter(({ kind, external }) => kind === 'vmlDrawing' && !external)
  const shapes = drawings.flatMap(({ target }) =>
    findAll(unlessDamaged(() => readPart(archive, target))?.root, 'v:shape'),
  )
  const blocks = shapes
    .flatMap(controlOfShape)
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
    .map(({ runs }) => paragraphOf(runs))
  const programs = related.filter(({ kind }) => kind === 'control').length
  return { blocks, unread: programs + shapes.filter(hasChoice).length }
}

/** Whether an entry is chosen in a list; the list itself is in cells, also of other sheets. */
const hasChoice = (shape: XmlElement): boolean => {
  const data = findFirst(shape, 'xvml:ClientData')
  const chosen = Number(textOfElement(findFirst(data, 'xvml:Sel')).trim() || 0)
  return /^(?:Drop|List)$/.test(data?.attributes['ObjectType'] ?? '') && chosen > 0
}

type SheetControl = { readonly row: number; readonly column: number; readonly runs: readonly FlowRun[] }

const controlOfShape = (shape: XmlElement): SheetControl[] => {
  const data = findFirst(shape, 'xvml:ClientData')
  if (data === undefined || !/^(?:Checkbox|Radio)$/.test(data.attributes['ObjectType'] ?? '')) return []
  const label = textOfElement(findFirst(shape, 'v:textbox')).replaceAll(/\s+/g, ' ').trim()
  const checked = textOfElement(findFirst(data, 'xvml:Checked')).trim()
  // The column and row of two corners, each with how far it is into them.
  const [column = 0, , row = 0] = textOfElement(findFirst(data, 'xvml:Anchor')).split(',').map(Number)
  const entered = data.attributes['ObjectType'] === 'Radio' ? 'radio' : 'checkbox'
  return [{ row, column, runs: [{ text: tickBox(checked === '1'), entered }, { text: ` ${label}` }] }]
}
