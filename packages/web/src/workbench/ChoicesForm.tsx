import { useEffect, useId, useRef } from 'react'
import { operations } from '@polyparse/contract'
import { Segments } from '../design/Segments.tsx'
import { chosenProviders, type Choices } from '../request/choices.ts'
import { readPages } from '../request/pages.ts'
import { useRoute } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { LabelsField } from './LabelsField.tsx'
import { OptionForm } from './OptionForm.tsx'
import { OutputPicker } from './OutputPicker.tsx'
import { ProviderPicker } from './ProviderPicker.tsx'
import { useMessages } from '../language/messages.ts'
import './choices-form.css'

/** The providers, outputs, pages and options of the job. */
export const ChoicesForm = ({
  choices,
  onChange,
}: {
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
}) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const chosen = chosenProviders(choices, catalog)
  return (
    <div className="card choices">
      <div className="choices-row">
        <h2>{messages.workbench.providers}</h2>
        <Segments
          label={messages.workbench.operation}
          options={operations.map((value) => ({ value, label: messages.workbench.operations[value] }))}
          value={choices.operation}
          onChange={(operation) => onChange({ ...choices, operation })}
        />
      </div>
      <ProviderPicker choices={choices} onChange={onChange} />
      <OutputPicker choices={choices} onChange={onChange} />
      <PagesField pages={choices.pages} onChange={(pages) => onChange({ ...choices, pages })} />
      <LabelsField chosen={choices.labels} onChange={(labels) => onChange({ ...choices, labels })} />
      <label className="check choices-check">
        <input
          type="checkbox"
          checked={choices.pageImages === true}
          onChange={(event) => onChange({ ...choices, pageImages: event.target.checked })}
        />
        <span>
          {messages.workbench.keepPageImages} <span className="muted">{messages.workbench.keepPageImagesHint}</span>
        </span>
      </label>
      <details className="choices-options">
        <summary>
          {messages.workbench.options} <span className="muted">{messages.workbench.forEachProvider}</span>
          {Object.values(choices.options).some((options) => Object.keys(options).length > 0) && (
            <span className="chip accent">{messages.workbench.changed}</span>
          )}
        </summary>
        <div className="choices-option-forms">
          {chosen.map((entry) => (
            <OptionForm
              key={entry.id}
              entry={entry}
              options={choices.options[entry.id] ?? {}}
              onChange={(options) => onChange({ ...choices, options: { ...choices.options, [entry.id]: options } })}
            />
          ))}
          <label className="check">
            <input
              type="checkbox"
              checked={choices.includeRaw}
              onChange={(event) => onChange({ ...choices, includeRaw: event.target.checked })}
            />
            <span>
              {messages.workbench.rawResponse} <span className="muted">{messages.workbench.rawResponseHint}</span>
            </span>
          </label>
        </div>
      </details>
    </div>
  )
}

const PagesField = ({ pages, onChange }: { readonly pages: string; readonly onChange: (pages: string) => void }) => {
  const messages = useMessages()
  const id = useId()
  const read = readPages(pages)
  const error = 'error' in read ? read.error : null
  const input = useRef<HTMLInputElement>(null)
  const isAsked = useRoute().query['field'] === 'pages'
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  return (
    <div className="choices-field">
      <label htmlFor={id}>{messages.workbench.pages}</label>
      <div className="pages-field">
        <input
          ref={input}
          id={id}
          className="input"
          placeholder={messages.workbench.pagesHint}
          value={pages}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
        />
        {error !== null && (
          <span id={`${id}-error`} className="small field-error">
            {error}
          </span>
        )}
      </div>
    </div>
  )
}
