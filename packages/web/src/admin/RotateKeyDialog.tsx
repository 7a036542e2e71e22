import type { AdminKey, IssuedKey } from '@polyparse/contract/admin'
import { useState } from 'react'
import type { AdminClient } from './admin-client.ts'
import { Dialog } from '../design/Dialog.tsx'
import { KeyForm } from './KeyForm.tsx'
import { useViewMessages } from '../language/view-messages.ts'

type RotateKeyDialogProps = {
  readonly client: AdminClient
  readonly apiKey: AdminKey
  readonly onIssued: (key: IssuedKey) => void
  readonly onClose: () => void
}

const graces = [
  { name: 'immediately', seconds: 0 },
  { name: 'hour', seconds: 3600 },
  { name: 'day', seconds: 24 * 3600 },
  { name: 'week', seconds: 7 * 24 * 3600 },
] as const

const defaultGrace = 24 * 3600

export const RotateKeyDialog = ({ client, apiKey, onIssued, onClose }: RotateKeyDialogProps) => {
  const viewMessages = useViewMessages()
  const [grace, setGrace] = useState(defaultGrace)
  return (
    <Dialog title={viewMessages.admin.rotateNamed(apiKey.name)} onClose={onClose}>
      <KeyForm
        action={viewMessages.admin.createNewKey}
        onClose={onClose}
        onIssued={onIssued}
        issue={() => client.rotateKey(apiKey.id, { graceSeconds: grace })}
      >
        <p>{viewMessages.admin.rotateHint(<code>{apiKey.prefix}</code>)}</p>
        <div className="field">
          <label htmlFor="key-grace">{viewMessages.admin.oldKeyExpires}</label>
          <select
            id="key-grace"
            className="input"
            value={grace}
            onChange={({ target }) => setGrace(Number(target.value))}
          >
            {graces.map(({ seconds, name }) => (
              <option key={seconds} value={seconds}>
                {viewMessages.admin.graces[name]}
              </option>
            ))}
          </select>
        </div>
      </KeyForm>
    </Dialog>
  )
}
