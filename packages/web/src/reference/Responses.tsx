import type { OperationAnswer, Schemas } from './openapi.ts'
import { InlineProse } from '../design/InlineProse.tsx'
import { SchemaView } from './SchemaView.tsx'
import { useViewMessages } from '../language/view-messages.ts'

/** The responses of an operation: success first, then the problems. */
export const Responses = ({
  responses,
  schemas,
}: {
  readonly responses: Readonly<Record<string, OperationAnswer>>
  readonly schemas: Schemas
}) => {
  const viewMessages = useViewMessages()
  return (
    <>
      <h4>{viewMessages.reference.responses}</h4>
      <ul className="answers">
        {Object.entries(responses).map(([status, answer]) => (
          <li key={status}>
            <details>
              <summary>
                <span className={`chip ${Number(status) < 400 ? 'good' : 'bad'}`}>{status}</span>{' '}
                <span className="small">
                  <InlineProse text={answer.description} />
                </span>
              </summary>
              <AnswerView answer={answer} schemas={schemas} />
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

const AnswerView = ({
  answer: { content },
  schemas,
}: {
  readonly answer: OperationAnswer
  readonly schemas: Schemas
}) => {
  const viewMessages = useViewMessages()
  const entries = Object.entries(content ?? {})
  if (entries.length === 0) return <p className="small muted">{viewMessages.reference.noBody}</p>
  return entries.map(([mediaType, { schema, examples = {} }]) => (
    <div key={mediaType} className="answer">
      <p className="small muted">
        <code>{mediaType}</code>
      </p>
      <SchemaView schema={schema} schemas={schemas} />
      {Object.entries(examples).map(([name, { summary, value }]) => (
        <details key={name} className="small">
          <summary>
            {viewMessages.reference.example}: <span lang="en">{summary ?? name.replaceAll('_', ' ')}</span>
          </summary>
          <pre tabIndex={0} aria-label={`${viewMessages.reference.example} ${name}`}>
            {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
          </pre>
        </details>
      ))}
    </div>
  ))
}
