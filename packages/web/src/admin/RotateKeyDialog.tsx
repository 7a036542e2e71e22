import type { AdminKey, IssuedKey } from '@polyparse/contract/admin'
import { useState } from 'react'
import type { AdminClient } from './admin-client.ts'
import { Dialog } from './Dialog.tsx'
import { KeyForm } from './KeyForm.tsx'

type Props = {
  readonly client: AdminClient
  readonly apiKey: AdminKey
  readonly onIssued: (key: IssuedKey) => void
  readonly onClose: () => void
}

const graces = [
  { seconds: 0, name: 'immediately' },
  { seconds: 3600, name: 'in an hour' },
  { seconds: 24 * 3600, name: 'in a day' },
  { seconds: 7 * 24 * 3600, name: 'in a week' },
] as const

const defaultGrace = 24 * 3600

export const RotateKeyDialog = ({ client, apiKey, onIssued, onClose }: Props) => {
  const [grace, setGrace] = useState(defaultGrace)
  return (
    <Dialog title={`Rotate “${apiKey.name}”`} onClose={onClose}>
      <KeyForm
        action="Create new key"
        onClose={onClose}
        onIssued={onIssued}
        issue={() => client.rotateKey(apiKey.id, { graceSeconds: grace })}
      >
        <p>
          A new key replaces this one. The old key, which starts with <code>{apiKey.prefix}</code>, keeps working for a
          while, so that nothing breaks before the new one is in use everywhere.
        </p>
        <div className="field">
          <label htmlFor="key-grace">The old key expires</label>
          <select
            id="key-grace"
            className="input"
            value={grace}
            onChange={({ target }) => setGrace(Number(target.value))}
          >
            {graces.map(({ seconds, name }) => (
              <option key={seconds} value={seconds}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </KeyForm>
    </Dialog>
  )
}
