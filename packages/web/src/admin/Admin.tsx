import { LogOut } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { readStored, writeStored } from '../design/storage.ts'
import { Tabs } from '../design/Tabs.tsx'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import { Accounts } from './Accounts.tsx'
import { createAdminClient } from './admin-client.ts'
import { Keys } from './Keys.tsx'
import { Overview } from './Overview.tsx'
import { TokenForm } from './TokenForm.tsx'
import { messages } from '../language/messages.ts'
import './admin.css'

const tabs = ['overview', 'keys', 'accounts'] as const

/** The state of the service, its keys and its accounts, for operators. The token is kept until the tab is closed. */
export const Admin = () => {
  const [token, setToken] = useState<string | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const { path, query } = useRoute()
  const client = useMemo(() => (token === null ? null : createAdminClient(token)), [token])
  const leave = useCallback((why: string | null) => {
    writeStored('session', 'adminToken', null)
    setReason(why)
    setToken(null)
  }, [])
  const refused = useCallback(() => leave(messages.admin.tokenInvalid), [leave])
  if (client === null)
    return (
      <TokenForm
        savedToken={readStored('session', 'adminToken')}
        reason={reason}
        onAccepted={(accepted) => {
          writeStored('session', 'adminToken', accepted)
          setToken(accepted)
        }}
      />
    )
  const tab = tabs.find((id) => id === path[1]) ?? tabs[0]
  return (
    <main id="main" className="page admin">
      <LeaveButton onLeave={() => leave(null)} />
      <h1>{messages.admin.title}</h1>
      <Tabs
        label={messages.admin.title}
        tabs={tabs.map((id) => ({ id, label: messages.admin[id] }))}
        selected={tab}
        onSelect={(id) => go(hrefOf(['admin', id]))}
      >
        {tab === 'overview' && <Overview client={client} onRefused={refused} />}
        {tab === 'keys' && <Keys client={client} account={query['account'] ?? null} onRefused={refused} />}
        {tab === 'accounts' && <Accounts client={client} onRefused={refused} />}
      </Tabs>
    </main>
  )
}

const LeaveButton = ({ onLeave }: { readonly onLeave: () => void }) => {
  const slot = document.querySelector('#bar-slot')
  if (slot === null) return null
  return createPortal(
    <button type="button" className="button quiet" title={messages.admin.forget} onClick={onLeave}>
      <span className="muted admin-who">{messages.admin.admin}</span>
      <LogOut size={15} aria-hidden />
      <span className="hidden">{messages.session.signOut}</span>
    </button>,
    slot,
  )
}
