import type { Credential } from '../api/authorization.ts'
import { MethodName } from './Contents.tsx'
import type { OpenApiOperation, Schemas, Parameter } from './openapi.ts'
import { Prose } from './Prose.tsx'
import { Responses } from './Responses.tsx'
import { SamplePanel } from './SamplePanel.tsx'
import { SchemaView, Property } from './SchemaView.tsx'
import { TryIt } from './TryIt.tsx'
import { useViewMessages } from '../language/view-messages.ts'

type OperationViewProps = {
  readonly operation: OpenApiOperation
  readonly schemas: Schemas
  /** Undefined if there is none. */
  readonly credential: Credential | undefined
}

/** One operation: its purpose, parameters and answers; beside it the code, and a form to send it. */
export const OperationView = ({ operation, schemas, credential }: OperationViewProps) => {
  const viewMessages = useViewMessages()
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = operation
  const body = requestBody?.content['application/json']
  return (
    <article id={operationId} className="operation" aria-labelledby={`${operationId}-title`}>
      <div className="operation-said">
        <h3 id={`${operationId}-title`} lang="en">
          {summary}
        </h3>
        <p className="operation-path">
          <MethodName name={method} /> <code>{path}</code>
        </p>
        {description !== undefined && <Prose text={description} />}
        {parameters.length > 0 && <Parameters parameters={parameters} schemas={schemas} />}
        {body?.schema !== undefined && (
          <>
            <h4>{viewMessages.reference.jsonBody}</h4>
            <SchemaView schema={body.schema} schemas={schemas} />
          </>
        )}
        <Responses responses={responses} schemas={schemas} />
      </div>
      <div className="operation-done">
        <SamplePanel operation={operation} />
        <TryIt operation={operation} credential={credential} />
      </div>
    </article>
  )
}

const locations = ['path', 'query', 'header'] as const

const Parameters = ({
  parameters,
  schemas,
}: {
  readonly parameters: readonly Parameter[]
  readonly schemas: Schemas
}) => {
  const viewMessages = useViewMessages()
  return locations.map((place) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    if (here.length === 0) return null
    return (
      <div key={place}>
        <h4>{viewMessages.reference.locations[place]}</h4>
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
}
