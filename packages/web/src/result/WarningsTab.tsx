import type { Warning } from '@polyparse/contract'
import { CircleCheckIcon, TriangleAlertIcon } from '../design/icons.tsx'
import { LinkToPage } from './PageLink.tsx'
import { useViewMessages } from '../language/view-messages.ts'

export const WarningsTab = ({
  warnings,
  onGo,
}: {
  readonly warnings: readonly Warning[]
  /** Shows what a warning is about. */
  readonly onGo: (warning: Warning, page: number) => void
}) => {
  const viewMessages = useViewMessages()
  return warnings.length === 0 ? (
    <div className="empty">
      <CircleCheckIcon size={26} strokeWidth={1.5} aria-hidden />
      <strong>{viewMessages.result.noWarnings}</strong>
      <p className="small">{viewMessages.result.noProblems}</p>
    </div>
  ) : (
    <ul className="warnings">
      {warnings.map((warning, index) => {
        const { code, message, page } = warning
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the same warning may be there twice
          <li key={index}>
            <TriangleAlertIcon size={15} aria-hidden />
            <div>
              <code>{code}</code> {page !== undefined && <LinkToPage page={page} onGo={() => onGo(warning, page)} />}
              <p lang="en">{message}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
