import { type Scope, scopes } from '@polyparse/contract'
import { type IssuedKey, keyLimits } from '@polyparse/contract/admin'
import { useState } from 'react'
import type { AdminClient } from './admin-client.ts'
import { Dialog } from '../design/Dialog.tsx'
import { KeyForm } from './KeyForm.tsx'
import { LimitField } from './LimitField.tsx'
import { ScopeField } from './ScopeField.tsx'
import { useViewMessages } from '../language/view-messages.ts'

type CreateKeyDialogProps = {
  readonly client: AdminClient
  readonly accounts: readonly string[]
  readonly account: string | null
  readonly onIssued: (key: IssuedKey) => void
  readonly onClose: () => void
}

/** The lifetimes in days. */
const lifetimes = { never: null, month: 30, quarter: 90, year: 365 } as const
type Lifetime = keyof typeof lifetimes
const lifetimeNames: readonly Lifetime[] = ['never', 'month', 'quarter', 'year']

const day = 24 * 3600 * 1000

const expiryOf = (lifetime: Lifetime): string | null => {
  const days = lifetimes[lifetime]
  return days === null ? null : new Date(Date.now() + days * day).toISOString()
}

const limitOf = (text: string): number | null => (text === '' ? null : Number(text))

export const CreateKeyDialog = ({ client, accounts, account: preset, onIssued, onClose }: CreateKeyDialogProps) => {
  const viewMessages = useViewMessages()
  const [account, setAccount] = useState(preset ?? '')
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const [allowed, setAllowed] = useState<readonly Scope[]>(scopes)
  const [requestsPerMinute, setRequestsPerMinute] = useState('')
  const [pagesPerDay, setPagesPerDay] = useState('')
  return (
    <Dialog title={viewMessages.admin.newKey} onClose={onClose}>
      <KeyForm
        action={viewMessages.admin.createKey}
        onClose={onClose}
        onIssued={onIssued}
        issue={() =>
          client.createKey({
            account: account.trim(),
            ...(name.trim() !== '' && { name: name.trim() }),
            expiresAt: expiryOf(lifetime),
            scopes: allowed.length === scopes.length ? null : [...allowed],
            requestsPerMinute: limitOf(requestsPerMinute),
            pagesPerDay: limitOf(pagesPerDay),
          })
        }
      >
        <div className="field">
          <label htmlFor="key-account">{viewMessages.admin.account}</label>
          <input
            id="key-account"
            className="input"
            list="key-accounts"
            required
            autoComplete="off"
            value={account}
            aria-describedby="key-account-hint"
            onChange={({ target }) => setAccount(target.value)}
          />
          <datalist id="key-accounts">
            {accounts.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          <span id="key-account-hint" className="field-hint">
            {viewMessages.admin.accountHint}
          </span>
        </div>
        <div className="field">
          <label htmlFor="key-name">{viewMessages.admin.name}</label>
          <input
            id="key-name"
            className="input"
            placeholder={viewMessages.admin.nameHint}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="key-lifetime">{viewMessages.admin.expiresAfter}</label>
          <select
            id="key-lifetime"
            className="input"
            value={lifetime}
            onChange={({ target }) => setLifetime(lifetimeNames.find((each) => each === target.value) ?? 'never')}
          >
            {lifetimeNames.map((each) => (
              <option key={each} value={each}>
                {viewMessages.admin.lifetimes[each]}
              </option>
            ))}
          </select>
        </div>
        <ScopeField allowed={allowed} onChange={setAllowed} />
        <LimitField
          id="key-requests"
          label={viewMessages.admin.requestsPerMinute}
          {...keyLimits.requestsPerMinute}
          value={requestsPerMinute}
          onChange={setRequestsPerMinute}
        />
        <LimitField
          id="key-pages"
          label={viewMessages.admin.pagesPerDay}
          {...keyLimits.pagesPerDay}
          value={pagesPerDay}
          onChange={setPagesPerDay}
        />
      </KeyForm>
    </Dialog>
  )
}
