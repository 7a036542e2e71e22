import type { JobParameters } from '@polyparse/contract'
import { LockKeyholeOpenIcon } from '../design/icons.tsx'
import { useId, useState, type SubmitEvent } from 'react'
import type { ChosenSource } from '../request/source.ts'
import { withPassword } from '../request/with-password.ts'
import { go, hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { submitDocument } from '../job-data/submissions.ts'
import { useMessages } from '../language/messages.ts'

type PasswordFormProps = { readonly source: ChosenSource; readonly parameters: JobParameters }

/** Parses an encrypted document again, as a new job with its password. The password goes to the service alone. */
export const PasswordForm = ({ source, parameters }: PasswordFormProps) => {
  const messages = useMessages()
  const { client, providers } = useSession()
  const field = useId()
  const [password, setPassword] = useState('')
  const [waiting, setWaiting] = useState(false)
  const again = withPassword(parameters, providers, password)
  if (again === null) return null

  const open = async (event: SubmitEvent) => {
    event.preventDefault()
    setWaiting(true)
    const id = await submitDocument(client, source, again)
    // Rejected documents are in the list of the workbench, with the reason.
    go(hrefOf(id === null ? [] : ['jobs', id]))
  }
  return (
    <form className="password-form" onSubmit={(event) => void open(event)}>
      <label className="small" htmlFor={field}>
        {messages.jobs.password}
      </label>
      <input
        id={field}
        className="input"
        type="password"
        autoComplete="off"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <button type="submit" className="button primary" disabled={waiting || password === ''}>
        <LockKeyholeOpenIcon size={15} aria-hidden />
        <span>{messages.jobs.openAgain}</span>
      </button>
    </form>
  )
}
