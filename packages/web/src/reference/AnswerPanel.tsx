import { CopyButton } from '../design/CopyButton.tsx'
import type { Answered } from './send-try.ts'
import { formatDuration } from '../design/format.ts'
import { useViewMessages } from '../language/view-messages.ts'

/** The response as text: nothing in it is rendered. */
export const AnswerPanel = ({
  answered: { status, headers, milliseconds, text, isCut },
}: {
  readonly answered: Answered
}) => {
  const viewMessages = useViewMessages()
  const shown = pretty(text)
  return (
    <div className="try-answer" role="group" aria-label={viewMessages.reference.response}>
      <p className="try-status" role="status">
        <span className={`chip ${status < 400 ? 'good' : 'bad'}`}>{status}</span>
        <span className="small muted">{viewMessages.reference.after(formatDuration(milliseconds))}</span>
        <CopyButton text={() => shown} what={viewMessages.reference.theResponse} quiet />
      </p>
      <details className="small">
        <summary>{viewMessages.reference.countHeaders(headers.length)}</summary>
        <pre tabIndex={0} aria-label={viewMessages.reference.responseHeaders}>
          {headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      {shown !== '' && (
        <pre tabIndex={0} aria-label={viewMessages.reference.responseBody} className="try-body">
          {shown}
        </pre>
      )}
      {isCut && <p className="small muted">{viewMessages.reference.onlyBeginning}</p>}
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
