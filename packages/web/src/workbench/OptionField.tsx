import { useId, type ReactNode } from 'react'
import { languageName } from '../design/format.ts'
import { InlineProse } from '../design/InlineProse.tsx'
import { JsonField } from './JsonField.tsx'
import { titleOf, type Option } from './option-schema.ts'
import { useMessages } from '../language/messages.ts'

type OptionFieldProps = {
  readonly option: Option
  /** Undefined for the provider's default. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export const OptionField = ({ option, value, onChange }: OptionFieldProps) => {
  const messages = useMessages()
  const id = useId()
  const title = titleOf(option.name)
  const field = { id, 'aria-describedby': `${id}-hint` }
  switch (option.kind) {
    case 'flag': {
      const defaultValue = option.schema.default ?? false
      return (
        <OptionWithDescription option={option} id={id}>
          <label className="check">
            <input
              {...field}
              type="checkbox"
              checked={typeof value === 'boolean' ? value : defaultValue}
              onChange={(event) => onChange(event.target.checked === defaultValue ? undefined : event.target.checked)}
            />
            <strong lang="en">{title}</strong>
          </label>
        </OptionWithDescription>
      )
    }
    case 'choice':
      return (
        <OptionWithDescription option={option} id={id} title={title}>
          <select
            {...field}
            className="input"
            value={typeof value === 'string' ? value : (option.schema.default ?? '')}
            onChange={({ target }) =>
              onChange(target.value === (option.schema.default ?? '') ? undefined : target.value)
            }
          >
            {option.schema.default === undefined && <option value="">{messages.workbench.default}</option>}
            {option.schema.enum.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </OptionWithDescription>
      )
    case 'choices': {
      const { default: defaultValue = [], items } = option.schema
      const chosen = Array.isArray(value) ? value : defaultValue
      const toggle = (each: string, on: boolean) => {
        const next = on ? [...chosen, each] : chosen.filter((other) => other !== each)
        onChange(next.length === 0 || String(next) === String(defaultValue) ? undefined : next)
      }
      return (
        <OptionWithDescription option={option} id={id} title={title}>
          <div role="group" aria-label={title} aria-describedby={`${id}-hint`} className="output-chips">
            {items.enum.map((each) => (
              <label key={each} className="toggle-chip">
                <input
                  type="checkbox"
                  checked={chosen.includes(each)}
                  onChange={(event) => toggle(each, event.target.checked)}
                />
                {option.name === 'languages' ? <LanguageChoice code={each} /> : each}
              </label>
            ))}
          </div>
        </OptionWithDescription>
      )
    }
    case 'number':
      return (
        <OptionWithDescription option={option} id={id} title={title}>
          <input
            {...field}
            className="input"
            type="number"
            min={option.schema.minimum}
            max={option.schema.maximum}
            step={option.schema.type === 'integer' ? 1 : 'any'}
            placeholder={String(option.schema.default ?? '')}
            value={typeof value === 'number' ? value : ''}
            onChange={({ target }) => onChange(Number.isNaN(target.valueAsNumber) ? undefined : target.valueAsNumber)}
          />
        </OptionWithDescription>
      )
    case 'text':
      return (
        <OptionWithDescription option={option} id={id} title={title}>
          <input
            {...field}
            className="input"
            type={/password|secret/i.test(option.name) ? 'password' : 'text'}
            autoComplete="off"
            maxLength={option.schema.maxLength}
            placeholder={option.schema.default ?? ''}
            value={typeof value === 'string' ? value : ''}
            onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
          />
        </OptionWithDescription>
      )
    case 'json':
      return (
        <JsonField
          label={title}
          hint={<InlineProse text={option.schema.description ?? ''} />}
          value={value}
          onChange={onChange}
        />
      )
  }
}

const LanguageChoice = ({ code }: { readonly code: string }) => {
  const name = languageName(code)
  return name === null ? (
    code
  ) : (
    <>
      {name} <code className="muted">{code}</code>
    </>
  )
}

const OptionWithDescription = ({
  option,
  id,
  title,
  children,
}: {
  readonly option: Option
  readonly id: string
  readonly title?: string
  readonly children: ReactNode
}) => (
  <div className="field">
    {title !== undefined &&
      (option.kind === 'choices' ? (
        <span className="field-label" lang="en">
          {title}
        </span>
      ) : (
        <label htmlFor={id} lang="en">
          {title}
        </label>
      ))}
    {children}
    <span id={`${id}-hint`} className="field-hint">
      <InlineProse text={option.schema.description ?? ''} />
    </span>
  </div>
)
