import type { FlowRun } from '../../flow/flow.ts'
import { tickBox } from '../form-answers.ts'
import { answerOfStoredActiveX } from '../package/active-x.ts'
import { answersOverCells, type ControlPlace, type PlacedAnswer, placeOfCorners } from '../sheet/answers-over-cells.ts'
import type { SheetCell } from '../sheet/sheet-cell.ts'
import { eachRecordOfSheets } from './records.ts'

/** Cells of a column that hold the entries of a list; null for the sheet on which the list is. */
type ListRange = { readonly sheet: number | null; readonly from: number; readonly to: number; readonly column: number }

/** Entries of a list that are chosen, by their places from 0. */
type ListChoice = { readonly range: ListRange; readonly places: readonly number[] }

/** A control over a sheet: its answer, or what is chosen in it; null where that is not read. */
export type BinaryControl = {
  readonly sheet: number
  readonly place: ControlPlace
  readonly answer: readonly FlowRun[] | ListChoice | null
}

/** Numbers of records (MS-XLS 2.3). */
const records = {
  continuation: 0x003c,
  object: 0x005d,
  drawing: 0x00ec,
  references: 0x0017,
  book: 0x01ae,
  text: 0x01b6,
}
/** Kinds of objects, and of the parts that describe one (MS-XLS 2.5.143). */
const objectKinds = { picture: 0x08, checkBox: 0x0b, optionButton: 0x0c, list: 0x12, dropDown: 0x14 }
const objectParts = { pictureFlags: 0x08, pictureFormula: 0x09, ticked: 0x12, list: 0x13, common: 0x15 }
/** An object that only shows a part of Excel, such as the button of a filter. */
const isPartOfProgram = 0x0100
/** A picture that shows a control of a program, which is stored in the stream of controls. */
const pictureOfControl = { isControl: 0x10, isInStream: 0x20 }
/** A book of references that is the workbook itself. */
const ownBook = 0x0401
const anchorAtom = { number: 0xf010, bytes: 18 }
/** Parts of a column and of a row in which the corners of a drawing are measured. */
const partsOfCell = { column: 1024, row: 256 }

/** The controls over the sheets of a workbook, in the order of its records; `stored` is its stream of controls of programs. */
export const binaryControls = (stream: Buffer, stored: Buffer | null): BinaryControl[] => {
  const controls: BinaryControl[] = []
  const books: boolean[] = []
  const references: { readonly book: number; readonly sheet: number }[] = []
  let place: ControlPlace = { row: 0, columns: [0, 0] }
  let label: { text: string; left: number; control: number } | null = null
  eachRecordOfSheets(stream, (number, bytes, sheet) => {
    const { length } = bytes
    if (number === records.book && length >= 4) books.push(bytes.readUInt16LE(2) === ownBook)
    else if (number === records.references && length >= 2)
      for (let one = 2; one + 6 <= length; one += 6)
        references.push({ book: bytes.readUInt16LE(one), sheet: bytes.readUInt16LE(one + 2) })
    else if (number === records.drawing) place = placeIn(bytes) ?? place
    else if (number === records.object) {
      label = null
      const answer = sheet === undefined ? undefined : answerOfObject(bytes, stored, referTo(references, books))
      if (sheet !== undefined && answer !== undefined) controls.push({ sheet, place, answer })
      if (answer !== undefined && Array.isArray(answer)) label = { text: '', left: 0, control: controls.length - 1 }
    } else if (number === records.text && label !== null && length >= 12) label.left = bytes.readUInt16LE(10)
    else if (number === records.continuation && label !== null && label.left > 0 && length > 0) {
      const text = bytes.toString(bytes.readUInt8(0) === 0 ? 'latin1' : 'utf16le', 1).slice(0, label.left)
      label.left -= text.length
      label.text += text
      if (label.left === 0) addLabel(controls, label)
    }
  })
  return controls
}

type ReferTo = (reference: number) => number | null

/** The sheet of the workbook itself that a reference leads to. */
const referTo =
  (references: readonly { readonly book: number; readonly sheet: number }[], books: readonly boolean[]): ReferTo =>
  (reference) => {
    const found = references[reference]
    return found !== undefined && books[found.book] === true ? found.sheet : null
  }

