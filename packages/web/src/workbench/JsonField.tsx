import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../language/messages.ts'

type JsonFieldProps = {
  readonly label: string
  readonly hint: ReactNode
  readonly value: unknown
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
}

const isJsonFieldObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Edits options without a form as a JSON object; reports the value once it is valid. */
export const JsonField = ({ label, hint, value, onChange }: JsonFieldProps) => {
  const messages = useMessages()
  const id = useId()
  const [text, setText] = useState(() =>
    isJsonFieldObject(value) && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : '',
  )
  const [invalid, setInvalid] = useState(false)
  const read = (written: string) => {
    setText(written)
    try {
      const parsed: unknown = JSON.parse(written.trim() === '' ? '{}' : written)
      setInvalid(!isJsonFieldObject(parsed))
      if (isJsonFieldObject(parsed)) onChange(parsed)
    } catch {
      setInvalid(true)
    }
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input mono"
        rows={3}
        spellCheck={false}
        placeholder="{ }"
        value={text}
        aria-invalid={invalid}
        aria-describedby={`${id}-hint`}
        onChange={(event) => read(event.target.value)}
      />
      <span id={`${id}-hint`} className={invalid ? 'field-error' : 'field-hint'}>
        {invalid ? messages.workbench.noJsonObject : hint}
      </span>
    </div>
  )
}
