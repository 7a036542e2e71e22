import { useEffect, useId, useRef, type ReactNode } from 'react'

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A window over the page, open as long as it is mounted; the browser keeps the focus in it, and Escape closes it. */
export const Dialog = ({ title, onClose, children }: DialogProps) => {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="dialog-body">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
