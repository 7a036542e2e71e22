import { useId } from 'react'
import type { CatalogEntry } from '@polyparse/contract'
import type { ChosenOptions } from '../request/choices.ts'
import { JsonField } from './JsonField.tsx'
import { OptionField } from './OptionField.tsx'
import { readOptionSchema } from './option-schema.ts'
import { useMessages } from '../language/messages.ts'
import './option-form.css'

type OptionFormProps = {
  readonly entry: CatalogEntry
  readonly options: ChosenOptions
  readonly onChange: (options: ChosenOptions) => void
}

/** The options of one provider, from its schema; without one they are edited as JSON. */
export const OptionForm = ({ entry: { id, name, options: schema }, options, onChange }: OptionFormProps) => {
  const messages = useMessages()
  const title = useId()
  const set = (option: string, value: unknown) => {
    const { [option]: _, ...others } = options
    onChange(value === undefined ? others : { ...others, [option]: value })
  }
  return (
    <section className="option-form" aria-labelledby={title}>
      <h3 id={title}>
        {name} <code className="muted">{id}</code>
      </h3>
      {schema === undefined ? (
        <JsonField
          label={messages.workbench.optionsAsJson}
          hint={messages.workbench.optionsAsJsonHint}
          value={options}
          onChange={onChange}
        />
      ) : (
        <div className="option-fields">
          {readOptionSchema(schema).map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={options[option.name]}
              onChange={(value) => set(option.name, value)}
            />
          ))}
        </div>
      )}
    </section>
  )
}
