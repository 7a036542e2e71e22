import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'

type Say = (text: string) => void

const Toast = createContext<Say>(() => {})

const shownMs = 4000

/** Says in a corner, and to screen readers, that something was done. */
export const useToast = (): Say => useContext(Toast)

export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const [said, setSaid] = useState<readonly { id: number; text: string }[]>([])
  const next = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const say = useCallback((text: string) => {
    const id = next.current++
    setSaid((before) => [...before.slice(-2), { id, text }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setSaid((before) => before.filter((each) => each.id !== id))
    }, shownMs)
    timers.current.add(timer)
  }, [])
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  return (
    <Toast value={say}>
      {children}
      <div className="toasts" role="status">
        {said.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </Toast>
  )
}
