import { SearchIcon } from '../design/icons.tsx'
import type { CompareResult } from '@polyparse/contract'
import { useMemo, useState } from 'react'
import type { ComparedDocument } from '@polyparse/compare/view'
import { Notice } from '../design/Notice.tsx'
import { ZoomButtons } from '../design/ZoomButtons.tsx'
import { Segments } from '../design/Segments.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { SearchBar } from '../result/SearchBar.tsx'
import { useFind } from '../result/useFind.ts'
import { FilePicker } from '../result/FilePicker.tsx'
import { usePreview } from '../pdf/usePreview.ts'
import { Columns, type ColumnLook } from './Columns.tsx'
import { DisputeList } from './DisputeList.tsx'
import { searchedReadings } from './search-readings.ts'
import { WalkBar } from './WalkBar.tsx'
import { createSheets } from './sheets.ts'
import type { Judging } from '../judging/useJudging.ts'
import './readings.css'

const readingsViewModes = ['text', 'page'] as const
const panes = ['disputes', 'columns'] as const

type ComparedReadingsProps = {
  readonly document: ComparedDocument
  readonly file: File | null
  readonly password: string | null
  readonly judging: Judging | null
  readonly onFile: (file: File) => void
  readonly pageImages: CompareResult['pageImages']
  /** Returns where the whole reading of a provider is. */
  readonly hrefOfReading: (provider: string) => string
}

/** Shows where the readings contradict each other, and the readings themselves, side by side. */
export const Readings = ({
  document,
  file,
  password,
  judging,
  onFile,
  pageImages,
  hrefOfReading,
}: ComparedReadingsProps) => {
  const viewMessages = useViewMessages()
  const sheets = useMemo(() => createSheets(document), [document])
  const opened = usePreview(file, password, pageImages)
  const preview = opened.state === 'open' ? opened.preview : null
  const [look, setLook] = useState<ColumnLook>('text')
  // It is used only when both do not fit side by side.
  const [pane, setPane] = useState<'disputes' | 'columns'>('disputes')
  const [zoom, setZoom] = useState(1)
  const searched = useMemo(() => searchedReadings(sheets), [sheets])
  const find = useFind({ searched, onOpen: () => setPane('columns'), onHit: () => {}, isAhead: () => true })
  const hasText = [...sheets.outputs.values()].some((output) => output !== null)
  return (
    <section className="card readings" aria-labelledby="readings" data-pane={pane}>
      <header className="readings-bar">
        <h2 id="readings">
          {document.disputes.length > 0 ? viewMessages.compare.whereTheyDiffer : viewMessages.compare.theReadings}
        </h2>
        <div className="readings-panes">
          <Segments
            label={viewMessages.compare.show}
            options={panes.map((value) => ({ value, label: viewMessages.compare.panes[value] }))}
            value={pane}
            onChange={setPane}
          />
        </div>
        {document.disputes.length > 0 && <WalkBar count={document.disputes.length} />}
        {sheets.hasBoxes && (
          <div className="readings-looks">
            <Segments
              label={viewMessages.compare.readingsAs}
              options={readingsViewModes.map((value) => ({ value, label: viewMessages.compare.looks[value] }))}
              value={look}
              onChange={setLook}
            />
          </div>
        )}
        {hasText && look === 'page' && (
          <div className="readings-zoom">
            <ZoomButtons zoom={zoom} onZoom={setZoom} />
          </div>
        )}
        {file === null && preview === null && sheets.hasBoxes && (
          <FilePicker onFile={onFile}>{viewMessages.result.chooseFile}</FilePicker>
        )}
        {hasText && look === 'text' && <Legend columns={sheets.outputs.size} />}
        {hasText && !find.isOpen && (
          <button
            type="button"
            className="button quiet icon readings-find"
            aria-label={viewMessages.compare.findInAll}
            title={`${viewMessages.compare.findInAll} (Ctrl+F)`}
            onClick={find.open}
          >
            <SearchIcon size={16} aria-hidden />
          </button>
        )}
        {hasText && find.isOpen && (
          <div className="readings-search">
            <SearchBar find={find} />
          </div>
        )}
      </header>
      <DisputeList
        document={document}
        sheets={sheets}
        preview={preview}
        judging={judging}
        onShow={() => setPane('columns')}
      />
      {hasText ? (
        <Columns
          key={look}
          document={document}
          sheets={sheets}
          look={look}
          search={find.search}
          hit={find.hit}
          zoom={zoom}
          onZoom={setZoom}
          preview={preview}
          isShown={pane === 'columns'}
          hrefOfReading={hrefOfReading}
        />
      ) : (
        <div className="readings-none">
          <Notice title={viewMessages.compare.noTexts}>{viewMessages.compare.noTextsHint}</Notice>
        </div>
      )}
    </section>
  )
}

/** Shows what the marks in the readings mean. */
const Legend = ({ columns }: { readonly columns: number }) => {
  const viewMessages = useViewMessages()
  if (columns < 2) return null
  return (
    <ul className="legend small" aria-label={viewMessages.compare.legend.title}>
      <li>
        <mark className="unmatched">{viewMessages.compare.legend.onlyHere}</mark>
      </li>
      {columns > 2 && (
        <li>
          <mark className="partial">{viewMessages.compare.legend.notEverywhere}</mark>
        </li>
      )}
      <li>
        <mark className="moved">{viewMessages.compare.legend.elsewhere}</mark>
      </li>
      <li>
        <span className="gap">−3</span> {viewMessages.compare.legend.wordsMissing}
      </li>
    </ul>
  )
}
