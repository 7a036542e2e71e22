import { useEffect, useState } from 'react'

/** The current time, refreshed often enough for texts such as “5 minutes ago”. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 20_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
