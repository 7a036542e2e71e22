import { PlayIcon, SquareIcon } from '../design/icons.tsx'
import { useId, useRef, useState } from 'react'
import type { Credential } from '../api/authorization.ts'
import { ErrorText } from '../api/ErrorText.tsx'
import { Notice } from '../design/Notice.tsx'
import { Segments } from '../design/Segments.tsx'
import { AnswerPanel } from './AnswerPanel.tsx'
import { needsKey, type OpenApiOperation, type Parameter } from './openapi.ts'
import { sendTry, type Answered, type Attempt } from './send-try.ts'
import { useViewMessages } from '../language/view-messages.ts'

const bodyKinds = ['json', 'file'] as const

type TryItProps = {
  readonly operation: OpenApiOperation
  /** Undefined if there is none. */
  readonly credential: Credential | undefined
}

/** A form that sends the operation for real, and its response. */
export const TryIt = ({ operation, credential }: TryItProps) => {
  const viewMessages = useViewMessages()
  const { parameters = [], requestBody } = operation
  const [values, setValues] = useState(() => firstValues(operation))
  const [kind, setKind] = useState<'json' | 'file'>('json')
  const [json, setJson] = useState(() => firstBody(operation))
  const [file, setFile] = useState<File | null>(null)
  const [answered, setAnswered] = useState<Answered | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [sending, setSending] = useState<AbortController | null>(null)
  const id = useId()
  const form = useRef<HTMLFormElement>(null)

  const body: Attempt['body'] = requestBody === undefined ? null : kind === 'json' ? json : file
  const send = async () => {
    const abort = new AbortController()
    setSending(abort)
    setError(null)
    setAnswered(null)
    try {
      const own = needsKey(operation) ? (credential ?? null) : null
      await sendTry({ operation, values, body, credential: own, signal: abort.signal }, setAnswered)
    } catch (failure) {
      if (!abort.signal.aborted) setError(failure)
    } finally {
      setSending(null)
    }
  }
  const isKeyMissing = needsKey(operation) && credential === undefined
  // The upload headers do not apply to a JSON body.
  const shown = parameters.filter(({ name }) => kind === 'file' || !name.startsWith('X-Service-'))
  return (
    <details className="try">
      <summary>{viewMessages.reference.tryIt}</summary>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {shown.map((parameter) => (
          <ParameterField
            key={parameter.name}
            id={`${id}-${parameter.name}`}
            parameter={parameter}
            value={values[parameter.name] ?? ''}
            onChange={(value) => setValues({ ...values, [parameter.name]: value })}
          />
        ))}
        {requestBody !== undefined && (
          <>
            <Segments
              label={viewMessages.result.theDocument}
              options={bodyKinds.map((value) => ({ value, label: viewMessages.reference.bodyKinds[value] }))}
              value={kind}
              onChange={setKind}
            />
            {kind === 'json' ? (
              <div className="field">
                <label htmlFor={`${id}-body`}>{viewMessages.reference.body}</label>
                <textarea
                  id={`${id}-body`}
                  className="input mono"
                  rows={9}
                  spellCheck={false}
                  value={json}
                  onChange={({ target }) => setJson(target.value)}
                />
              </div>
            ) : (
              <div className="field">
                <label htmlFor={`${id}-file`}>{viewMessages.reference.document}</label>
                <input
                  id={`${id}-file`}
                  className="input"
                  type="file"
                  required
                  onChange={({ target }) => {
                    const chosen = target.files?.[0] ?? null
                    setFile(chosen)
                    if (chosen !== null)
                      setValues({ ...values, 'X-Service-Filename': encodeURIComponent(chosen.name.toWellFormed()) })
                  }}
                />
              </div>
            )}
          </>
        )}
        <div className="try-actions">
          <button type="submit" className="button primary" disabled={sending !== null || isKeyMissing}>
            {sending === null ? <PlayIcon size={14} aria-hidden /> : <span className="spinner" aria-hidden />}
            {viewMessages.reference.send}
          </button>
          {sending !== null && (
            <button type="button" className="button" onClick={() => sending.abort()}>
              <SquareIcon size={14} aria-hidden />
              {viewMessages.reference.stop}
            </button>
          )}
          {isKeyMissing && (
            <span className="small muted">
              {viewMessages.reference.needsKey(<a href="#reference-key">{viewMessages.reference.enterAbove}</a>)}
            </span>
          )}
        </div>
      </form>
      {error !== null && <Notice tone="bad" title={<ErrorText error={error} />} />}
      {answered !== null && <AnswerPanel answered={answered} />}
    </details>
  )
}

const ParameterField = ({
  id,
  parameter: { name, required = false },
  value,
  onChange,
}: {
  readonly id: string
  readonly parameter: Parameter
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <div className="field try-field">
    <label htmlFor={id}>
      <code>{name}</code>
    </label>
    <input
      id={id}
      className="input mono"
      required={required}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </div>
)

const firstValues = ({ operationId, parameters = [] }: OpenApiOperation): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ name, in: place, required = false, example }) => {
      if (name === 'Idempotency-Key') return [[name, crypto.randomUUID()]]
      if (operationId === 'createJob' && name === 'X-Service-Operation') return [[name, 'parse']]
      if (operationId === 'createJob' && name === 'X-Service-Outputs') return [[name, 'markdown']]
      // The job id in an example does not exist.
      return required && place !== 'path' && typeof example === 'string' ? [[name, example]] : []
    }),
  )

const firstBody = ({ requestBody }: OpenApiOperation): string => {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {})
  return example === undefined ? '' : JSON.stringify(example.value, null, 2)
}
