import { CircleCheckIcon } from '../design/icons.tsx'
import { useRef, useState, type KeyboardEvent } from 'react'
import { type DisputeKind, disputeKinds } from '@polyparse/contract'
import type { ComparedDocument } from '@polyparse/compare/view'
import type { Preview } from '../pdf/preview.ts'
import { go, useRoute } from '../routing/route.ts'
import { DisputeItem } from './DisputeItem.tsx'
import { JudgingBar } from './JudgingBar.tsx'
import { hrefOfSelection, useSelection } from './selection.ts'
import { useSettlingKeys } from './useSettlingKeys.ts'
import type { Judging } from '../judging/useJudging.ts'
import type { Sheets } from './sheets.ts'
import { readViewMessages, useViewMessages } from '../language/view-messages.ts'
import './disputes.css'

type DisputeListProps = {
  readonly document: ComparedDocument
  readonly sheets: Sheets
  readonly preview: Preview | null
  readonly judging: Judging | null
  /** Called when the user wants to see a dispute in the readings. */
  readonly onShow: () => void
}

/** Shows where the readings contradict each other, most severe first. Arrow keys move between disputes, others settle them. */
export const DisputeList = ({ document, sheets, preview, judging, onShow }: DisputeListProps) => {
  const viewMessages = useViewMessages()
  const { path } = useRoute()
  const { dispute: selected } = useSelection()
  const [kind, setKind] = useState<DisputeKind | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const { disputes, result } = document
  const shown = disputes.filter(({ dispute }) => kind === null || dispute.kind === kind)
  const omitted = result.agreement?.omittedDisputeCount ?? 0
  const open = (number: number | null) =>
    go(hrefOfSelection(path, number === null ? {} : { dispute: number }), { replace: true })
  const keys = useSettlingKeys({ judging, shown, selected, list, open })
  const move = (event: KeyboardEvent) => {
    const heads = [...(list.current?.querySelectorAll<HTMLElement>('.dispute-head') ?? [])]
    const at = heads.findIndex((head) => head === event.target)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: heads.length - 1 }[event.key]
    if (at < 0 || to === undefined) return
    event.preventDefault()
    heads[to]?.focus()
  }
  return (
    <div className="disputes">
      {disputes.length > 1 && <KindFilter disputes={disputes} kind={kind} onChange={setKind} />}
      {judging !== null && disputes.length > 0 && (
        <JudgingBar document={document} judging={judging} onUndone={keys.show} />
      )}
      {disputes.length === 0 && (
        <div className="empty">
          <CircleCheckIcon size={26} strokeWidth={1.5} aria-hidden />
          <strong>{viewMessages.compare.noDisputes}</strong>
          <p className="small">{messageOfNoDisputes(document)}</p>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons in it */}
      <ol ref={list} onKeyDown={move}>
        {shown.map((numbered) => (
          <DisputeItem
            key={numbered.number}
            numbered={numbered}
            sheets={sheets}
            preview={preview}
            judging={judging}
            isOpen={numbered.number === selected}
            onSettled={() => keys.goOn(numbered.number)}
            onToggle={() => open(numbered.number === selected ? null : numbered.number)}
            onShow={onShow}
          />
        ))}
      </ol>
      {omitted > 0 && <p className="small muted disputes-rest">{viewMessages.compare.omitted(omitted)}</p>}
    </div>
  )
}

const messageOfNoDisputes = ({ result: { agreement } }: ComparedDocument): string => {
  const viewMessages = readViewMessages()
  if (agreement === undefined) return viewMessages.compare.notCompared
  return agreement.pairs.length === 0 ? viewMessages.compare.noPair : viewMessages.compare.noContradiction
}

const KindFilter = ({
  disputes,
  kind,
  onChange,
}: {
  readonly disputes: ComparedDocument['disputes']
  readonly kind: DisputeKind | null
  readonly onChange: (kind: DisputeKind | null) => void
}) => {
  const viewMessages = useViewMessages()
  const count = (of: DisputeKind): number => disputes.filter(({ dispute }) => dispute.kind === of).length
  return (
    <div className="disputes-filter">
      <select
        className="input"
        aria-label={viewMessages.compare.kindOfDispute}
        value={kind ?? ''}
        onChange={({ target }) => onChange(disputeKinds.find((each) => each === target.value) ?? null)}
      >
        <option value="">{viewMessages.compare.allDisputes(disputes.length)}</option>
        {disputeKinds
          .filter((each) => count(each) > 0)
          .map((each) => (
            <option key={each} value={each}>
              {viewMessages.compare.kinds[each]} ({count(each)})
            </option>
          ))}
      </select>
    </div>
  )
}
