import { useEffect } from 'react'
import { AnsweredProblem } from '../api/errors.ts'
import { useMessages } from '../language/messages.ts'
import { useSession } from './session.tsx'

/** Returns to the sign-in when the key or the session is no longer valid. */
export const useSignOutOn = (error: unknown): void => {
  const messages = useMessages()
  const { access, signOut } = useSession()
  useEffect(() => {
    if (error instanceof AnsweredProblem && error.problem.code === 'unauthorized')
      signOut('key' in access ? messages.session.keyInvalid : messages.session.ended)
  }, [error, access, signOut])
}
