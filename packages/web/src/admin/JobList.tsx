import { type JobErrorCode, jobErrorCodes, type JobStatus, jobStatuses } from '@polyparse/contract'
import type { AdminListedJob } from '@polyparse/contract/admin'
import { FileSearchIcon, RotateCcwIcon, XIcon } from '../design/icons.tsx'
import { useCallback } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { FailedRequest } from '../api/FailedRequest.tsx'
import { formatAgo, formatBytes, formatCost, formatNumber, formatTime } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { useNow } from '../design/useNow.ts'
import { StatusChip } from '../job-parts/StatusChip.tsx'
import { typeName } from '../language/type-name.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { go, hrefOf } from '../routing/route.ts'
import type { AdminClient } from './admin-client.ts'
import { useAdminRequest } from './useAdminRequest.ts'

type Filter = {
  readonly account: string | null
  readonly status: JobStatus | null
  readonly provider: string | null
  readonly errorCode: JobErrorCode | null
  readonly cursor: string | null
}

type JobListProps = {
  readonly client: AdminClient
  readonly query: Readonly<Record<string, string>>
  readonly onRefused: () => void
}

const filterOf = ({ account, status, provider, errorCode, cursor }: JobListProps['query']): Filter => ({
  account: account ?? null,
  status: jobStatuses.find((each) => each === status) ?? null,
  provider: provider ?? null,
  errorCode: jobErrorCodes.find((each) => each === errorCode) ?? null,
  cursor: cursor ?? null,
})

const show = (filter: Partial<Filter>) => go(hrefOf(['admin', 'jobs'], filter))

/** The jobs of all accounts, without names, addresses or contents of documents. */
export const AllJobs = ({ client, query, onRefused }: JobListProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { account, status, provider, errorCode, cursor } = filterOf(query)
  const [known] = useAdminRequest(
    useCallback(
      async (signal: AbortSignal) => {
        const [accounts, { providers }] = await Promise.all([client.accounts(signal), client.figures(signal)])
        return { accounts: accounts.map(({ name }) => name), providers: providers.map(({ id }) => id) }
      },
      [client],
    ),
    onRefused,
  )
  const [request, reload] = useAdminRequest(
    useCallback(
      (signal: AbortSignal) => {
        const asked = Object.entries({ account, status, provider, errorCode, cursor })
        return client.jobs(Object.fromEntries(asked.filter(([, value]) => value !== null)), signal)
      },
      [client, account, status, provider, errorCode, cursor],
    ),
    onRefused,
  )
  const words = viewMessages.admin
  // There is less to choose from without them, but the list is there.
  const { accounts, providers } = known.state === 'loaded' ? known.value : { accounts: [], providers: [] }
  const { jobs, nextCursor } = request.state === 'loaded' ? request.value : { jobs: [], nextCursor: null }
  const filter = { account, status, provider, errorCode }
  return (
    <section aria-label={words.jobs} className="admin-view">
      <div className="admin-bar admin-filters">
        <AdminJobFilterSelect
          label={words.account}
          any={words.allAccounts}
          values={accounts}
          value={account}
          onChange={(value) => show({ ...filter, account: value })}
        />
        <AdminJobFilterSelect
          label={messages.jobs.status}
          any={messages.jobs.anyStatus}
          values={jobStatuses}
          named={messages.jobs.statuses}
          value={status}
          onChange={(value) => show({ ...filter, status: value })}
        />
        <AdminJobFilterSelect
          label={words.provider}
          any={words.anyProvider}
          values={providers}
          value={provider}
          onChange={(value) => show({ ...filter, provider: value })}
        />
        <AdminJobFilterSelect
          label={words.errorCode}
          any={words.anyErrorCode}
          values={jobErrorCodes}
          value={errorCode}
          onChange={(value) => show({ ...filter, errorCode: value })}
        />
      </div>
      <p className="small muted">{words.jobsHint}</p>
      {request.state === 'failed' && <FailedRequest error={request.error} onRetry={reload} />}
      {request.state === 'pending' && <Busy>{messages.common.loading}</Busy>}
      {request.state === 'loaded' && jobs.length === 0 && (
        <div className="card empty">
          <FileSearchIcon size={26} strokeWidth={1.5} aria-hidden />
          <strong>{messages.jobs.noMatch}</strong>
        </div>
      )}
      {jobs.length > 0 && <JobTable jobs={jobs} client={client} onChanged={reload} />}
      {(cursor !== null || nextCursor !== null) && (
        <nav className="admin-bar" aria-label={messages.jobs.pagesOfList}>
          <button type="button" className="button" disabled={cursor === null} onClick={() => show(filter)}>
            {words.newest}
          </button>
          <button
            type="button"
            className="button"
            disabled={nextCursor === null}
            onClick={() => show({ ...filter, cursor: nextCursor })}
          >
            {messages.jobs.older}
          </button>
        </nav>
      )}
    </section>
  )
}

