import type { Parameter, Schemas } from './openapi.ts'
import { Property } from './SchemaView.tsx'

const locations = [
  { place: 'path', title: 'Path parameters' },
  { place: 'query', title: 'Query parameters' },
  { place: 'header', title: 'Headers' },
] as const

export const Parameters = ({
  parameters,
  schemas,
}: {
  readonly parameters: readonly Parameter[]
  readonly schemas: Schemas
}) =>
  locations.map(({ place, title }) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    if (here.length === 0) return null
    return (
      <div key={place}>
        <h4>{title}</h4>
        <ul className="properties">
          {here.map(({ name, required = false, description, schema }) => (
            <Property
              key={name}
              name={name}
              isRequired={required}
              schema={schema}
              schemas={schemas}
              description={description}
            />
          ))}
        </ul>
      </div>
    )
  })
