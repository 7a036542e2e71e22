import { PlusIcon, Trash2Icon } from '../design/icons.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { fieldTypes, newField, type SchemaField } from './schema-fields.ts'

type SchemaFormProps = {
  readonly fields: readonly SchemaField[]
  readonly onChange: (fields: readonly SchemaField[]) => void
  /** Those of a table have no tables in them. */
  readonly isColumns?: boolean
  /** The table that they are of, for screen readers. */
  readonly label: string
}

/** A line for each field, and under that of a table its columns. */
export const SchemaForm = ({ fields, onChange, isColumns = false, label }: SchemaFormProps) => {
  const { extraction: words } = useViewMessages()
  const change = (changed: SchemaField) => onChange(fields.map((each) => (each.key === changed.key ? changed : each)))
  const types = isColumns ? fieldTypes.filter((type) => type !== 'table') : fieldTypes
  const nameOf = ({ name }: SchemaField, index: number) => (name.trim() === '' ? words.fieldNumber(index + 1) : name)
  return (
    <div role="group" aria-label={label} className={isColumns ? 'schema-form schema-columns' : 'schema-form'}>
      <ul>
        {fields.map((field, index) => {
          const named = nameOf(field, index)
          return (
            <li key={field.key}>
              <div className="schema-row">
                <input
                  className="input"
                  aria-label={words.nameOf(named)}
                  placeholder={words.name}
                  value={field.name}
                  onChange={({ target }) => change({ ...field, name: target.value })}
                />
                <select
                  className="input"
                  aria-label={words.typeOf(named)}
                  value={field.type}
                  onChange={({ target }) => {
                    const type = types.find((each) => each === target.value) ?? field.type
                    const columns = type === 'table' ? [newField()] : []
                    change({ ...field, type, columns: type === field.type ? field.columns : columns })
                  }}
                >
                  {types.map((type) => (
                    <option key={type} value={type}>
                      {words.types[type]}
                    </option>
                  ))}
                </select>
                <input
                  className="input"
                  aria-label={words.descriptionOf(named)}
                  placeholder={words.descriptionHint}
                  value={field.description}
                  onChange={({ target }) => change({ ...field, description: target.value })}
                />
                <button
                  type="button"
                  className="button quiet icon"
                  aria-label={words.remove(named)}
                  title={words.remove(named)}
                  onClick={() => onChange(fields.filter(({ key }) => key !== field.key))}
                >
                  <Trash2Icon size={15} aria-hidden />
                </button>
              </div>
              {field.type === 'table' && (
                <SchemaForm
                  isColumns
                  label={words.columnsOf(named)}
                  fields={field.columns}
                  onChange={(columns) => change({ ...field, columns })}
                />
              )}
            </li>
          )
        })}
      </ul>
      <button type="button" className="button quiet" onClick={() => onChange([...fields, newField()])}>
        <PlusIcon size={15} aria-hidden /> {isColumns ? words.addColumn : words.addField}
      </button>
    </div>
  )
}
