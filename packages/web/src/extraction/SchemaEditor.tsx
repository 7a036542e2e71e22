import { useId } from 'react'
import { Segments } from '../design/Segments.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import type { SchemaDraft } from './schema-draft.ts'
import { fieldsOfDraft, jsonOfDraft } from './schema-draft.ts'
import { SchemaForm } from './SchemaForm.tsx'

/** A schema as a form, or as JSON where it says more than the form can show. */
export const SchemaEditor = ({
  draft,
  onChange,
}: {
  readonly draft: SchemaDraft
  readonly onChange: (draft: SchemaDraft) => void
}) => {
  const { extraction: words } = useViewMessages()
  const id = useId()
  const fields = fieldsOfDraft(draft)
  return (
    <div className="card schema-editor">
      <div className="schema-bar">
        <Segments
          label={words.form}
          options={[
            { value: 'fields', label: words.asForm },
            { value: 'json', label: 'JSON' },
          ]}
          value={draft.kind}
          onChange={(kind) => {
            if (kind === 'json') onChange({ kind, text: jsonOfDraft(draft) })
            else if (fields !== null) onChange({ kind, fields })
          }}
        />
        {draft.kind === 'json' && fields === null && <p className="small muted">{words.onlyJson}</p>}
      </div>
      {draft.kind === 'fields' ? (
        <SchemaForm
          label={words.schema}
          fields={draft.fields}
          onChange={(changed) => onChange({ kind: 'fields', fields: changed })}
        />
      ) : (
        <>
          <label className="hidden" htmlFor={id}>
            {words.schemaAsJson}
          </label>
          <textarea
            id={id}
            className="input schema-json"
            rows={18}
            spellCheck={false}
            value={draft.text}
            onChange={({ target }) => onChange({ kind: 'json', text: target.value })}
          />
        </>
      )}
    </div>
  )
}
