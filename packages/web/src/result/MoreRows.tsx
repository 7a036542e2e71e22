import { useViewMessages } from '../language/view-messages.ts'

/** Rows that are drawn at first, and with each request for more: an extraction may have 400,000 values. */
export const rowsAtOnce = 200

/** Below a table that is not shown whole. */
export const MoreRows = ({ rest, onMore }: { readonly rest: number; readonly onMore: () => void }) => {
  const { extraction: words } = useViewMessages()
  if (rest <= 0) return null
  return (
    <p className="more-rows">
      <button type="button" className="button" onClick={onMore}>
        {words.showMore(Math.min(rest, rowsAtOnce), rest)}
      </button>
    </p>
  )
}
