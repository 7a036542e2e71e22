import { differingStretches } from '@polyparse/compare/view'
import type { DisputeSide } from '@polyparse/contract'
import { useViewMessages } from '../language/view-messages.ts'

/** The text of one side with the words around it; what its counterpart does not have is marked. */
export const SideText = ({
  side,
  counterpart,
}: {
  readonly side: DisputeSide
  readonly counterpart: DisputeSide | null
}) => {
  const viewMessages = useViewMessages()
  const { text, before, after } = side
  return (
    <p dir="auto">
      {before !== '' && <span className="muted">… {before} </span>}
      {text === '' ? (
        <span className="nothing">{viewMessages.compare.noText}</span>
      ) : (
        <b>{marked(text, counterpart?.text ?? null)}</b>
      )}
      {after !== '' && <span className="muted"> {after} …</span>}
    </p>
  )
}

const marked = (text: string, other: string | null) => {
  const stretches = other === null ? [] : differingStretches(text, other)
  const ends = [0, ...stretches.map(({ end }) => end)]
  return (
    <>
      {stretches.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark className="unmatched">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
