import { type JobStatus, jobStatuses } from '@polyparse/contract'
import { XIcon } from '../design/icons.tsx'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'
import { isFiltered, periods, readLabel, writeLabel, type HistoryFilter } from '../job-data/history-filter.ts'
import { useMessages } from '../language/messages.ts'

type HistoryFiltersProps = { readonly filter: HistoryFilter; readonly onChange: (filter: HistoryFilter) => void }

/** The search begins so long after the last key, in milliseconds. */
const typingMs = 250

/** Narrows the list of jobs by name, status, provider, time and label. */
export const HistoryFilters = ({ filter, onChange }: HistoryFiltersProps) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const ids = catalog.filter(({ enabled }) => enabled).map(({ id }) => id)
  const labelOf = (id: string) => {
    const name = catalog.find((entry) => entry.id === id)?.name ?? id
    return name === id ? id : `${name} (${id})`
  }
  return (
    <search className="history-filters">
      <NameField filter={filter} onChange={onChange} />
      <HistoryFilterSelect
        label={messages.jobs.status}
        any={messages.jobs.anyStatus}
        options={jobStatuses.map((value) => ({ value, label: messages.jobs.statuses[value] }))}
        value={filter.status}
        onChange={(status: JobStatus | null) => onChange({ ...filter, status })}
      />
      <HistoryFilterSelect
        label={messages.jobs.provider}
        any={messages.jobs.anyProvider}
        options={[...new Set([...ids, ...(filter.provider === null ? [] : [filter.provider])])].map((value) => ({
          value,
          label: labelOf(value),
        }))}
        value={filter.provider}
        onChange={(provider) => onChange({ ...filter, provider })}
      />
      <HistoryFilterSelect
        label={messages.jobs.time}
        any={messages.jobs.anyTime}
        options={periods.map(({ id }) => ({ value: id, label: messages.jobs.periods[id] }))}
        value={filter.period}
        onChange={(period) => onChange({ ...filter, period })}
      />
      {filter.label === null ? (
        <LabelField onChange={(label) => onChange({ ...filter, label })} />
      ) : (
        <button
          type="button"
          className="button history-label"
          aria-label={messages.jobs.removeLabel(writeLabel(filter.label))}
          onClick={() => onChange({ ...filter, label: null })}
        >
          <bdi>{writeLabel(filter.label)}</bdi>
          <XIcon size={14} aria-hidden />
        </button>
      )}
      {isFiltered(filter) && (
        <button
          type="button"
          className="button quiet"
          onClick={() => onChange({ status: null, provider: null, period: null, name: '', label: null })}
        >
          {messages.jobs.clear}
        </button>
      )}
    </search>
  )
}

/** Searches by name once the typing has paused, and not at every key. */
const NameField = ({ filter, onChange }: HistoryFiltersProps) => {
  const messages = useMessages()
  const [text, setText] = useState(filter.name)
  const applied = useRef(filter.name)
  useEffect(() => {
    // The name was changed elsewhere: somebody has cleared the filters or followed a link.
    if (filter.name !== applied.current) {
      applied.current = filter.name
      setText(filter.name)
      return
    }
    if (text === filter.name) return
    const timer = setTimeout(() => {
      applied.current = text
      onChange({ ...filter, name: text })
    }, typingMs)
    return () => clearTimeout(timer)
  }, [text, filter, onChange])
  return (
    <input
      className="input history-name"
      type="search"
      maxLength={255}
      placeholder={messages.jobs.searchByName}
      aria-label={messages.jobs.searchByName}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** Takes a label as `name=value` when it is submitted. */
const LabelField = ({ onChange }: { readonly onChange: (label: NonNullable<HistoryFilter['label']>) => void }) => {
  const messages = useMessages()
  const [text, setText] = useState('')
  const label = readLabel(text)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (label !== null) onChange(label)
      }}
    >
      <input
        className="input"
        placeholder={messages.jobs.labelValue}
        aria-label={messages.jobs.labelHint}
        aria-invalid={text !== '' && label === null && text.includes('=')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  )
}

/** A choice of one value, or of none (`any`). */
const HistoryFilterSelect = <Value extends string>({
  label,
  any,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly any: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | null
  readonly onChange: (value: Value | null) => void
}) => (
  <select
    className="input"
    aria-label={label}
    value={value ?? ''}
    onChange={({ target }) => onChange(options.find((option) => option.value === target.value)?.value ?? null)}
  >
    <option value="">{any}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)
