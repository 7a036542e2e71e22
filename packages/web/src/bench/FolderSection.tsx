import type { JudgedDocument } from '@polyparse/contract/judgements'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { readLabel, writeLabel } from '../job-data/history-filter.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { useSignOutOn } from '../session/useSignOutOn.ts'
import { type ComparedFigures, readComparedDocuments } from './compared-documents.ts'
import { FolderBench } from './FolderBench.tsx'

type FolderReadingState =
  | { readonly kind: 'reading'; readonly read: number; readonly all: number }
  | { readonly kind: 'read'; readonly documents: readonly ComparedFigures[] }
  | { readonly kind: 'failed'; readonly error: unknown }

/** The comparisons that the address selects by batch, label or name, as those of a folder; read once it is asked for. */
export const FolderSection = ({ judged }: { readonly judged: readonly JudgedDocument[] }) => {
  const viewMessages = useViewMessages()
  const { query } = useRoute()
  const { bench } = viewMessages.decision
  const { batch, name = '', label = '' } = query
  const isAsked = query['folder'] !== undefined || batch !== undefined
  const [typedName, setName] = useState(name)
  const [typedLabel, setLabel] = useState(label)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const known = readLabel(typedLabel)
    go(
      hrefOf(['bench'], {
        folder: 1,
        batch,
        name: typedName.trim() === '' ? null : typedName.trim(),
        label: known === null ? null : writeLabel(known),
      }),
    )
  }
  return (
    <section className="card bench-card" aria-labelledby="folder">
      <h2 id="folder">{bench.folder}</h2>
      <p className="small muted">{bench.folderHint}</p>
      <form className="bench-filter" onSubmit={submit}>
        <div className="field">
          <label htmlFor="folder-name">{bench.name}</label>
          <input
            id="folder-name"
            className="input"
            value={typedName}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="folder-label">{bench.label}</label>
          <input
            id="folder-label"
            className="input"
            placeholder="case=2026-01"
            value={typedLabel}
            onChange={({ target }) => setLabel(target.value)}
          />
        </div>
        <button type="submit" className="button">
          {bench.compare}
        </button>
      </form>
      {isAsked && (
        <FolderComparison key={`${batch} ${name} ${label}`} batch={batch} name={name} label={label} judged={judged} />
      )}
    </section>
  )
}

type ComparedProps = {
  readonly batch: string | undefined
  readonly name: string
  readonly label: string
  readonly judged: readonly JudgedDocument[]
}

const FolderComparison = ({ batch, name, label, judged }: ComparedProps) => {
  const viewMessages = useViewMessages()
  const { client } = useSession()
  const { bench } = viewMessages.decision
  const [state, setState] = useState<FolderReadingState>({ kind: 'reading', read: 0, all: 0 })
  const filter = useMemo(() => {
    const known = readLabel(label)
    return {
      ...(batch !== undefined && { batch }),
      ...(name !== '' && { name }),
      ...(known !== null && { labels: { [known.key]: known.value } }),
    }
  }, [batch, name, label])
  useEffect(() => {
    const abort = new AbortController()
    const onRead = (read: number, all: number) => setState({ kind: 'reading', read, all })
    readComparedDocuments(client, filter, { signal: abort.signal, onRead })
      .then((documents) => setState({ kind: 'read', documents }))
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setState({ kind: 'failed', error })
      })
    return () => abort.abort()
  }, [client, filter])
  useSignOutOn(state.kind === 'failed' ? state.error : null)
  if (state.kind === 'failed') return <Notice tone="bad" title={messageOfError(state.error)} />
  if (state.kind === 'reading') return <Busy>{bench.reading(state.read, state.all)}</Busy>
  if (state.documents.length === 0) return <p className="muted">{bench.nothingCompared}</p>
  return <FolderBench documents={state.documents} judged={judged} />
}
