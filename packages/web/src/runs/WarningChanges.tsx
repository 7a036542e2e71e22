import type { ParseResult } from '@polyparse/contract'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'

/** Changes that are listed; the others are counted. */
const maxListedWarningChanges = 50

type Warnings = ParseResult['warnings']

/** The warnings that are gone, and those that are new; nothing where both runs have the same. */
export const WarningChanges = ({ before, after }: { readonly before: ParseResult; readonly after: ParseResult }) => {
  const viewMessages = useViewMessages()
  const [gone, added] = [
    subtractWarnings(before.warnings, after.warnings),
    subtractWarnings(after.warnings, before.warnings),
  ]
  if (gone.length + added.length === 0) return null
  const { warnings } = viewMessages.runs
  return (
    <section className="card compare-card run-changes" aria-labelledby="run-warnings">
      <h2 id="run-warnings">{warnings.title}</h2>
      {gone.length > 0 && <List title={warnings.gone(gone.length)} warnings={gone} />}
      {added.length > 0 && <List title={warnings.added(added.length)} warnings={added} />}
    </section>
  )
}

const subtractWarnings = (warnings: Warnings, others: Warnings): Warnings => {
  const keys = new Set(others.map(keyOfWarning))
  return warnings.filter((warning) => !keys.has(keyOfWarning(warning)))
}

const keyOfWarning = ({ code, message, page, pages }: Warnings[number]): string =>
  JSON.stringify([code, message, page, pages])

const List = ({ title, warnings }: { readonly title: string; readonly warnings: Warnings }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  return (
    <>
      <h3>{title}</h3>
      <ul className="small" tabIndex={0} aria-label={title}>
        {warnings.slice(0, maxListedWarningChanges).map((warning) => (
          <li key={keyOfWarning(warning)} dir="auto">
            {warning.page !== undefined && <span className="muted">{messages.common.pageNumber(warning.page)}: </span>}
            <span lang="en">{warning.message}</span> <code className="muted">{warning.code}</code>
          </li>
        ))}
        {warnings.length > maxListedWarningChanges && (
          <li className="muted">{viewMessages.compare.andMore(warnings.length - maxListedWarningChanges)}</li>
        )}
      </ul>
    </>
  )
}
