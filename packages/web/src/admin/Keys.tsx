import type { AdminKey, IssuedKey } from '@polyparse/contract/admin'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { useToast } from '../design/toast.tsx'
import { useNow } from '../design/useNow.ts'
import { go, hrefOf } from '../routing/route.ts'
import type { AdminClient } from './admin-client.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { IssuedKeyDialog } from './IssuedKeyDialog.tsx'
import { KeyRow } from './KeyRow.tsx'
import { RotateKeyDialog } from './RotateKeyDialog.tsx'
import { useAdminRequest } from './useAdminRequest.ts'

type Props = {
  readonly client: AdminClient
  /** Shows only the keys of one account. */
  readonly account: string | null
  readonly onRefused: () => void
}

/** The keys of all accounts: create, rotate, disable and re-enable them. */
export const Keys = ({ client, account, onRefused }: Props) => {
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
      showToast(key.disabledAt === null ? `“${key.name}” is disabled.` : `“${key.name}” is enabled.`)
    } catch (error) {
      showToast(messageOf(error))
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
    <section aria-label="Keys" className="admin-view">
      <div className="admin-bar">
        <select
          className="input"
          aria-label="Account"
          value={account ?? ''}
          onChange={({ target }) => go(hrefOf(['admin', 'keys'], { account: target.value || null }), { replace: true })}
        >
          <option value="">All accounts</option>
          {accounts.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button type="button" className="button primary" onClick={() => setCreating(true)}>
          <Plus size={15} aria-hidden />
          New key
        </button>
      </div>
      {request.state === 'failed' && (
        <Notice
          tone="bad"
          title={messageOf(request.error)}
          actions={
            <button type="button" className="button" onClick={reload}>
              Try again
            </button>
          }
        />
      )}
      {request.state === 'pending' && <Busy>Loading …</Busy>}
      {request.state === 'loaded' && shown.length === 0 && (
        <div className="card empty">
          <KeyRound size={26} strokeWidth={1.5} aria-hidden />
          <strong>No keys{account === null ? ' yet' : ' for this account'}</strong>
          <p className="small">Every client of the API needs one. A key for a new account name creates the account.</p>
        </div>
      )}
      {shown.length > 0 && (
        <div className="card admin-scroll">
          <table className="admin-table cards">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Account</th>
                <th scope="col">Prefix</th>
                <th scope="col">State</th>
                <th scope="col">May</th>
                <th scope="col">Last used</th>
                <th scope="col">Created</th>
                <th scope="col">Expires</th>
                <th scope="col">
                  <span className="hidden">Actions</span>
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
