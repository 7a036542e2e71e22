import { hueOfProvider } from '@polyparse/compare/view'
import type { CatalogEntry, CompareResult, JobParameters, ParseResult } from '@polyparse/contract'
import {
  ArrowLeftIcon,
  Columns2Icon,
  FileDiffIcon,
  FilesIcon,
  SquarePenIcon,
  TableIcon,
  XIcon,
} from '../design/icons.tsx'
import { DownloadButton } from '../archive/DownloadButton.tsx'
import { messageOfError } from '../api/message-of.ts'
import { formatDuration } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { prepareExtraction } from '../request/extraction-state.ts'
import { choicesOf, firstChoices, toParameters } from '../request/choices.ts'
import type { ChosenSource } from '../request/source.ts'
import { submitDocument } from '../job-data/submissions.ts'
import { go, hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { prepareWorkbench } from '../request/workbench-state.ts'
import { hrefOfRuns } from '../routing/run-ref.ts'
import { NamedProvider } from '../session/NamedProvider.tsx'
import { EraseButton } from '../job-parts/EraseButton.tsx'
import type { RememberedJob } from '../job-data/remembered.ts'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { StatusChip } from '../job-parts/StatusChip.tsx'
import type { ShownJobState } from '../job-data/useJob.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

type JobHeadProps = {
  readonly id: string
  readonly name: string
  readonly job: ShownJobState
  readonly remembered: RememberedJob | undefined
  /** The selected reading: that of one provider, or the comparison of all. */
  readonly reading: ParseResult | null
  readonly compared: CompareResult | null
}

export const JobHead = ({ id, name, job, remembered, reading, compared }: JobHeadProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { client, providers: catalog } = useSession()
  const showToast = useToast()
  const unfinished = job.status === 'queued' || job.status === 'running'

  const cancel = async () => {
    try {
      await client.cancelJob(id)
      showToast(messages.jobs.cancelled)
    } catch (error) {
      showToast(messageOfError(error))
    }
  }
  const leaveIfErased = (isErased: boolean) => {
    // Unless the user has gone elsewhere in the meantime.
    if (isErased && location.hash.startsWith(hrefOf(['jobs', id]))) go(hrefOf([]))
  }
  const source: ChosenSource | null =
    remembered?.file !== undefined
      ? { file: remembered.file }
      : remembered?.url !== undefined
        ? { url: remembered.url }
        : null
  /** Goes to the form, with the document and the choices of this job. */
  const changeChoices = (parameters: JobParameters, field: string | null) => {
    prepareWorkbench(source, choicesOf(parameters, catalog))
    go(hrefOf(['advanced'], { field }))
  }
  const asked = remembered?.parameters
  const comparison =
    source === null || asked === undefined || asked.operation === 'compare' ? null : comparisonOf(asked, catalog)
  const compare = async (document: ChosenSource, parameters: JobParameters) => {
    const created = await submitDocument(client, document, parameters)
    if (created === null) showToast(messages.jobs.notCreated)
    // Unless the user has gone elsewhere in the meantime.
    else if (location.hash.startsWith(hrefOf(['jobs', id]))) go(hrefOf(['jobs', created]))
  }

  return (
    <header className="job-head">
      <a className="button quiet icon" href={hrefOf([])} aria-label={messages.jobs.back} title={messages.jobs.back}>
        <ArrowLeftIcon size={16} aria-hidden />
      </a>
      <div className="job-name">
        <h1>
          <bdi title={name}>{name}</bdi>
        </h1>
        {job.status !== null && job.status !== 'complete' && <StatusChip status={job.status} />}
        {reading !== null && (
          <p className="small muted">
            <NamedProvider id={reading.provider} />, {messages.common.pages(reading.pageCount)},{' '}
            {formatDuration(reading.timing.durationMs)}
          </p>
        )}
      </div>
      {compared !== null && <ReadingSwitch id={id} compared={compared} shown={reading?.provider ?? null} />}
      <div className="job-actions">
        {source !== null && comparison !== null && (
          <button
            type="button"
            className="button quiet"
            title={messages.jobs.compareReaders}
            onClick={() => void compare(source, comparison)}
          >
            <Columns2Icon size={15} aria-hidden />
            <span>{messages.workbench.compare}</span>
          </button>
        )}
        {asked !== undefined && (
          <>
            <button
              type="button"
              className="button quiet"
              title={messages.jobs.runAgainOtherwise}
              onClick={() => changeChoices(asked, null)}
            >
              <SquarePenIcon size={15} aria-hidden />
              <span>{messages.workbench.options}</span>
            </button>
            <button
              type="button"
              className="button quiet"
              title={messages.jobs.readOtherPages}
              onClick={() => changeChoices(asked, 'pages')}
            >
              <FilesIcon size={15} aria-hidden />
              <span>{messages.workbench.pages}</span>
            </button>
          </>
        )}
        {reading !== null && (
          <a
            className="button quiet"
            href={hrefOf(['extract'])}
            title={messages.workbench.extractAbout}
            onClick={() => prepareExtraction(id, source, asked)}
          >
            <TableIcon size={15} aria-hidden />
            <span>{messages.workbench.extract}</span>
          </a>
        )}
        {reading !== null && (
          <a
            className="button quiet"
            href={hrefOfRuns({ job: id, provider: compared === null ? null : reading.provider })}
            title={viewMessages.runs.compareWithAnother}
          >
            <FileDiffIcon size={15} aria-hidden />
            <span>{viewMessages.runs.compareRuns}</span>
          </a>
        )}
        {job.status === 'complete' && <ShareButton id={id} />}
        {job.status === 'complete' && (
          <DownloadButton
            isQuiet
            name={name}
            documents={[{ id, name, path: null, providers: parsedBy(compared), problem: null }]}
          />
        )}
        {unfinished ? (
          <button type="button" className="button quiet" onClick={() => void cancel()}>
            <XIcon size={15} aria-hidden />
            <span>{messages.jobs.cancel}</span>
          </button>
        ) : (
          <EraseButton id={id} name={name} isLabelled onEnd={leaveIfErased} />
        )}
      </div>
    </header>
  )
}

/** The same document with every reader of this machine; null where there is only one. */
const comparisonOf = (asked: JobParameters, catalog: readonly CatalogEntry[]): JobParameters | null => {
  const { providers } = firstChoices(catalog)
  if (providers.length < 2) return null
  const checked = toParameters({ ...choicesOf(asked, catalog), operation: 'compare', providers }, catalog)
  return 'parameters' in checked ? checked.parameters : null
}

const parsedBy = (compared: CompareResult | null): string[] | null =>
  compared?.providers.filter(({ status }) => status === 'parsed').map(({ provider }) => provider) ?? null

/** Leads from the comparison to the reading of one provider, and back. */
const ReadingSwitch = ({
  id,
  compared,
  shown,
}: {
  readonly id: string
  readonly compared: CompareResult
  readonly shown: string | null
}) => {
  const messages = useMessages()
  return (
    <nav className="reading-switch" aria-label={messages.jobs.readings}>
      <a href={hrefOf(['jobs', id])} aria-current={shown === null ? 'page' : undefined}>
        {messages.jobs.comparison}
      </a>
      {compared.providers.map(
        ({ provider, status }) =>
          status === 'parsed' && (
            <a
              key={provider}
              className={`hue-${hueOfProvider(provider)}`}
              href={hrefOf(['jobs', id, provider])}
              aria-current={shown === provider ? 'page' : undefined}
            >
              <span className="swatch" aria-hidden />
              <NamedProvider id={provider} />
            </a>
          ),
      )}
    </nav>
  )
}
