import { LogOutIcon } from '../design/icons.tsx'
import { useCallback, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Credential } from '../api/authorization.ts'
import { messageOfError } from '../api/message-of.ts'
import { endBrowserSession } from '../api/session-client.ts'
import { readStored, writeStored } from '../browser/storage.ts'
import { Tabs } from '../design/Tabs.tsx'
import { useToast } from '../design/toast.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { go, hrefOf, useRoute } from '../routing/route.ts'
import { Accounts } from './Accounts.tsx'
import { createAdminClient } from './admin-client.ts'
import { AllJobs } from './JobList.tsx'
import { Keys } from './Keys.tsx'
import { Maintenance } from './Maintenance.tsx'
import { Overview } from './Overview.tsx'
import { Sessions } from './Sessions.tsx'
import { Spending } from './Spending.tsx'
import { TokenForm } from './TokenForm.tsx'
import './admin.css'

const adminTabs = ['overview', 'jobs', 'spending', 'keys', 'accounts', 'maintenance'] as const

type AdminAccess = { readonly credential: Credential }

/**
 * The state of the service, its keys and its accounts, for operators: with the admin token, which is kept until the tab is
 * closed, or in a browser in which an operator has signed in.
 */
export const Admin = () => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const [access, setAccess] = useState<AdminAccess | null>(null)
  const [reason, setReason] = useState<string | null>(null)
  const { path, query } = useRoute()
  const client = useMemo(() => (access === null ? null : createAdminClient(access.credential)), [access])
  const leave = useCallback((why: string | null) => {
    writeStored('session', 'adminToken', null)
    setReason(why)
    setAccess(null)
  }, [])
  const isBySession = access?.credential === null
  const refused = useCallback(
    () => leave(isBySession ? messages.session.ended : viewMessages.admin.tokenInvalid),
    [leave, isBySession, messages, viewMessages],
  )
  const showToast = useToast()
  const signOut = async () => {
    try {
      if (isBySession) await endBrowserSession()
      leave(null)
    } catch (error) {
      showToast(messageOfError(error))
    }
  }
  if (client === null)
    return (
      <TokenForm
        savedToken={readStored('session', 'adminToken')}
        reason={reason}
        onAccepted={(credential) => {
          writeStored('session', 'adminToken', credential)
          setAccess({ credential })
        }}
      />
    )
  const tab = adminTabs.find((id) => id === path[1]) ?? adminTabs[0]
  return (
    <main id="main" className="page admin">
      <LeaveButton isBySession={isBySession} onLeave={() => void signOut()} />
      <h1>{viewMessages.admin.title}</h1>
      <Tabs
        label={viewMessages.admin.title}
        tabs={adminTabs.map((id) => ({ id, label: viewMessages.admin[id] }))}
        selected={tab}
        onSelect={(id) => go(hrefOf(['admin', id]))}
      >
        {tab === 'overview' && <Overview client={client} onRefused={refused} />}
        {tab === 'jobs' && <AllJobs client={client} query={query} onRefused={refused} />}
        {tab === 'spending' && <Spending client={client} onRefused={refused} />}
        {tab === 'maintenance' && <Maintenance client={client} onRefused={refused} />}
        {tab === 'keys' && <Keys client={client} account={query['account'] ?? null} onRefused={refused} />}
        {tab === 'accounts' && (
          <div className="admin-view">
            <Accounts client={client} onRefused={refused} />
            <Sessions client={client} onRefused={refused} />
          </div>
        )}
      </Tabs>
    </main>
  )
}

const LeaveButton = ({ isBySession, onLeave }: { readonly isBySession: boolean; readonly onLeave: () => void }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const slot = document.querySelector('#bar-slot')
  if (slot === null) return null
  return createPortal(
    <button
      type="button"
      className="button quiet"
      title={isBySession ? messages.session.signOutBrowser : viewMessages.admin.forget}
      onClick={onLeave}
    >
      <span className="muted admin-who">{viewMessages.admin.admin}</span>
      <LogOutIcon size={15} aria-hidden />
      <span className="hidden">{messages.session.signOut}</span>
    </button>,
    slot,
  )
}
