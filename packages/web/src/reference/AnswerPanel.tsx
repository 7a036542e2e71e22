import { duration } from '@polyparse/compare/format'
import { CopyButton } from '../design/CopyButton.tsx'
import type { Answered } from './send-try.ts'

/** The response as text: nothing in it is rendered. */
export const AnswerPanel = ({
  answered: { status, headers, milliseconds, text, isCut },
}: {
  readonly answered: Answered
}) => {
  const shown = pretty(text)
  return (
    <div className="try-answer" role="group" aria-label="Response">
      <p className="try-status" role="status">
        <span className={`chip ${status < 400 ? 'good' : 'bad'}`}>{status}</span>
        <span className="small muted">after {duration(milliseconds)}</span>
        <CopyButton text={() => shown} what="the response" quiet />
      </p>
      <details className="small">
        <summary>{headers.length} headers</summary>
        <pre tabIndex={0} aria-label="Response headers">
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      {shown !== '' && (
        <pre tabIndex={0} aria-label="Response body" className="try-body">
          {shown}
        </pre>
      )}
      {isCut && <p className="small muted">Only the beginning is shown.</p>}
    </div>
  )
}

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
