import { useMemo, useState } from 'react'
import type { ComparedDocument } from '@polyparse/compare/view'
import { Notice } from '../design/Notice.tsx'
import { Segments } from '../design/Segments.tsx'
import { FilePicker } from '../result/FilePicker.tsx'
import { usePreview } from '../pdf/usePreview.ts'
import { Columns, type Look } from './Columns.tsx'
import { DisputeList } from './DisputeList.tsx'
import { createSheets } from './sheets.ts'
import './readings.css'

const looks = [
  { value: 'text', label: 'Text' },
  { value: 'page', label: 'Page' },
] as const
const panes = [
  { value: 'disputes', label: 'Disputes' },
  { value: 'columns', label: 'Side by side' },
] as const

type Props = {
  readonly document: ComparedDocument
  readonly file: File | null
  readonly password: string | null
  readonly onFile: (file: File) => void
}

/** Where the readings contradict each other, and the readings themselves, side by side. */
export const Readings = ({ document, file, password, onFile }: Props) => {
  const sheets = useMemo(() => createSheets(document), [document])
  const opened = usePreview(file, password)
  const preview = opened.state === 'open' ? opened.preview : null
  const [look, setLook] = useState<Look>('text')
  // Only used when both do not fit side by side.
  const [pane, setPane] = useState<'disputes' | 'columns'>('disputes')
  const hasText = [...sheets.outputs.values()].some((output) => output !== null)
  return (
    <section className="card readings" aria-labelledby="readings" data-pane={pane}>
      <header className="readings-bar">
        <h2 id="readings">{document.disputes.length > 0 ? 'Where the readings differ' : 'The readings'}</h2>
        <div className="readings-panes">
          <Segments label="Show" options={panes} value={pane} onChange={setPane} />
        </div>
        {sheets.hasBoxes && (
          <div className="readings-looks">
            <Segments label="Readings as" options={looks} value={look} onChange={setLook} />
          </div>
        )}
        {file === null && sheets.hasBoxes && <FilePicker onFile={onFile}>Choose the file to see its pages</FilePicker>}
        {hasText && look === 'text' && <Legend columns={sheets.outputs.size} />}
      </header>
      <DisputeList document={document} sheets={sheets} preview={preview} onShow={() => setPane('columns')} />
      {hasText ? (
        <Columns
          key={look}
          document={document}
          sheets={sheets}
          look={look}
          preview={preview}
          isShown={pane === 'columns'}
        />
      ) : (
        <div className="readings-none">
          <Notice title="There is no text to show side by side.">
            The comparison was requested without an output that has text. Request json, pages, markdown or text to see
            the readings here.
          </Notice>
        </div>
      )}
    </section>
  )
}

/** What the marks in the readings mean. */
const Legend = ({ columns }: { readonly columns: number }) => {
  if (columns < 2) return null
  return (
    <ul className="legend small" aria-label="What the marks mean">
      <li>
        <mark className="unmatched">only here</mark>
      </li>
      {columns > 2 && (
        <li>
          <mark className="partial">not everywhere</mark>
        </li>
      )}
      <li>
        <mark className="moved">elsewhere</mark>
      </li>
      <li>
        <span className="gap">−3</span> words missing
      </li>
    </ul>
  )
}
