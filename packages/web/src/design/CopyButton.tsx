import { Copy } from 'lucide-react'
import { useToast } from './toast.tsx'

/** Copies a text that is made when it is asked for. */
export const CopyButton = ({
  text,
  label = 'Copy',
  what,
  quiet = false,
}: {
  readonly text: () => string
  readonly label?: string
  /** What is copied, for the label of screen readers and the word that it is done. */
  readonly what: string
  readonly quiet?: boolean
}) => {
  const say = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      say(`Copied ${what}.`)
    } catch {
      say('The browser does not let this page copy. Select the text and copy it by hand.')
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
