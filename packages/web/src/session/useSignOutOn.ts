import { useEffect } from 'react'
import { ProblemError } from '../api/errors.ts'
import { useSession } from './session.tsx'

/** Returns to the sign-in when the key is no longer valid. */
export const useSignOutOn = (error: unknown): void => {
  const { signOut } = useSession()
  useEffect(() => {
    if (error instanceof ProblemError && error.problem.code === 'unauthorized')
      signOut('The key is no longer valid: it was disabled or has expired.')
  }, [error, signOut])
}
