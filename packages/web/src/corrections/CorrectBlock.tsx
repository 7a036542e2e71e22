import type { MadeCorrection } from '@polyparse/contract'
import {
  type BlockValue,
  type CellValue,
  type Correction,
  placeOfCorrection,
  type TableValue,
} from '@polyparse/document/schema'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { formatTime } from '../design/format.ts'
import { SquarePenIcon } from '../design/icons.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { useCorrections } from './corrections-of.ts'
import { rowsOfShownTable } from './table-rows.ts'
import './corrections.css'

type CorrectBlockProps = {
  readonly block: BlockValue
  /** The one in the place of the block. */
  readonly table: TableValue | null
}

/** Below the blocks: what is printed in the chosen one, or in a cell of it, in the place of what was read. */
export const CorrectBlock = ({ block, table }: CorrectBlockProps) => {
  const { corrections: texts } = useViewMessages()
  const corrections = useCorrections()
  const [isOpen, setOpen] = useState(false)
  const [cell, setCell] = useState<ChoiceOfCell | null>(null)
  useEffect(() => {
    setOpen(false)
    setCell(null)
  }, [block.id])
  if (corrections === null || (table === null && (block.type === 'picture' || block.image !== undefined))) return null

  const placeOfCell = ({ row, column }: ChoiceOfCell) => ({ table: table?.id ?? '', row, column })
  const entryOf = (place: Parameters<typeof placeOfCorrection>[0]): MadeCorrection | undefined =>
    corrections.entries.find((each) => placeOfCorrection(each) === placeOfCorrection(place))
  const ofTable = corrections.entries.filter((each) => 'table' in each && each.table === table?.id)
  const own = table === null ? entryOf({ block: block.id }) : undefined
  const made = own === undefined ? ofTable : [own]

  return (
    <section className="correct-block" aria-label={texts.title}>
      {!isOpen && (
        <button type="button" className="button quiet" onClick={() => setOpen(true)}>
          <SquarePenIcon size={15} aria-hidden />
          <span>{table === null ? texts.correctBlock : texts.correctCells}</span>
        </button>
      )}
      {made.length > 0 && (
        <ul className="corrections-made small">
          {made.map((entry) => (
            <li key={placeOfCorrection(entry)}>
              <span>
                {texts.made(entry.by.name ?? texts.somebody, formatTime(entry.at))}{' '}
                <del>{entry.read === '' ? texts.nothing : entry.read}</del>{' '}
                <ins>{entry.text === '' ? texts.nothing : entry.text}</ins>
              </span>
              <button
                type="button"
                className="button quiet"
                onClick={() => void corrections.correct({ ...entry, text: entry.read })}
              >
                {texts.undo}
                <span className="hidden"> {entry.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && table === null && (
        <CorrectionForm
          what={{ block: block.id, read: own?.read ?? block.text, text: own?.text ?? block.text }}
          onClose={() => setOpen(false)}
        />
      )}
      {isOpen && table !== null && cell === null && (
        <div
          className="correct-cells"
          role="group"
          aria-label={texts.chooseCell}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setOpen(false)
          }}
        >
          <p className="small muted">{texts.chooseCell}</p>
          {rowsOfChoice(table).map(([row, cells]) => (
            <div key={row} className="correct-row">
              {cells.map((each) => (
                <button
                  key={each.column}
                  type="button"
                  className={entryOf(placeOfCell(each)) === undefined ? 'button' : 'button corrected'}
                  aria-label={texts.cellAt(each.row + 1, each.column + 1, each.text)}
                  onClick={() => setCell(each)}
                >
                  <span dir="auto">{each.text === '' ? '—' : each.text}</span>
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
      {isOpen && cell !== null && (
        <CorrectionForm
          key={placeOfCorrection(placeOfCell(cell))}
          what={{
            ...placeOfCell(cell),
            read: entryOf(placeOfCell(cell))?.read ?? cell.text,
            text: entryOf(placeOfCell(cell))?.text ?? cell.text,
          }}
          onClose={() => setCell(null)}
        />
      )}
    </section>
  )
}

/** Columns side by side without a cell that can be chosen one by one: wider gaps are those of empty sheets. */
const maxGap = 50

type ChoiceOfCell = Pick<CellValue, 'row' | 'column' | 'text'>

/** The cells, row by row, and the places where none was read. */
const rowsOfChoice = (table: TableValue): (readonly [row: number, cells: readonly ChoiceOfCell[]])[] =>
  rowsOfShownTable(table).map(({ row, parts }) => [
    row,
    parts.flatMap((part): ChoiceOfCell[] =>
      part.kind === 'cell'
        ? [part.cell]
        : Array.from({ length: Math.min(maxGap, part.columnSpan) }, (_, index) => ({
            row,
            column: part.column + index,
            text: '',
          })),
    ),
  ])

const CorrectionForm = ({ what, onClose }: { readonly what: Correction; readonly onClose: () => void }) => {
  const messages = useMessages()
  const { corrections: texts } = useViewMessages()
  const corrections = useCorrections()
  const field = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(what.text)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => input.current?.focus(), [])

  const save = async () => {
    setBusy(true)
    const isStored = (await corrections?.correct({ ...what, text })) ?? false
    if (isStored) onClose()
    else setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  return (
    <form
      className="correction-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={field}>{texts.whatIsPrinted}</label>
      <textarea
        ref={input}
        id={field}
        className="input"
        dir="auto"
        rows={Math.min(8, 1 + Math.ceil(text.length / 80))}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="field-hint">{texts.keys(messages.keys.ctrl)}</p>
      <div className="correction-actions">
        <button type="submit" className="button primary" disabled={isBusy || text === what.text}>
          {texts.save}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {texts.cancel}
        </button>
      </div>
    </form>
  )
}
