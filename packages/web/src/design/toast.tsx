import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'

type ShowToast = (text: string) => void

const Toast = createContext<ShowToast>(() => {})

const shownMs = 4000

/** Shows a short message in a corner, and announces it to screen readers. */
export const useToast = (): ShowToast => useContext(Toast)

export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly { id: number; text: string }[]>([])
  const next = useRef(0)
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  const show = useCallback((text: string) => {
    const id = next.current++
    setToasts((before) => [...before.slice(-2), { id, text }])
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      setToasts((before) => before.filter((each) => each.id !== id))
    }, shownMs)
    timers.current.add(timer)
  }, [])
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  return (
    <Toast value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
    </Toast>
  )
}
