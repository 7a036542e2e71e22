import type { IssuedKey } from '@polyparse/contract/admin'
import { useState, type ReactNode } from 'react'
import { ErrorText } from '../api/ErrorText.tsx'
import { Notice } from '../design/Notice.tsx'
import { useViewMessages } from '../language/view-messages.ts'

type KeyFormProps = {
  readonly action: string
  readonly issue: () => Promise<IssuedKey>
  readonly onIssued: (key: IssuedKey) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Fields that lead to a new key. */
export const KeyForm = ({ action, issue, onIssued, onClose, children }: KeyFormProps) => {
  const viewMessages = useViewMessages()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async () => {
    setBusy(true)
    setError(null)
    try {
      onIssued(await issue())
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <form
      className="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {children}
      {error !== null && <Notice tone="bad" title={<ErrorText error={error} />} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {viewMessages.admin.cancel}
        </button>
        <button type="submit" className="button primary" disabled={busy}>
          {busy && <span className="spinner" aria-hidden />}
          {action}
        </button>
      </div>
    </form>
  )
}
