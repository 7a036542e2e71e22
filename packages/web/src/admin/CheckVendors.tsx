import type { CheckedProvider } from '@polyparse/contract/admin'
import { PlugZapIcon } from '../design/icons.tsx'
import { useState } from 'react'
import { ErrorText } from '../api/ErrorText.tsx'
import { Notice } from '../design/Notice.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import type { AdminClient } from './admin-client.ts'

/** Asks each enabled vendor whether key, address, version and quota are right, without a document. */
export const CheckVendors = ({ client }: { readonly client: AdminClient }) => {
  const viewMessages = useViewMessages()
  const [checked, setChecked] = useState<readonly CheckedProvider[] | null>(null)
  const [running, setRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const words = viewMessages.admin
  const run = async () => {
    setRunning(true)
    setError(null)
    try {
      setChecked(await client.checkProviders())
    } catch (failure) {
      setError(failure)
    }
    setRunning(false)
  }
  return (
    <div className="check-vendors">
      <button type="button" className="button" disabled={running} onClick={() => void run()}>
        {running ? <span className="spinner" aria-hidden /> : <PlugZapIcon size={15} aria-hidden />}
        {words.checkVendors}
      </button>
      {error !== null && <Notice tone="bad" title={<ErrorText error={error} />} />}
      <div role="status">
        {checked !== null && checked.length === 0 && <p className="small muted">{words.noVendors}</p>}
        {checked !== null && checked.length > 0 && (
          <ul className="doctor-checks">
            {checked.map(({ provider, name, says, problem }) => (
              <li key={provider}>
                <span className={`chip ${problem === null ? 'good' : 'bad'}`}>
                  {problem === null ? words.ok : words.wrong}
                </span>
                <span>
                  {name} <code className="muted">{provider}</code>{' '}
                  <span className="small muted" lang="en">
                    {problem ?? says}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
