import { useState } from 'react'
import type { Schemas } from './openapi.ts'
import { InlineProse } from '../design/InlineProse.tsx'
import { choicesOfSchema, limitsOf, propertiesOfSchema, readSchema, typeOfSchema } from './schema.ts'
import { useViewMessages } from '../language/view-messages.ts'

/** The properties of a schema; nested ones are shown on demand. */
export const SchemaView = ({ schema, schemas }: { readonly schema: unknown; readonly schemas: Schemas }) => {
  const viewMessages = useViewMessages()
  const choices = choicesOfSchema(readSchema(schema, schemas))
  return choices.map((choice, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the choices of a schema never change
    <div key={index}>
      {choices.length > 1 && (
        <p className="small muted schema-choice">
          {index === 0 ? viewMessages.reference.either : viewMessages.reference.or}{' '}
          <strong translate="no">{typeOfSchema(choice, schemas)}</strong>
        </p>
      )}
      <SchemaProperties schema={choice} schemas={schemas} />
    </div>
  ))
}

const SchemaProperties = ({ schema, schemas }: { readonly schema: unknown; readonly schemas: Schemas }) => {
  const { properties, required } = propertiesOfSchema(schema, schemas)
  if (properties.length === 0) return null
  return (
    <ul className="properties">
      {properties.map(([name, property]) => (
        <Property key={name} name={name} isRequired={required.includes(name)} schema={property} schemas={schemas} />
      ))}
    </ul>
  )
}

type SchemaViewProps = {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: unknown
  readonly schemas: Schemas
  readonly description?: string | undefined
}

export const Property = ({ name, isRequired, schema, schemas, description }: SchemaViewProps) => {
  const viewMessages = useViewMessages()
  const read = readSchema(schema, schemas)
  const text = description ?? read.description
  const values = read.enum ?? readSchema(read.items, schemas).enum
  const limits = limitsOf(read)
  return (
    <li>
      <p className="property-name">
        <code>{name}</code>{' '}
        <span className="muted small" translate="no">
          {typeOfSchema(schema, schemas)}
        </span>
        {isRequired && <span className="chip accent">{viewMessages.reference.required}</span>}
      </p>
      {text !== undefined && (
        <p className="small">
          <InlineProse text={text} />
        </p>
      )}
      {values !== undefined && (
        <p className="small muted property-values">
          {values.map((value) => (
            <code key={String(value)}>{String(value)}</code>
          ))}
        </p>
      )}
      {limits.length > 0 && <p className="small muted">{limits.join(', ')}</p>}
      <Inside schema={schema} schemas={schemas} name={name} />
    </li>
  )
}

/** Schemas may be recursive, so nothing is rendered until it is opened. */
const Inside = ({
  schema,
  schemas,
  name,
}: {
  readonly schema: unknown
  readonly schemas: Schemas
  readonly name: string
}) => {
  const viewMessages = useViewMessages()
  const [isOpen, setIsOpen] = useState(false)
  const inner = choicesOfSchema(readSchema(schema, schemas)).filter(
    (choice) => propertiesOfSchema(choice, schemas).properties.length > 0,
  )
  if (inner.length === 0) return null
  return (
    <details className="small" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{viewMessages.reference.propertiesOf(<code>{name}</code>)}</summary>
      {isOpen &&
        inner.map((choice, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the choices of a schema never change
          <SchemaView key={index} schema={choice} schemas={schemas} />
        ))}
    </details>
  )
}
