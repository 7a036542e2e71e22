import { useEffect } from 'react'
import { ProblemError } from '../api/errors.ts'
import { useSession } from './session.tsx'

/** A key that is no longer good leads back to the sign-in. */
export const useSignOutOn = (error: unknown): void => {
  const { signOut } = useSession()
  useEffect(() => {
    if (error instanceof ProblemError && error.problem.code === 'unauthorized')
      signOut('The key is no longer good: it was disabled, or has expired.')
  }, [error, signOut])
}
