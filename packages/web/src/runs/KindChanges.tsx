import { type Kind, kindChanges } from '@polyparse/compare/results'
import type { ParseResult } from '@polyparse/contract'
import { useMemo } from 'react'
import { useMessages } from '../language/messages.ts'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'

/** Changes that are listed; the others are counted. */
const maxListedKindChanges = 50

/** The texts that are another kind of block now; nothing where there are none. */
export const KindChanges = ({ before, after }: { readonly before: ParseResult; readonly after: ParseResult }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const changes = useMemo(() => kindChanges(before, after), [before, after])
  if (changes.length === 0) return null
  const { kinds } = viewMessages.runs
  return (
    <section className="card compare-card run-changes" aria-labelledby="run-kinds">
      <h2 id="run-kinds">{kinds.title}</h2>
      <ul className="small" tabIndex={0} aria-labelledby="run-kinds">
        {changes.slice(0, maxListedKindChanges).map(({ page, text, before: was, after: is }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the changes of two results never change
          <li key={index}>
            {page !== null && <span className="muted">{messages.common.pageNumber(page)}: </span>}
            {kinds.change(nameOfBlockKind(was), nameOfBlockKind(is))} <bdi className="run-changed-text">{text}</bdi>
          </li>
        ))}
        {changes.length > maxListedKindChanges && (
          <li className="muted">{viewMessages.compare.andMore(changes.length - maxListedKindChanges)}</li>
        )}
      </ul>
    </section>
  )
}

/** Names a kind of block, a heading with its level. */
const nameOfBlockKind = ({ type, level }: Kind): string => {
  const viewMessages = readViewMessages()
  if (type === 'source') return viewMessages.blocks.paragraph
  return type === 'heading' ? `${viewMessages.blocks.heading} ${level}` : viewMessages.blocks[type]
}
