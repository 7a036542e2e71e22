import { operationsOf, type OpenApi } from './openapi.ts'
import { useViewMessages } from '../language/view-messages.ts'

export const Contents = ({ api }: { readonly api: OpenApi }) => {
  const viewMessages = useViewMessages()
  return (
    <nav className="reference-contents" aria-label={viewMessages.reference.operations}>
      {api.tags.map(({ name }) => (
        <div key={name} lang="en">
          <p>{name}</p>
          <ul>
            {operationsOf(api, name).map(({ operationId, method, summary }) => (
              <li key={operationId}>
                <a href={`#${operationId}`}>
                  <MethodName name={method} />
                  {summary}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

export const MethodName = ({ name }: { readonly name: string }) => (
  <span className={`method method-${name.toLowerCase()}`}>{name === 'DELETE' ? 'DEL' : name}</span>
)
