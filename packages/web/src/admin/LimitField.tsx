import { useViewMessages } from '../language/view-messages.ts'

type LimitFieldProps = {
  readonly id: string
  readonly label: string
  readonly minimum: number
  readonly maximum: number
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A limit of the key; empty: none. */
export const LimitField = ({ id, label, minimum, maximum, value, onChange }: LimitFieldProps) => {
  const viewMessages = useViewMessages()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="number"
        inputMode="numeric"
        min={minimum}
        max={maximum}
        step={1}
        placeholder={viewMessages.admin.noOwnLimit}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
