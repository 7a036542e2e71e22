import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { CatalogEntry, JobParameters } from '@polyparse/contract'
import { costInShort } from '../estimate/cost-in-short.ts'
import type { Estimate } from '../estimate/estimate.ts'
import { useEstimate } from '../estimate/useEstimate.ts'
import { RecentJobs } from '../jobs/RecentJobs.tsx'
import { submitDocument } from '../job-data/submissions.ts'
import { newBatchId } from '../job-data/batch-labels.ts'
import { sendAll } from '../batches/uploads.ts'
import { useChecked } from '../batches/useChecked.ts'
import { ArrivedPreset } from '../presets/ArrivedPreset.tsx'
import { ownChoices } from '../presets/preset.ts'
import { Presets } from '../presets/Presets.tsx'
import { defaultPreset } from '../presets/stored-presets.ts'
import { choicesOf, chosenProviders, firstChoices, toParameters, type Choices } from '../request/choices.ts'
import { nameOfSource, type ChosenSource } from '../request/source.ts'
import { go, hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { ChoicesForm } from './ChoicesForm.tsx'
import { CodeSamples } from './CodeSamples.tsx'
import { savedState } from '../request/workbench-state.ts'
import { SourcePicker } from './SourcePicker.tsx'
import { ArrowRightIcon } from '../design/icons.tsx'
import { useMessages } from '../language/messages.ts'
import './workbench.css'

/** It is loaded late: vendors alone charge, and few visitors begin with one. */
const EstimateCard = lazy(() =>
  import('../estimate/EstimateCard.tsx').then(({ EstimateCard }) => ({ default: EstimateCard })),
)

export const Workbench = () => {
  const messages = useMessages()
  const { client, providers: catalog } = useSession()
  const [choices, setChoices] = useState(() => savedState.choices ?? initialChoices(catalog))
  const [sources, setSources] = useState(savedState.sources)
  const changeChoices = useCallback((next: Choices) => {
    savedState.choices = next
    setChoices(next)
  }, [])
  const changeSources = (next: readonly ChosenSource[]) => {
    savedState.sources = next
    setSources(next)
  }

  const checked = useMemo(() => toParameters(choices, catalog), [choices, catalog])
  const documents = useChecked(sources, chosenProviders(choices, catalog))
  const accepted = useMemo(
    () => documents.filter(({ refusal }) => refusal === null).map(({ source }) => source),
    [documents],
  )
  const estimated = useEstimate(accepted, 'parameters' in checked ? checked.parameters : null)

  const start = async (parameters: JobParameters) => {
    const sent = accepted
    changeSources([])
    const [first, ...others] = sent
    if (first === undefined) return
    if (others.length === 0) {
      const id = await submitDocument(client, first, parameters)
      // The job is shown only if the user is still in this view.
      if (id !== null && location.hash.startsWith(hrefOf(['advanced']))) go(hrefOf(['jobs', id]))
      return
    }
    const batch = newBatchId()
    sendAll(
      client,
      batch,
      sent.map((source) => ({ source, parameters })),
    )
    go(hrefOf(['batches', batch]))
  }

  return (
    <main id="main" className="page workbench">
      <section aria-labelledby="new-job" className="workbench-new">
        <header className="workbench-head">
          <h1 id="new-job">{messages.workbench.title}</h1>
          <p className="muted">{messages.workbench.about}</p>
        </header>
        <SourcePicker sources={sources} checked={documents} onChange={changeSources} />
        <ArrivedPreset onAdopt={changeChoices} />
        <Presets choices={choices} onChange={changeChoices} />
        <ChoicesForm choices={choices} onChange={changeChoices} />
        {estimated !== null && (
          <Suspense fallback={null}>
            <EstimateCard estimated={estimated} documents={accepted.length} />
          </Suspense>
        )}
        <SubmitBar sources={accepted} choices={choices} checked={checked} estimated={estimated} onSubmit={start} />
        <CodeSamples source={sources[0] ?? null} checked={checked} />
      </section>
      <RecentJobs
        onAgain={({ name, file, url, parameters }) => {
          if (parameters !== undefined) changeChoices(choicesOf(parameters, catalog))
          const source = file !== undefined ? { file } : url !== undefined ? { url } : null
          if (source !== null && !sources.some((each) => nameOfSource(each) === name)) changeSources([source])
          window.scrollTo({ top: 0 })
        }}
      />
    </main>
  )
}

/** Those of the preset that this browser uses by default, or else those for this catalog. */
const initialChoices = (catalog: readonly CatalogEntry[]): Choices => {
  const preset = defaultPreset()
  return preset === null ? firstChoices(catalog) : ownChoices(preset, catalog)
}

type WorkbenchProps = {
  readonly sources: readonly ChosenSource[]
  readonly choices: Choices
  readonly checked: { readonly parameters: JobParameters } | { readonly error: string }
  readonly estimated: Estimate | 'counting' | null
  readonly onSubmit: (parameters: JobParameters) => Promise<void>
}

/** A summary of the job, and the button that submits it. */
const SubmitBar = ({ sources, choices, checked, estimated, onSubmit }: WorkbenchProps) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const [only] = sources
  const what =
    only !== undefined && sources.length === 1 ? nameOfSource(only) : messages.workbench.countDocuments(sources.length)
  return (
    <div className="submit-bar">
      <p className="small" role="status">
        {'error' in checked ? (
          <span className="submit-error">{checked.error}</span>
        ) : sources.length === 0 ? (
          <span className="muted">{messages.workbench.noDocument}</span>
        ) : (
          <>
            {messages.workbench.parsedBy(
              <bdi>{what}</bdi>,
              chosenProviders(choices, catalog)
                .map(({ name }) => name)
                .join(', '),
            )}
            {estimated !== null && estimated !== 'counting' && (
              <strong className={estimated.refusals.length > 0 ? 'submit-cost submit-error' : 'submit-cost'}>
                {costInShort(estimated)}
              </strong>
            )}
          </>
        )}
      </p>
      <button
        type="button"
        className="button primary"
        disabled={'error' in checked || sources.length === 0}
        onClick={() => 'parameters' in checked && void onSubmit(checked.parameters)}
      >
        {'parameters' in checked && checked.parameters.operation === 'compare'
          ? messages.workbench.compare
          : messages.workbench.parse}
        <ArrowRightIcon size={15} aria-hidden />
      </button>
    </div>
  )
}
