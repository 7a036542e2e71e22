import { CircleAlertIcon, RotateCcwIcon, UploadIcon, XIcon } from '../design/icons.tsx'
import { ErrorText } from '../api/ErrorText.tsx'
import { formatShare } from '../design/format.ts'
import { useSession } from '../session/session.tsx'
import { dropSubmission, submitDocument, type BrowserSubmission } from '../job-data/submissions.ts'
import { useMessages } from '../language/messages.ts'

export const SubmissionRow = ({ submission }: { readonly submission: BrowserSubmission }) => {
  const messages = useMessages()
  const { client } = useSession()
  const { number, name, source, parameters, share, error } = submission
  const isUpload = 'file' in source
  return (
    <li className="job-row">
      {error === null ? (
        <UploadIcon size={16} aria-hidden />
      ) : (
        <CircleAlertIcon size={16} className="bad" aria-hidden />
      )}
      <div className="job-row-what">
        <bdi>{name}</bdi>
        {error === null ? (
          <>
            <progress
              className="progress"
              aria-label={messages.jobs.uploadOf(name)}
              max={1}
              {...(isUpload && { value: share })}
            />
            <p className="small muted">
              {share < 1 && isUpload ? messages.jobs.uploading(formatShare(share)) : messages.jobs.waitingForAnswer}
            </p>
          </>
        ) : (
          <p className="small bad" role="alert">
            <ErrorText error={error} />
          </p>
        )}
      </div>
      <div className="job-row-actions">
        {error !== null && (
          <button
            type="button"
            className="button quiet icon"
            aria-label={messages.jobs.retryNamed(name)}
            onClick={() => {
              dropSubmission(number)
              void submitDocument(client, source, parameters)
            }}
          >
            <RotateCcwIcon size={15} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className="button quiet icon"
          aria-label={messages.jobs.stopNamed(name)}
          onClick={() => dropSubmission(number)}
        >
          <XIcon size={15} aria-hidden />
        </button>
      </div>
    </li>
  )
}
