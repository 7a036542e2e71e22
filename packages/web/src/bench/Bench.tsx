import { ScaleIcon, Trash2Icon } from '../design/icons.tsx'
import { useMemo, useSyncExternalStore } from 'react'
import { useToast } from '../design/toast.tsx'
import { parseJudgements, saveJudgements } from '../judging/judgements-file.ts'
import { type JudgedEntry, listJudged, writeJudged } from '../judging/store.ts'
import { keepJudgements, keepsJudgements, onStored, writeEntry } from '../judging/stored.ts'
import { useJudge, useKeptJudgements } from '../judging/useJudging.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { FilePicker } from '../result/FilePicker.tsx'
import { hrefOf } from '../routing/route.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { FolderSection } from './FolderSection.tsx'
import { JudgedFieldsTable } from './JudgedFieldsTable.tsx'
import { JudgedTable } from './JudgedTable.tsx'
import '../design/provider-table.css'
import './bench.css'

/** Shows how right each provider is on the documents whose disputes were settled. */
export const BenchView = () => {
  const viewMessages = useViewMessages()
  const judge = useJudge()
  useKeptJudgements()
  const entries = useSyncExternalStore(onStored, () => listJudged(judge))
  const { bench } = viewMessages.decision
  const documents = useMemo(() => entries.map(({ document }) => document), [entries])
  return (
    <main id="main" className="page bench">
      <AccountButton />
      <h1>{bench.title}</h1>
      <p className="muted">{bench.lead}</p>
      <section className="card bench-card" aria-label={bench.accuracy}>
        {documents.length === 0 ? (
          <div className="empty">
            <ScaleIcon size={26} strokeWidth={1.5} aria-hidden />
            <strong>{bench.none}</strong>
            <p className="small">{bench.noneHint}</p>
          </div>
        ) : (
          <>
            {documents.some(({ settlements }) => settlements.length > 0) && <JudgedTable documents={documents} />}
            <JudgedFieldsTable documents={documents} />
          </>
        )}
        <FileButtons entries={entries} />
      </section>
      {entries.length > 0 && <JudgedList entries={entries} />}
      <FolderSection judged={documents} />
    </main>
  )
}

const FileButtons = ({ entries }: { readonly entries: readonly JudgedEntry[] }) => {
  const viewMessages = useViewMessages()
  const judge = useJudge()
  const showToast = useToast()
  const isKept = useSyncExternalStore(onStored, keepsJudgements)
  const { bench, notStored } = viewMessages.decision
  const load = async (file: File) => {
    const documents = await parseJudgements(file)
    if (documents === null) return showToast(bench.notLoaded)
    const isStored = documents
      .map((document) => writeJudged(judge, document.job ?? `file-${document.name}`, document))
      .every(Boolean)
    showToast(isStored ? bench.loaded(documents.length) : notStored)
  }
  return (
    <div className="bench-files">
      <div className="bench-buttons">
        {entries.length > 0 && (
          <button
            type="button"
            className="button primary"
            onClick={() => saveJudgements(entries.map(({ document }) => document))}
          >
            {bench.save}
          </button>
        )}
        <FilePicker onFile={(file) => void load(file)}>{bench.load}</FilePicker>
      </div>
      <label className="bench-keep">
        <input type="checkbox" checked={isKept} onChange={({ target }) => keepJudgements(target.checked)} />
        <span>
          {bench.keep}
          <span className="small muted">{bench.keepHint}</span>
        </span>
      </label>
      {entries.length > 0 && (
        <p className="small muted">
          {bench.commandLine(<code>polyparse bench FOLDER --judgements judgements.json</code>)}
        </p>
      )}
    </div>
  )
}

const JudgedList = ({ entries }: { readonly entries: readonly JudgedEntry[] }) => {
  const viewMessages = useViewMessages()
  const judge = useJudge()
  const showToast = useToast()
  const { bench } = viewMessages.decision
  return (
    <section className="card bench-card" aria-labelledby="judged">
      <h2 id="judged">{bench.judged}</h2>
      <ul className="bench-documents">
        {entries.map(({ id, document: { name, job, settlements, fields = [], disputes } }) => (
          <li key={id}>
            {job === undefined ? (
              <bdi>{name}</bdi>
            ) : (
              <a href={hrefOf(['jobs', job])}>
                <bdi>{name}</bdi>
              </a>
            )}
            <span className="small muted">
              {bench.settled}: {bench.of(settlements.length + fields.length, disputes)}
            </span>
            <button
              type="button"
              className="button quiet icon"
              aria-label={bench.forget(name)}
              title={bench.forget(name)}
              onClick={() => {
                writeEntry(judge, id, null)
                showToast(bench.forgotten(name))
              }}
            >
              <Trash2Icon size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
