import { ChevronDownIcon, ChevronUpIcon } from '../design/icons.tsx'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useViewMessages } from '../language/view-messages.ts'
import { go, useRoute } from '../routing/route.ts'
import { hrefOfSelection, useSelection } from './selection.ts'

/**
 * Leads through the disputes in the order of their list; Alt with an arrow key does the same, wherever the focus is. The
 * keys that settle a dispute work after each step.
 */
export const WalkBar = ({ count }: { readonly count: number }) => {
  const viewMessages = useViewMessages()
  const { path } = useRoute()
  const { dispute: current = 0 } = useSelection()
  const { walk } = viewMessages.compare
  const [previous, next] = [Math.min(current, count + 1) - 1, current + 1]
  const bar = useRef<HTMLDivElement>(null)
  const show = (dispute: number): void => {
    if (dispute < 1 || dispute > count) return
    flushSync(() => go(hrefOfSelection(path, { dispute }), { replace: true }))
    const section = bar.current?.closest('section')
    // A browser may leave a button that is clicked without the focus.
    if (section?.contains(document.activeElement) === false)
      section.querySelector<HTMLElement>('.dispute.open .dispute-head')?.focus()
  }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const to = { ArrowUp: previous, ArrowDown: next }[event.key]
      // A list to choose from opens by the same keys.
      if (!event.altKey || to === undefined || event.target instanceof HTMLSelectElement) return
      event.preventDefault()
      show(to)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [path, previous, next, count])
  return (
    <div ref={bar} className="readings-walk">
      <button
        type="button"
        className="button quiet icon"
        aria-label={walk.previous}
        title={`${walk.previous} (Alt+↑)`}
        aria-disabled={previous < 1}
        onClick={() => show(previous)}
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
        aria-disabled={next > count}
        onClick={() => show(next)}
      >
        <ChevronDownIcon size={16} aria-hidden />
      </button>
    </div>
  )
}
