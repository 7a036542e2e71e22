import { useRef, type ReactNode } from 'react'
import { useViewMessages } from '../language/view-messages.ts'

export const FilePicker = ({
  onFile,
  children,
}: {
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}) => {
  const viewMessages = useViewMessages()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={viewMessages.result.theDocument}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file !== undefined) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}
