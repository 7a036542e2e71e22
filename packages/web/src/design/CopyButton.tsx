import { Copy } from 'lucide-react'
import { useToast } from './toast.tsx'

/** Copies a text, which is made on demand. */
export const CopyButton = ({
  text,
  label = 'Copy',
  what,
  quiet = false,
}: {
  readonly text: () => string | Promise<string>
  readonly label?: string
  /** What is copied, for the label of screen readers and the confirmation. */
  readonly what: string
  readonly quiet?: boolean
}) => {
  const showToast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text())
      showToast(`Copied ${what}.`)
    } catch {
      showToast('The browser does not allow this page to copy. Select the text and copy it manually.')
    }
  }
  return (
    <button type="button" className={quiet ? 'button quiet' : 'button'} onClick={() => void copy()}>
      <Copy size={14} aria-hidden />
      {label}
      <span className="hidden"> {what}</span>
    </button>
  )
}
