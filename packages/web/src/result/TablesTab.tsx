import type { TableValue } from '@polyparse/document/schema'
import { useVirtualizer } from '@tanstack/react-virtual'
import { DownloadIcon } from '../design/icons.tsx'
import { useRef } from 'react'
import { CopyButton } from '../design/CopyButton.tsx'
import { download } from '../browser/download.ts'
import { toCsv } from './csv.ts'
import { LinkToPage } from './PageLink.tsx'
import { TableGrid } from './TableGrid.tsx'
import { toTsv } from './tsv.ts'
import { useViewMessages } from '../language/view-messages.ts'

type TablesTabProps = {
  readonly tables: readonly TableValue[]
  readonly name: string
  readonly onPage: (page: number, table: string) => void
}

export const TablesTab = ({ tables, name, onPage }: TablesTabProps) => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: tables.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => 90 + 28 * (tables[index]?.rows.length ?? 0),
    overscan: 2,
  })
  return (
    <div ref={scroller} className="rendered-scroll">
      <div className="reading-all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const table = tables[index]
          return (
            table !== undefined && (
              <div
                key={table.id}
                data-index={index}
                ref={virtual.measureElement}
                className="reading-row listed"
                style={{ transform: `translateY(${start}px)` }}
              >
                <TableCard table={table} name={name} onPage={onPage} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

const TableCard = ({
  table,
  name,
  onPage,
}: { readonly table: TableValue } & Pick<TablesTabProps, 'name' | 'onPage'>) => {
  const viewMessages = useViewMessages()
  const { id, page, rows, markdown, html } = table
  const file = `${name}-${id}`
  return (
    <section aria-label={viewMessages.result.tableNamed(id)}>
      <header className="listed-head">
        <h2>{id}</h2>
        <LinkToPage page={page} onGo={() => onPage(page, id)} />
        <span className="muted small">
          {rows.length} × {rows[0]?.length ?? 0}
        </span>
        <span className="listed-actions">
          <CopyButton quiet label="CSV" what={viewMessages.result.tableAs(id, 'CSV')} text={() => toCsv(rows)} />
          <CopyButton quiet label="Markdown" what={viewMessages.result.tableAs(id, 'Markdown')} text={() => markdown} />
          <CopyButton quiet label="HTML" what={viewMessages.result.tableAs(id, 'HTML')} text={() => html} />
          <CopyButton quiet label="TSV" what={viewMessages.result.tableAs(id, 'TSV')} text={() => toTsv(rows)} />
          <button
            type="button"
            className="button quiet"
            onClick={() => download(`${file}.csv`, toCsv(rows), 'text/csv')}
          >
            <DownloadIcon size={14} aria-hidden /> CSV<span className="hidden">{viewMessages.result.ofTable(id)}</span>
          </button>
          <button
            type="button"
            className="button quiet"
            onClick={() =>
              void import('./save-workbook.ts').then(({ saveWorkbook }) => saveWorkbook(`${file}.xlsx`, rows))
            }
          >
            <DownloadIcon size={14} aria-hidden /> XLSX<span className="hidden">{viewMessages.result.ofTable(id)}</span>
          </button>
        </span>
      </header>
      <TableGrid table={table} />
    </section>
  )
}
