import { type Scope, scopes } from '@polyparse/contract'
import { type IssuedKey, keyLimits } from '@polyparse/contract/admin'
import { useState } from 'react'
import type { AdminClient } from './admin-client.ts'
import { Dialog } from './Dialog.tsx'
import { KeyForm } from './KeyForm.tsx'
import { LimitField } from './LimitField.tsx'
import { ScopeField } from './ScopeField.tsx'

type Props = {
  readonly client: AdminClient
  readonly accounts: readonly string[]
  readonly account: string | null
  readonly onIssued: (key: IssuedKey) => void
  readonly onClose: () => void
}

const lifetimes = { never: null, '30 days': 30, '90 days': 90, 'a year': 365 } as const
type Lifetime = keyof typeof lifetimes
const lifetimeNames: readonly Lifetime[] = ['never', '30 days', '90 days', 'a year']

const day = 24 * 3600 * 1000

const expiryOf = (lifetime: Lifetime): string | null => {
  const days = lifetimes[lifetime]
  return days === null ? null : new Date(Date.now() + days * day).toISOString()
}

const limitOf = (text: string): number | null => (text === '' ? null : Number(text))

export const CreateKeyDialog = ({ client, accounts, account: preset, onIssued, onClose }: Props) => {
  const [account, setAccount] = useState(preset ?? '')
  const [name, setName] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('never')
  const [allowed, setAllowed] = useState<readonly Scope[]>(scopes)
  const [requestsPerMinute, setRequestsPerMinute] = useState('')
  const [pagesPerDay, setPagesPerDay] = useState('')
  return (
    <Dialog title="New key" onClose={onClose}>
      <KeyForm
        action="Create key"
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
          <label htmlFor="key-account">Account</label>
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
            Jobs belong to an account. A new name creates a new account.
          </span>
        </div>
        <div className="field">
          <label htmlFor="key-name">Name</label>
          <input
            id="key-name"
            className="input"
            placeholder="what it is for"
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="key-lifetime">Expires after</label>
          <select
            id="key-lifetime"
            className="input"
            value={lifetime}
            onChange={({ target }) => setLifetime(lifetimeNames.find((each) => each === target.value) ?? 'never')}
          >
            {lifetimeNames.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </div>
        <ScopeField allowed={allowed} onChange={setAllowed} />
        <LimitField
          id="key-requests"
          label="Requests a minute"
          {...keyLimits.requestsPerMinute}
          value={requestsPerMinute}
          onChange={setRequestsPerMinute}
        />
        <LimitField
          id="key-pages"
          label="Pages a day"
          {...keyLimits.pagesPerDay}
          value={pagesPerDay}
          onChange={setPagesPerDay}
        />
      </KeyForm>
    </Dialog>
  )
}
