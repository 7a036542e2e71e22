import { useEffect } from 'react'
import { ProblemError } from '../api/errors.ts'
import { useSession } from './session.tsx'
import { messages } from '../language/messages.ts'

/** Returns to the sign-in when the key is no longer valid. */
export const useSignOutOn = (error: unknown): void => {
  const { signOut } = useSession()
  useEffect(() => {
    if (error instanceof ProblemError && error.problem.code === 'unauthorized') signOut(messages.session.keyInvalid)
  }, [error, signOut])
}
