import type { JobParameters } from '@polyparse/contract'
import { useMemo, useState } from 'react'
import { ErrorText } from '../api/ErrorText.tsx'
import { sendAll } from '../batches/uploads.ts'
import { useChecked } from '../batches/useChecked.ts'
import { ArrowRightIcon } from '../design/icons.tsx'
import { Notice } from '../design/Notice.tsx'
import { newBatchId } from '../job-data/batch-labels.ts'
import { dropSubmission, submitDocument, useSubmissions } from '../job-data/submissions.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { bestReader, quickChoices, toParameters } from '../request/choices.ts'
import { savedExtraction } from '../request/extraction-state.ts'
import type { ChosenSource } from '../request/source.ts'
import { go, hrefOf } from '../routing/route.ts'
import { AccountButton } from '../session/AccountButton.tsx'
import { useSession } from '../session/session.tsx'
import { SourcePicker } from '../workbench/SourcePicker.tsx'
import { SchemaBeginnings } from './SchemaBeginnings.tsx'
import { draftOfSchema, schemaOfDraft, type SchemaDraft } from './schema-draft.ts'
import { SchemaEditor } from './SchemaEditor.tsx'
import { newField } from './schema-fields.ts'
import '../workbench/workbench.css'
import './extract-view.css'

/** Documents and a schema that is to be filled from them. */
export const ExtractView = () => {
  const messages = useMessages()
  const { extraction: words } = useViewMessages()
  const { client, providers: catalog } = useSession()
  const reader = bestReader(catalog)
  const [sources, setSources] = useState(savedExtraction.state.sources)
  const [draft, setDraft] = useState(firstDraft)
  const [sent, setSent] = useState<JobParameters | null>(null)
  const chosen = useMemo(() => (reader === null ? [] : [reader]), [reader])
  const documents = useChecked(sources, chosen)
  const accepted = documents.filter(({ refusal }) => refusal === null).map(({ source }) => source)
  const checked = schemaOfDraft(draft)
  const submission = useSubmissions().find(({ parameters }) => parameters === sent)
  const isSending = submission?.error === null

  const changeSources = (next: readonly ChosenSource[]) => {
    // The reading of an earlier document tells nothing about the next one.
    const from = next[0] === sources[0] || sources.length === 0 ? savedExtraction.state.from : null
    savedExtraction.state = { ...savedExtraction.state, sources: next, from }
    setSources(next)
  }
  const changeDraft = (next: SchemaDraft) => {
    const changed = schemaOfDraft(next)
    if ('schema' in changed) savedExtraction.state = { ...savedExtraction.state, schema: changed.schema }
    setDraft(next)
  }
  const extract = async (schema: JobParameters['extraction'] & {}) => {
    const [first, ...others] = accepted
    const base = reader === null ? null : toParameters(quickChoices(reader, catalog), catalog)
    if (first === undefined || base === null || 'error' in base) return
    const parameters: JobParameters = {
      ...base.parameters,
      outputs: [...base.parameters.outputs, 'extraction'],
      extraction: schema,
    }
    if (others.length === 0) {
      if (submission !== undefined) dropSubmission(submission.number)
      setSent(parameters)
      const id = await submitDocument(client, first, parameters)
      // The job is shown only if the user is still in this view.
      if (id !== null && location.hash.startsWith(hrefOf(['extract']))) go(hrefOf(['jobs', id]))
      return
    }
    const batch = newBatchId()
    sendAll(
      client,
      batch,
      accepted.map((source) => ({ source, parameters })),
    )
    go(hrefOf(['batches', batch]))
  }

  return (
    <main id="main" className="page extract-view">
      <AccountButton />
      <header className="extract-head">
        <h1>{words.title}</h1>
        <p className="muted">{words.about}</p>
      </header>
      <section className="extract-part">
        <h2>{messages.workbench.documents}</h2>
        <SourcePicker sources={sources} checked={documents} onChange={changeSources} />
      </section>
      <section className="extract-part">
        <h2>{words.schema}</h2>
        <p className="small muted">{words.schemaAbout}</p>
        <SchemaBeginnings
          document={accepted[0] ?? null}
          from={savedExtraction.state.from}
          draft={draft}
          onDraft={changeDraft}
        />
        <SchemaEditor draft={draft} onChange={changeDraft} />
      </section>
      {reader === null && <Notice tone="wait" title={words.noReader} />}
      {submission !== undefined && submission.error !== null && (
        <Notice tone="bad" title={<ErrorText error={submission.error} />} />
      )}
      <div className="submit-bar">
        <p className="small" role="status">
          {'error' in checked ? (
            <span className="submit-error">{checked.error}</span>
          ) : isSending ? (
            words.sending
          ) : accepted.length === 0 ? (
            <span className="muted">{messages.workbench.noDocument}</span>
          ) : (
            messages.workbench.countDocuments(accepted.length)
          )}
        </p>
        <button
          type="button"
          className="button primary"
          disabled={'error' in checked || accepted.length === 0 || reader === null || isSending}
          onClick={() => 'schema' in checked && void extract({ schema: checked.schema })}
        >
          {messages.workbench.extract}
          <ArrowRightIcon size={15} aria-hidden />
        </button>
      </div>
    </main>
  )
}

const firstDraft = (): SchemaDraft => {
  const { schema } = savedExtraction.state
  return schema === null ? { kind: 'fields', fields: [newField()] } : draftOfSchema(schema)
}