const addLabel = (
  controls: BinaryControl[],
  { text, control }: { readonly text: string; readonly control: number },
) => {
  const shown = text.replaceAll(/\s+/g, ' ').trim()
  const labelled = controls[control]
  if (shown === '' || labelled === undefined || !isRuns(labelled.answer)) return
  controls[control] = { ...labelled, answer: [...labelled.answer, { text: ` ${shown}` }] }
}

const isRuns = (answer: BinaryControl['answer']): answer is readonly FlowRun[] => Array.isArray(answer)

/** The place of the last shape in records of a drawing (MS-XLS 2.5.193). */
const placeIn = (drawing: Buffer): ControlPlace | null => {
  let at = 0
  let found: ControlPlace | null = null
  while (at + 8 <= drawing.length) {
    const isContainer = (drawing.readUInt8(at) & 15) === 15
    const kind = drawing.readUInt16LE(at + 2)
    const end = at + 8 + drawing.readUInt32LE(at + 4)
    if (kind === anchorAtom.number && at + 8 + anchorAtom.bytes <= drawing.length) {
      const number = (index: number): number => drawing.readUInt16LE(at + 10 + index * 2)
      found = placeOfCorners({
        left: number(0) + number(1) / partsOfCell.column,
        top: number(2) + number(3) / partsOfCell.row,
        right: number(4),
        bottom: number(6) + number(7) / partsOfCell.row,
      })
    }
    at = isContainer ? at + 8 : end
  }
  return found
}

/** The parts that describe an object, by their kinds; the list is the last one, and its length is none. */
const partsOfObject = (object: Buffer): ReadonlyMap<number, Buffer> => {
  const parts = new Map<number, Buffer>()
  let at = 0
  while (at + 4 <= object.length) {
    const kind = object.readUInt16LE(at)
    const end = kind === objectParts.list ? object.length : at + 4 + object.readUInt16LE(at + 2)
    parts.set(kind, object.subarray(at + 4, end))
    at = end
  }
  return parts
}

/** Length of the part with which all objects begin; those of Excel 95 do not. */
const commonBytes = 0x12

/** Undefined for an object in which nothing is entered. */
const answerOfObject = (
  object: Buffer,
  stored: Buffer | null,
  sheetOf: ReferTo,
): BinaryControl['answer'] | undefined => {
  const parts = partsOfObject(object)
  const common = parts.get(objectParts.common)
  if (common === undefined || common.length < commonBytes || (common.readUInt16LE(4) & isPartOfProgram) !== 0)
    return undefined
  const kind = common.readUInt16LE(0)
  if (kind === objectKinds.checkBox || kind === objectKinds.optionButton) {
    const ticked = parts.get(objectParts.ticked)
    const isTicked = ticked !== undefined && ticked.length >= 2 && ticked.readUInt16LE(0) === 1
    return [{ text: tickBox(isTicked), entered: kind === objectKinds.checkBox ? 'checkbox' : 'radio' }]
  }
  if (kind === objectKinds.list || kind === objectKinds.dropDown)
    return choiceIn(parts.get(objectParts.list) ?? Buffer.alloc(0), kind, sheetOf)
  return kind === objectKinds.picture ? answerOfPicture(parts, stored) : undefined
}

/** The control of a program that a picture shows, from the stream where all of them are (MS-XLS 2.5.153). */
const answerOfPicture = (
  parts: ReadonlyMap<number, Buffer>,
  stored: Buffer | null,
): BinaryControl['answer'] | undefined => {
  const [flags, formula] = [parts.get(objectParts.pictureFlags), parts.get(objectParts.pictureFormula)]
  const flag = flags === undefined || flags.length < 2 ? 0 : flags.readUInt16LE(0)
  if ((flag & pictureOfControl.isControl) === 0) return undefined
  const at = formula === undefined || formula.length < 2 ? 0 : 2 + formula.readUInt16LE(0)
  if (formula === undefined || stored === null || (flag & pictureOfControl.isInStream) === 0) return null
  if (at + 8 > formula.length) return null
  const from = formula.readUInt32LE(at)
  const answer = answerOfStoredActiveX(stored.subarray(from, from + formula.readUInt32LE(at + 4)))
  return answer !== null && answer.length === 0 ? undefined : answer
}

