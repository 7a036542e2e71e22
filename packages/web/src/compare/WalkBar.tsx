import { ChevronDownIcon, ChevronUpIcon } from '../design/icons.tsx'
import { useEffect } from 'react'
import { useViewMessages } from '../language/view-messages.ts'
import { go, useRoute } from '../routing/route.ts'
import { hrefOfSelection, useSelection } from './selection.ts'

/** Leads through the disputes in the order of their list; Alt with an arrow key does the same, wherever the focus is. */
export const WalkBar = ({ count }: { readonly count: number }) => {
  const viewMessages = useViewMessages()
  const { path } = useRoute()
  const { dispute: current = 0 } = useSelection()
  const { walk } = viewMessages.compare
  const [previous, next] = [Math.min(current, count + 1) - 1, current + 1]
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = { ArrowUp: previous, ArrowDown: next }[event.key]
      // A list to choose from opens by the same keys.
      if (!event.altKey || to === undefined || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      show(path, to, count)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [path, previous, next, count])
  return (
    <div className="readings-walk">
      <button
        type="button"
        className="button quiet icon"
        aria-label={walk.previous}
        title={`${walk.previous} (Alt+↑)`}
        disabled={previous < 1}
        onClick={() => show(path, previous, count)}
      >
        <ChevronUpIcon size={16} aria-hidden />
      </button>
      <span className="small" role="status">
        {walk.place(current, count)}
      </span>
      <button
        type="button"
        className="button quiet icon"
        aria-label={walk.next}
        title={`${walk.next} (Alt+↓)`}
        disabled={next > count}
        onClick={() => show(path, next, count)}
      >
        <ChevronDownIcon size={16} aria-hidden />
      </button>
    </div>
  )
}

const show = (path: readonly string[], dispute: number, count: number): void => {
  if (dispute >= 1 && dispute <= count) go(hrefOfSelection(path, { dispute }), { replace: true })
}