type ChoiceProps<Value extends string> = {
  readonly label: string
  /** The label of the entry that chooses nothing. */
  readonly any: string
  readonly values: readonly Value[]
  /** The name of each value for people; by default the value itself. */
  readonly named?: Readonly<Record<Value, string>>
  readonly value: Value | null
  readonly onChange: (value: Value | null) => void
}

const AdminJobFilterSelect = <Value extends string>({
  label,
  any,
  values,
  named,
  value,
  onChange,
}: ChoiceProps<Value>) => {
  // One that is not known is a filter all the same.
  const offered = [...new Set([...values, ...(value === null ? [] : [value])])]
  return (
    <select
      className="input"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(offered.find((each) => each === target.value) ?? null)}
    >
      <option value="">{any}</option>
      {offered.map((each) => (
        <option key={each} value={each}>
          {named?.[each] ?? each}
        </option>
      ))}
    </select>
  )
}

type TableProps = {
  readonly jobs: readonly AdminListedJob[]
  readonly client: AdminClient
  readonly onChanged: () => void
}

const JobTable = ({ jobs, ...props }: TableProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const now = useNow()
  return (
    <div className="card admin-scroll">
      <table className="admin-table cards">
        <thead>
          <tr>
            <th scope="col">{viewMessages.admin.job}</th>
            <th scope="col">{viewMessages.admin.account}</th>
            <th scope="col">{messages.jobs.status}</th>
            <th scope="col">{messages.jobs.document}</th>
            <th scope="col">{messages.jobs.provider}</th>
            <th scope="col">{messages.jobs.pages}</th>
            <th scope="col">{messages.jobs.cost}</th>
            <th scope="col">{messages.jobs.created}</th>
            <th scope="col">
              <span className="hidden">{messages.jobs.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} now={now} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type AdminJobRowProps = Omit<TableProps, 'jobs'> & { readonly job: AdminListedJob; readonly now: number }

const JobRow = ({ job, now, client, onChanged }: AdminJobRowProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { id, account, status, errorCode, mediaType, sizeBytes, providers, pageCount, cost, createdAt } = job
  const showToast = useToast()
  const change = async (what: Promise<string | null>) => {
    try {
      const refusal = await what
      if (refusal !== null) showToast(refusal)
    } catch (error) {
      showToast(messageOfError(error))
    }
    onChanged()
  }
  const size = sizeBytes === null ? null : formatBytes(sizeBytes)
  const type = mediaType === null ? null : typeName(mediaType)
  const ended = status === 'complete' || status === 'failed'
  return (
    <tr>
      <th scope="row">
        <code title={id}>{id.slice(-12)}</code>
      </th>
      <td data-label={viewMessages.admin.account}>
        <bdi>{account}</bdi>
      </td>
      <td data-label={messages.jobs.status}>
        <span>
          <StatusChip status={status} />{' '}
          {errorCode !== null && (
            <code className="small muted" lang="en">
              {errorCode}
            </code>
          )}
        </span>
      </td>
      <td data-label={messages.jobs.document}>{[type, size].filter((each) => each !== null).join(', ') || '—'}</td>
      <td data-label={messages.jobs.provider}>{providers.join(', ')}</td>
      <td data-label={messages.jobs.pages}>{pageCount === null ? '—' : formatNumber(pageCount)}</td>
      <td data-label={messages.jobs.cost}>{cost === null || cost === 0 ? '—' : formatCost(cost)}</td>
      <td data-label={messages.jobs.created}>
        <time dateTime={createdAt} title={formatTime(createdAt)}>
          {formatAgo(createdAt, now)}
        </time>
      </td>
      <td className="admin-actions">
        {!ended && (
          <button type="button" className="button danger" onClick={() => void change(client.cancelJob(id))}>
            <XIcon size={14} aria-hidden />
            {viewMessages.admin.cancelJob}
            <span className="hidden"> {id.slice(-12)}</span>
          </button>
        )}
        {status === 'failed' && (
          <button type="button" className="button" onClick={() => void change(client.retryJob(id))}>
            <RotateCcwIcon size={14} aria-hidden />
            {messages.jobs.retry}
            <span className="hidden"> {id.slice(-12)}</span>
          </button>
        )}
      </td>
    </tr>
  )
}
