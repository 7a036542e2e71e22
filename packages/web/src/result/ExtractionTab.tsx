import type { ParseResult } from '@polyparse/contract'
import type { ExtractionValue } from '@polyparse/document/schema'
import { useMemo, useState } from 'react'
import { download } from '../browser/download.ts'
import { formatShare } from '../design/format.ts'
import { DownloadIcon } from '../design/icons.tsx'
import { Segments } from '../design/Segments.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { FieldComparisonTable } from './FieldComparisonTable.tsx'
import { toCsv } from './csv.ts'
import { blockOfField, shadeOf } from './doubts.ts'
import {
  allExtracted,
  doubtfulFirst,
  doubtOfValue,
  extractedParts,
  gridOfExtracted,
  type ExtractedTable,
  type ExtractedValue,
} from './extracted-values.ts'
import { MoreRows, rowsAtOnce } from './MoreRows.tsx'
import { LinkToPage } from './PageLink.tsx'
import { SaveButton } from './MarkupTab.tsx'
import type { ResultReading } from './reading.ts'
import type { Spot } from './spot.ts'
import './extraction.css'

type ExtractionTabProps = {
  readonly extraction: ExtractionValue
  readonly result: ParseResult
  readonly reading: ResultReading | null
  /** The name of the document, for files. */
  readonly name: string
  /** Shows the place of a value on its page, and the block that it is in. */
  readonly onSpot: (spot: Spot, block: string) => void
}

/** The values that a schema was filled with: those to look at first, in the order of the schema, or of several side by side. */
export const ExtractionTab = ({ extraction, result, reading, name, onSpot }: ExtractionTabProps) => {
  const { extraction: words } = useViewMessages()
  const [order, setOrder] = useState<'compared' | 'doubtful' | 'schema'>(
    extraction.comparison === undefined ? 'doubtful' : 'compared',
  )
  const parts = useMemo(() => extractedParts(extraction), [extraction])
  const values = useMemo(() => allExtracted(parts), [parts])
  const sorted = useMemo(() => doubtfulFirst(values), [values])
  const count = (doubt: ReturnType<typeof doubtOfValue>) => values.filter((each) => doubtOfValue(each) === doubt).length
  const missing = count('missing')
  const show = ({ page, bbox }: Pick<ExtractedValue, 'page' | 'bbox'>) => {
    if (page === null) return
    onSpot({ page, bbox }, (reading === null ? undefined : blockOfField(reading, { page, bbox }))?.id ?? '')
  }
  const grid = () => [
    [words.field, words.value, words.status, words.page, words.confidence, words.printed],
    ...values.map((each) => [
      each.name,
      each.text,
      each.status,
      each.page === null ? '' : String(each.page),
      each.status === 'not_found' ? '' : String(each.confidence),
      each.printed ?? '',
    ]),
  ]
  const saveSheets = async () => {
    const { workbookOf } = await import('./workbook.ts')
    const tables = parts.tables.map((table) => ({ id: table.name, rows: gridOfExtracted(table) }))
    download(`${name}-values.xlsx`, await workbookOf([{ id: words.values, rows: grid() }, ...tables]), '')
  }
  return (
    <>
      <div className="tab-bar">
        <Segments
          label={words.order}
          options={[
            ...(extraction.comparison === undefined ? [] : [{ value: 'compared' as const, label: words.compared }]),
            { value: 'doubtful', label: words.doubtfulFirst },
            { value: 'schema', label: words.asInSchema },
          ]}
          value={order}
          onChange={setOrder}
        />
        <span className="small muted">{words.sums(values.length - missing, count('doubted'), missing)}</span>
        <span className="pane-space" />
        <SaveButton
          label="JSON"
          text={() => `${JSON.stringify(extraction.data, null, 2)}\n`}
          file={`${name}-values.json`}
          type="application/json"
        />
        <SaveButton label="CSV" text={() => toCsv(grid())} file={`${name}-values.csv`} type="text/csv" />
        <button type="button" className="button quiet" onClick={() => void saveSheets()}>
          <DownloadIcon size={14} aria-hidden /> XLSX
        </button>
      </div>
      <div className="panel-body fills">
        <div className="rendered-scroll extracted">
          {order === 'compared' && extraction.comparison !== undefined ? (
            <FieldComparisonTable comparison={extraction.comparison} document={{ name, result }} onShow={show} />
          ) : order === 'doubtful' ? (
            <ValueList key="doubtful" values={sorted} caption={words.doubtfulFirst} onShow={show} />
          ) : (
            <>
              {parts.single.length > 0 && <ValueList values={parts.single} caption={words.values} onShow={show} />}
              {parts.tables.map((table) => (
                <TableOfValues key={table.name} table={table} document={name} onShow={show} />
              ))}
            </>
          )}
        </div>
      </div>
    </>
  )
}

