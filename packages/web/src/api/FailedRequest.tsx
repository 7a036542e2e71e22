import { useMessages } from '../language/messages.ts'
import { ErrorText } from './ErrorText.tsx'
import { Notice } from '../design/Notice.tsx'

type FailedRequestProps = { readonly error: unknown; readonly onRetry: () => void }

/** Says why a request has failed, and sends it again on demand. */
export const FailedRequest = ({ error, onRetry }: FailedRequestProps) => {
  const messages = useMessages()
  return (
    <Notice
      tone="bad"
      title={<ErrorText error={error} />}
      actions={
        <button type="button" className="button" onClick={onRetry}>
          {messages.common.tryAgain}
        </button>
      }
    />
  )
}
