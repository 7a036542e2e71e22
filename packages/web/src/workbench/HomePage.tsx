import { useState } from 'react'
import { sendAll } from '../batches/uploads.ts'
import { checkSources, type Checked } from '../batches/refusals.ts'
import { useServiceFigures } from '../batches/useChecked.ts'
import { formatDays } from '../design/format.ts'
import { SquarePenIcon, TableIcon } from '../design/icons.tsx'
import { newBatchId } from '../job-data/batch-labels.ts'
import { submitDocument } from '../job-data/submissions.ts'
import { RecentJobs } from '../jobs/RecentJobs.tsx'
import { useMessages } from '../language/messages.ts'
import { bestReader, choicesOf, quickChoices, toParameters } from '../request/choices.ts'
import { hasDrawablePages, type ChosenSource } from '../request/source.ts'
import { prepareWorkbench, savedState } from '../request/workbench-state.ts'
import { go, hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { SourcePicker } from './SourcePicker.tsx'
import './workbench.css'

/** The home page: a document that arrives is parsed at once by the best reader, and its result opens; several are a batch. */
export const HomePage = () => {
  const messages = useMessages()
  const { client, providers: catalog } = useSession()
  const { maxBytes, pageImageSeconds } = useServiceFigures(client)
  const [refused, setRefused] = useState<readonly Checked[]>([])
  const reader = bestReader(catalog)

  const send = async (sources: readonly ChosenSource[]) => {
    const [first, ...others] = sources
    if (first === undefined || reader === null) return
    const checked = toParameters(quickChoices(reader, catalog), catalog)
    if ('error' in checked) return
    if (others.length === 0) {
      const pageImages = pageImageSeconds > 0 && hasDrawablePages(first) ? { pageImages: true } : {}
      const id = await submitDocument(client, first, { ...checked.parameters, ...pageImages })
      // The job is shown only if the user is still in this view.
      if (id !== null && isHome()) go(hrefOf(['jobs', id]))
      return
    }
    const batch = newBatchId()
    sendAll(
      client,
      batch,
      sources.map((source) => ({ source, parameters: checked.parameters })),
    )
    go(hrefOf(['batches', batch]))
  }

  const change = async (next: readonly ChosenSource[]) => {
    setRefused((before) => before.filter(({ source }) => next.includes(source)))
    const added = next.filter((source) => refused.every((each) => each.source !== source))
    if (added.length === 0) return
    // Nothing that may cost money is sent without being asked about.
    if (reader === null) {
      savedState.sources = added
      go(hrefOf(['advanced']))
      return
    }
    const checked = await checkSources(added, { catalog, chosen: [reader.id], maxBytes })
    setRefused((before) => [...before, ...checked.filter(({ refusal }) => refusal !== null)])
    await send(checked.filter(({ refusal }) => refusal === null).map(({ source }) => source))
  }

  return (
    <main id="main" className="page workbench">
      <section aria-labelledby="start" className="workbench-new">
        <header className="workbench-head">
          <h1 id="start">{messages.workbench.startTitle}</h1>
          <p className="muted">{messages.workbench.startAbout}</p>
        </header>
        <SourcePicker
          sources={refused.map(({ source }) => source)}
          checked={refused}
          onChange={(next) => void change(next)}
        />
        {pageImageSeconds > 0 && (
          <p className="small muted">{messages.workbench.imagesKept(formatDays(pageImageSeconds))}</p>
        )}
        <div className="start-foot small muted">
          {reader !== null && (
            <span>
              {messages.workbench.readBy(<strong>{reader.name}</strong>)} <code>{reader.id}</code>
            </span>
          )}
          <span className="start-links">
            <a className="button" href={hrefOf(['extract'])} title={messages.workbench.extractAbout}>
              <TableIcon size={15} aria-hidden />
              {messages.workbench.extract}
            </a>
            <a className="button" href={hrefOf(['advanced'])}>
              <SquarePenIcon size={15} aria-hidden />
              {messages.workbench.advanced}
            </a>
          </span>
        </div>
      </section>
      <RecentJobs
        onAgain={({ file, url, parameters }) => {
          if (parameters === undefined) return
          prepareWorkbench(
            file !== undefined ? { file } : url !== undefined ? { url } : null,
            choicesOf(parameters, catalog),
          )
          go(hrefOf(['advanced']))
        }}
      />
    </main>
  )
}

const isHome = (): boolean => /^#?\/?$/.test(location.hash)