type Shows = { readonly onShow: (value: ExtractedValue) => void }

const ValueList = ({
  values,
  caption,
  onShow,
}: Shows & { readonly values: readonly ExtractedValue[]; readonly caption: string }) => {
  const { extraction: words } = useViewMessages()
  const [shown, setShown] = useState(rowsAtOnce)
  return (
    <>
      <table className="fields">
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.value}</th>
            <th scope="col">{words.page}</th>
            <th scope="col">{words.confidence}</th>
          </tr>
        </thead>
        <tbody>
          {values.slice(0, shown).map((value) => (
            <tr key={value.path}>
              <th scope="row" dir="auto">
                {value.name}
              </th>
              <td dir="auto">
                <ValueButton value={value} onShow={onShow} />
              </td>
              <td>{value.page !== null && <LinkToPage page={value.page} onGo={() => onShow(value)} />}</td>
              <td>{value.status !== 'not_found' && formatShare(value.confidence)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoreRows rest={values.length - shown} onMore={() => setShown(shown + rowsAtOnce)} />
    </>
  )
}

const TableOfValues = ({
  table,
  document,
  onShow,
}: Shows & { readonly table: ExtractedTable; readonly document: string }) => {
  const { extraction: words } = useViewMessages()
  const [shown, setShown] = useState(rowsAtOnce)
  const { name, columns, rows } = table
  return (
    <section className="listed" aria-label={name}>
      <header className="listed-head">
        <h2>{name}</h2>
        <span className="muted small">{words.rows(rows.length)}</span>
        <span className="listed-actions">
          <SaveButton
            label="CSV"
            text={() => toCsv(gridOfExtracted(table))}
            file={`${document}-${name}.csv`}
            type="text/csv"
          />
        </span>
      </header>
      <div className="table-scroll" tabIndex={0} role="region" aria-label={words.tableNamed(name)}>
        <table className="grid">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" dir="auto">
                  {column === '' ? name : column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else that tells them apart
              <tr key={index}>
                {row.map((value, column) => (
                  <td key={columns[column]} dir="auto">
                    {value !== null && <ValueButton value={value} onShow={onShow} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <MoreRows rest={rows.length - shown} onMore={() => setShown(shown + rowsAtOnce)} />
    </section>
  )
}

/** A value, which leads to its place if it has one; shaded the more, the less sure it is. */
const ValueButton = ({ value, onShow }: Shows & { readonly value: ExtractedValue }) => {
  const { extraction: words } = useViewMessages()
  const { text, unproven, page, status, confidence } = value
  if (text === '')
    return <span className="muted small">{unproven === null ? words.notFound : words.unproven(<q>{unproven}</q>)}</span>
  const shade = status === 'not_found' ? 'doubt-3' : shadeOf(confidence)
  if (page === null) return <span className={`value ${shade}`}>{text}</span>
  return (
    <button
      type="button"
      className={`value ${shade}`}
      title={words.place(page, formatShare(confidence))}
      onClick={() => onShow(value)}
    >
      {text}
    </button>
  )
}
