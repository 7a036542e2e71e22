import type { CreatedShare, Share } from '@polyparse/contract'
import { useEffect, useId, useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { CopyButton } from '../design/CopyButton.tsx'
import { Dialog } from '../design/Dialog.tsx'
import { formatTime } from '../design/format.ts'
import { useToast } from '../design/toast.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { useSession } from '../session/session.tsx'
import './sharing.css'

/** The lifetimes that a link can be given, in seconds. */
const lifetimes = { hour: 3600, day: 24 * 3600, week: 7 * 24 * 3600, month: 30 * 24 * 3600 } as const
type Lifetime = keyof typeof lifetimes
const lifetimeNames: readonly Lifetime[] = ['hour', 'day', 'week', 'month']

/** Makes a link to the result of a job, shows it once, and lists those that are valid. */
export const ShareDialog = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { sharing } = useViewMessages()
  const { client } = useSession()
  const showToast = useToast()
  const field = useId()
  const [lifetime, setLifetime] = useState<Lifetime>('week')
  const [created, setCreated] = useState<CreatedShare | null>(null)
  const [shares, setShares] = useState<readonly Share[] | null>(null)
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const abort = new AbortController()
    client.shares(id, abort.signal).then(
      ({ shares: listed }) => setShares(listed),
      (error: unknown) => {
        if (!abort.signal.aborted) showToast(messageOfError(error))
      },
    )
    return () => abort.abort()
  }, [client, id])

  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showToast(messageOfError(error))
    } finally {
      setBusy(false)
    }
  }
  const create = () =>
    act(async () => {
      const made = await client.createShare(id, lifetimes[lifetime])
      setCreated(made)
      setShares((others) => [made, ...(others ?? [])])
    })
  const revoke = (share: string) =>
    act(async () => {
      await client.revokeShare(id, share)
      setShares((others) => others?.filter((each) => each.id !== share) ?? null)
      if (created?.id === share) setCreated(null)
      showToast(sharing.revoked)
    })

  return (
    <Dialog title={sharing.title} onClose={onClose}>
      <p className="small muted">{sharing.about}</p>
      <form
        className="share-form"
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <div className="field">
          <label htmlFor={field}>{sharing.expiresIn}</label>
          <select
            id={field}
            className="input"
            value={lifetime}
            onChange={({ target }) => {
              const chosen = lifetimeNames.find((each) => each === target.value)
              if (chosen !== undefined) setLifetime(chosen)
            }}
          >
            {lifetimeNames.map((each) => (
              <option key={each} value={each}>
                {sharing.lifetimes[each]}
              </option>
            ))}
          </select>
          <span className="field-hint">{sharing.endsWithResult}</span>
        </div>
        <button type="submit" className="button primary" disabled={isBusy}>
          {sharing.create}
        </button>
      </form>
      {created !== null && (
        <div className="share-made">
          <input
            className="input mono"
            aria-label={sharing.theLink}
            readOnly
            value={created.url}
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={() => created.url} what={sharing.theLink} />
          <p className="small" role="status">
            {sharing.onlyOnce(formatTime(created.expiresAt))}
          </p>
        </div>
      )}
      {shares !== null &&
        (shares.length === 0 ? (
          <p className="small muted">{sharing.none}</p>
        ) : (
          <section aria-label={sharing.links}>
            <h3>{sharing.links}</h3>
            <ul className="share-list">
              {shares.map(({ id: share, createdAt, expiresAt }) => (
                <li key={share}>
                  <span className="small">
                    {sharing.made(formatTime(createdAt))}, {sharing.until(formatTime(expiresAt))}
                  </span>
                  <button type="button" className="button quiet" disabled={isBusy} onClick={() => void revoke(share)}>
                    {sharing.revoke}
                    <span className="hidden">{sharing.revokeLink(formatTime(createdAt))}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {sharing.close}
        </button>
      </div>
    </Dialog>
  )
}