/** The formula of a list, behind its length, and after it the numbers of its entries and of the chosen one, and its kind. */
const listPart = { formula: 2, head: 8, selectionMask: 0x30, hasOwnTexts: 0x02 }
/** Formulas that are cells alone: what they begin with, without the bits of the class of a value (MS-XLS 2.5.198). */
const cellFormulas = { area: 0x25, areaOfSheet: 0x3b, classMask: 0x1f, classBit: 0x20 }

/**
 * Reads the choice in a list (MS-XLS 2.5.146). Returns undefined if there is none, and null if the list is not in
 * cells.
 */
const choiceIn = (list: Buffer, kind: number, sheetOf: ReferTo): ListChoice | null | undefined => {
  const formulaBytes = list.length < listPart.formula ? 0 : list.readUInt16LE(0)
  const at = listPart.formula + formulaBytes
  if (at + listPart.head > list.length) return undefined
  const [count, chosen, flags] = [list.readUInt16LE(at), list.readUInt16LE(at + 2), list.readUInt16LE(at + 4)]
  const hasSeveral = kind === objectKinds.list && (flags & listPart.selectionMask) !== 0
  const isKnown = !hasSeveral || (flags & listPart.hasOwnTexts) === 0
  const places = hasSeveral
    ? placesOfChosen(list.subarray(at + listPart.head, at + listPart.head + count))
    : [chosen - 1]
  if (isKnown && (places.length === 0 || places.includes(-1))) return undefined
  const range = rangeOfFormula(list.subarray(listPart.formula, at), sheetOf)
  return range === null || !isKnown ? null : { range, places }
}

const placesOfChosen = (marks: Buffer): number[] => [...marks].flatMap((mark, place) => (mark === 0 ? [] : [place]))

const rangeOfFormula = (formula: Buffer, sheetOf: ReferTo): ListRange | null => {
  const tokens = formula.subarray(6, 6 + (formula.length < 2 ? 0 : formula.readUInt16LE(0)))
  const token = tokens.length === 0 ? 0 : (tokens.readUInt8(0) & cellFormulas.classMask) | cellFormulas.classBit
  const isOfSheet = token === cellFormulas.areaOfSheet
  if (!isOfSheet && token !== cellFormulas.area) return null
  const at = isOfSheet ? 3 : 1
  if (at + 8 > tokens.length) return null
  const sheet = isOfSheet ? sheetOf(tokens.readUInt16LE(1)) : null
  if (isOfSheet && sheet === null) return null
  const [from, to, column] = [tokens.readUInt16LE(at), tokens.readUInt16LE(at + 2), tokens.readUInt16LE(at + 4)]
  return { sheet, from, to, column: column & columnMask }
}

/** The two highest bits of a column say whether it is relative. */
const columnMask = 0x3fff

/** The text of a cell, by its sheet, row and column from 0; empty where there is none. */
type FindCellText = (sheet: number, row: number, column: number) => string

/** Returns the cells of a sheet with what is ticked and chosen in the controls over them. */
export const withControls = (
  cells: readonly SheetCell[],
  controls: readonly BinaryControl[],
  findText: FindCellText,
): ReturnType<typeof answersOverCells> & { readonly unread: number } => {
  const found = controls.map(({ place, sheet, answer }) => ({
    ...place,
    runs: answer === null || isRuns(answer) ? answer : runsOfChoice(answer, sheet, findText),
  }))
  const answers = found.flatMap(({ runs, ...place }): PlacedAnswer[] => (runs === null ? [] : [{ ...place, runs }]))
  return { ...answersOverCells(cells, answers), unread: found.length - answers.length }
}

/** Null where the cells of a list lack what is chosen in it. */
const runsOfChoice = ({ range, places }: ListChoice, sheet: number, findText: FindCellText): FlowRun[] | null => {
  const rows = places.map((place) => range.from + place).filter((row) => row <= range.to)
  const texts = rows.map((row) => findText(range.sheet ?? sheet, row, range.column)).filter((text) => text !== '')
  return texts.length < places.length ? null : [{ text: texts.join(', '), entered: 'choice' }]
}
