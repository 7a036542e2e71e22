import { limits } from '@polyparse/contract'
import { useEffect, useRef } from 'react'
import { PlusIcon, Trash2Icon } from '../design/icons.tsx'
import { Segments } from '../design/Segments.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import type { ChosenLabels } from '../request/labels.ts'
import './labels-field.css'

type LabelsFieldProps = {
  /** Undefined without any. */
  readonly chosen: ChosenLabels | undefined
  readonly onChange: (chosen: ChosenLabels) => void
}

const none: ChosenLabels = { labels: [], by: 'document' }

/** A line for each label: its name, and what has it. */
export const LabelsField = ({ chosen = none, onChange }: LabelsFieldProps) => {
  const { classification: words } = useViewMessages()
  const { labels, by } = chosen
  const add = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (isAdded.current) list.current?.querySelector<HTMLElement>('li:last-child > input')?.focus()
    isAdded.current = false
  }, [labels.length])
  const change = (at: number, changed: Partial<ChosenLabels['labels'][number]>) =>
    onChange({ ...chosen, labels: labels.map((each, index) => (index === at ? { ...each, ...changed } : each)) })
  return (
    <fieldset className="choices-field">
      <legend>{words.labels}</legend>
      <div className="labels-field">
        {labels.length > 0 && (
          <ul ref={list}>
            {labels.map(({ name, description }, index) => {
              const named = name.trim() === '' ? words.labelNumber(index + 1) : name
              return (
                // oxlint-disable-next-line react/no-array-index-key -- names are typed, and all that a line shows is in its props
                <li key={index}>
                  <input
                    className="input"
                    aria-label={words.nameOf(named)}
                    placeholder={words.name}
                    maxLength={limits.labelNameLength.maxLength}
                    value={name}
                    onChange={({ target }) => change(index, { name: target.value })}
                  />
                  <input
                    className="input"
                    aria-label={words.descriptionOf(named)}
                    placeholder={words.descriptionHint}
                    maxLength={limits.labelDescriptionLength}
                    value={description}
                    onChange={({ target }) => change(index, { description: target.value })}
                  />
                  <button
                    type="button"
                    className="button quiet icon"
                    aria-label={words.remove(named)}
                    title={words.remove(named)}
                    onClick={() => {
                      onChange({ ...chosen, labels: labels.filter((_, each) => each !== index) })
                      add.current?.focus()
                    }}
                  >
                    <Trash2Icon size={15} aria-hidden />
                  </button>
                </li>
              )
            })}
          </ul>
        )}
        <div className="labels-bar">
          <button
            ref={add}
            type="button"
            className="button quiet"
            disabled={labels.length >= limits.labels}
            onClick={() => {
              isAdded.current = true
              onChange({ ...chosen, labels: [...labels, { name: '', description: '' }] })
            }}
          >
            <PlusIcon size={15} aria-hidden /> {words.add}
          </button>
          {labels.length === 0 ? (
            <span className="small muted">{words.about}</span>
          ) : (
            <Segments
              label={words.by}
              options={[
                { value: 'document', label: words.byDocument },
                { value: 'pages', label: words.byPages },
              ]}
              value={by}
              onChange={(next) => onChange({ ...chosen, by: next })}
            />
          )}
        </div>
      </div>
    </fieldset>
  )
}
