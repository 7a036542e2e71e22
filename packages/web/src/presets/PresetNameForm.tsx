import { useEffect, useId, useRef, useState } from 'react'
import { useMessages } from '../language/messages.ts'

type PresetNameFormProps = {
  readonly name: string
  /** Names that saving would replace. */
  readonly taken: readonly string[]
  readonly onSubmit: (name: string) => void
  readonly onCancel: () => void
}

/** Asks for the name of a preset; Escape closes it. */
export const PresetNameForm = ({ name, taken, onSubmit, onCancel }: PresetNameFormProps) => {
  const messages = useMessages()
  const [text, setText] = useState(name)
  const field = useRef<HTMLInputElement>(null)
  const hint = useId()
  useEffect(() => field.current?.focus(), [])
  const given = text.trim()
  const isTaken = taken.includes(given)
  const words = messages.presets
  return (
    <form
      className="preset-name"
      onSubmit={(event) => {
        event.preventDefault()
        if (given !== '') onSubmit(given)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <input
        ref={field}
        className="input"
        aria-label={words.name}
        placeholder={words.name}
        maxLength={80}
        value={text}
        aria-describedby={isTaken ? hint : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit" className="button" disabled={given === ''}>
        {words.store}
      </button>
      <button type="button" className="button quiet" onClick={onCancel}>
        {words.cancel}
      </button>
      {isTaken && (
        <p id={hint} className="small muted" role="status">
          {words.nameTaken}
        </p>
      )}
    </form>
  )
}
