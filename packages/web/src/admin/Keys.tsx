import type { AdminKey, IssuedKey } from '@polyparse/contract/admin'
import { KeyRoundIcon, PlusIcon } from '../design/icons.tsx'
import { useState } from 'react'
import { messageOfError } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { FailedRequest } from '../api/FailedRequest.tsx'
import { useToast } from '../design/toast.tsx'
import { useNow } from '../design/useNow.ts'
import { go, hrefOf } from '../routing/route.ts'
import type { AdminClient } from './admin-client.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { IssuedKeyDialog } from './IssuedKeyDialog.tsx'
import { KeyRow } from './KeyRow.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'
import { useAdminRequest } from './useAdminRequest.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

type KeysProps = {
  readonly client: AdminClient
  /** Shows only the keys of one account. */
  readonly account: string | null
  readonly onRefused: () => void
}

/** The keys of all accounts: create, rotate, disable and re-enable them. */
export const Keys = ({ client, account, onRefused }: KeysProps) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const [request, reload] = useAdminRequest(client.keys, onRefused)
  const [creating, setCreating] = useState(false)
  const [rotating, setRotating] = useState<AdminKey | null>(null)
  const [issued, setIssued] = useState<IssuedKey | null>(null)
  const showToast = useToast()
  const now = useNow()
  const keys = request.state === 'loaded' ? request.value : []
  const accounts = [...new Set(keys.map((key) => key.account))].toSorted()
  const shown = keys.filter((key) => account === null || key.account === account)

  const toggle = async (key: AdminKey) => {
    try {
      await (key.disabledAt === null ? client.disableKey(key.id) : client.enableKey(key.id))
      showToast(
        key.disabledAt === null ? viewMessages.admin.isDisabled(key.name) : viewMessages.admin.isEnabled(key.name),
      )
    } catch (error) {
      showToast(messageOfError(error))
    }
    reload()
  }
  const show = (key: IssuedKey) => {
    setCreating(false)
    setRotating(null)
    setIssued(key)
    reload()
  }
  return (
    <section aria-label={viewMessages.admin.keys} className="admin-view">
      <div className="admin-bar">
        <select
          className="input"
          aria-label={viewMessages.admin.account}
          value={account ?? ''}
          onChange={({ target }) => go(hrefOf(['admin', 'keys'], { account: target.value || null }), { replace: true })}
        >
          <option value="">{viewMessages.admin.allAccounts}</option>
          {accounts.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" className="button primary" onClick={() => setCreating(true)}>
          <PlusIcon size={15} aria-hidden />
          {viewMessages.admin.newKey}
        </button>
      </div>
      {request.state === 'failed' && <FailedRequest error={request.error} onRetry={reload} />}
      {request.state === 'pending' && <Busy>{messages.common.loading}</Busy>}
      {request.state === 'loaded' && shown.length === 0 && (
        <div className="card empty">
          <KeyRoundIcon size={26} strokeWidth={1.5} aria-hidden />
          <strong>{account === null ? viewMessages.admin.noKeys : viewMessages.admin.noKeysOfAccount}</strong>
          <p className="small">{viewMessages.admin.noKeysHint}</p>
        </div>
      )}
      {shown.length > 0 && (
        <div className="card admin-scroll">
          <table className="admin-table cards">
            <thead>
              <tr>
                <th scope="col">{viewMessages.admin.name}</th>
                <th scope="col">{viewMessages.admin.account}</th>
                <th scope="col">{viewMessages.admin.prefix}</th>
                <th scope="col">{viewMessages.admin.state}</th>
                <th scope="col">{viewMessages.admin.may}</th>
                <th scope="col">{viewMessages.admin.lastUsed}</th>
                <th scope="col">{viewMessages.admin.created}</th>
                <th scope="col">{viewMessages.admin.expires}</th>
                <th scope="col">
                  <span className="hidden">{messages.jobs.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((key) => (
                <KeyRow
                  key={key.id}
                  apiKey={key}
                  now={now}
                  onRotate={() => setRotating(key)}
                  onToggle={() => void toggle(key)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {creating && (
        <CreateKeyDialog
          client={client}
          accounts={accounts}
          account={account}
          onIssued={show}
          onClose={() => setCreating(false)}
        />
      )}
      {rotating !== null && (
        <RotateKeyDialog client={client} apiKey={rotating} onIssued={show} onClose={() => setRotating(null)} />
      )}
      {issued !== null && <IssuedKeyDialog issued={issued} onClose={() => setIssued(null)} />}
    </section>
  )
}
