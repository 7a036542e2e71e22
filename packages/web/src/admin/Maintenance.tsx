import type { AdminChecks, Diagnosis } from '@polyparse/contract/admin'
import { DownloadIcon, StethoscopeIcon } from '../design/icons.tsx'
import { useState } from 'react'
import { ErrorText } from '../api/ErrorText.tsx'
import { messageOfError } from '../api/message-of.ts'
import { Busy } from '../design/Busy.tsx'
import { Notice } from '../design/Notice.tsx'
import { useToast } from '../design/toast.tsx'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import type { AdminClient } from './admin-client.ts'
import { useAdminRequest } from './useAdminRequest.ts'

type MaintenanceProps = { readonly client: AdminClient; readonly onRefused: () => void }

/** The doctor and the backup. */
export const Maintenance = ({ client, onRefused }: MaintenanceProps) => {
  const messages = useMessages()
  const [request] = useAdminRequest(client.checks, onRefused)
  if (request.state === 'pending') return <Busy>{messages.common.loading}</Busy>
  if (request.state === 'failed') return <Notice tone="bad" title={<ErrorText error={request.error} />} />
  return (
    <div className="admin-view">
      <Doctor checks={request.value.checks} client={client} />
      <Backup canBackUp={request.value.canBackUp} client={client} />
    </div>
  )
}

const Doctor = ({ checks, client }: Pick<AdminChecks, 'checks'> & Pick<MaintenanceProps, 'client'>) => {
  const viewMessages = useViewMessages()
  const [diagnoses, setDiagnoses] = useState<readonly Diagnosis[]>([])
  const [running, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const words = viewMessages.admin
  const run = async (repair: boolean) => {
    setRunning(true)
    setError(null)
    setDiagnoses([])
    try {
      for (const { name } of checks) {
        const diagnosis = await client.diagnose({ check: name, repair })
        setDiagnoses((before) => [...before, diagnosis])
      }
    } catch (failure) {
      setError(failure)
    }
    setRunning(false)
  }
  const left = diagnoses.reduce((sum, { found, repaired }) => sum + found - repaired, 0)
  const isDone = !running && error === null && diagnoses.length > 0
  return (
    <section className="card admin-section" aria-labelledby="doctor">
      <h2 id="doctor">{words.doctor}</h2>
      <p className="muted">{words.doctorHint}</p>
      <div className="admin-buttons">
        <button type="button" className="button primary" disabled={running} onClick={() => void run(false)}>
          {running ? <span className="spinner" aria-hidden /> : <StethoscopeIcon size={15} aria-hidden />}
          {words.runDoctor}
        </button>
        {isDone && left > 0 && (
          <button type="button" className="button" onClick={() => void run(true)}>
            {words.repair}
          </button>
        )}
      </div>
      <div role="status">
        {running && <p className="small muted">{words.checked(diagnoses.length, checks.length)}</p>}
        {isDone && (
          <Notice tone={left === 0 ? 'plain' : 'bad'} title={left === 0 ? words.allRight : words.problemsFound(left)} />
        )}
      </div>
      {error !== null && <Notice tone="bad" title={<ErrorText error={error} />} />}
      {diagnoses.length > 0 && (
        <ul className="doctor-checks">
          {diagnoses.map(({ name, right, found, repaired, examples }) => (
            <li key={name}>
              <span className={`chip ${found > repaired ? 'bad' : 'good'}`}>
                {found > repaired ? words.found(found - repaired) : repaired > 0 ? words.repaired(repaired) : words.ok}
              </span>
              <span>
                <span lang="en">{right}</span>
                {examples.length > 0 && <code className="small muted"> {examples.join(', ')}</code>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Backup = ({ canBackUp, client }: Pick<AdminChecks, 'canBackUp'> & Pick<MaintenanceProps, 'client'>) => {
  const viewMessages = useViewMessages()
  const showToast = useToast()
  const words = viewMessages.admin
  const download = async () => {
    try {
      const link = document.createElement('a')
      link.href = await client.backupPath()
      link.download = ''
      link.click()
    } catch (error) {
      showToast(messageOfError(error))
    }
  }
  return (
    <section className="card admin-section" aria-labelledby="backup">
      <h2 id="backup">{words.backup}</h2>
      <p className="muted">
        {canBackUp
          ? words.backupHint(<code>polyparse restore</code>)
          : words.noBackup(<a href="/docs/operations.html#backup-and-restore">{words.operationsPage}</a>)}
      </p>
      {canBackUp && (
        <div className="admin-buttons">
          <button type="button" className="button" onClick={() => void download()}>
            <DownloadIcon size={15} aria-hidden />
            {words.downloadBackup}
          </button>
        </div>
      )}
    </section>
  )
}
