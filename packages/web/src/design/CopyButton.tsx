import { CopyIcon } from './icons.tsx'
import { useToast } from './toast.tsx'
import { useMessages } from '../language/messages.ts'

/** Copies a text, which is made on demand. */
export const CopyButton = ({
  text,
  label,
  what,
  quiet = false,
}: {
  readonly text: () => string | Promise<string>
  readonly label?: string
  /** The name of the copied text, for the label of screen readers and the confirmation. */
  readonly what: string
  readonly quiet?: boolean
}) => {
  const messages = useMessages()
  const showToast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text())
      showToast(messages.common.copied(what))
    } catch {
      showToast(messages.common.cannotCopy)
    }
  }
  return (
    <button type="button" className={quiet ? 'button quiet' : 'button'} onClick={() => void copy()}>
      <CopyIcon size={14} aria-hidden />
      {label ?? messages.common.copy}
      <span className="hidden">{messages.common.copyOf(what)}</span>
    </button>
  )
}
