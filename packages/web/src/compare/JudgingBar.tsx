import type { ComparedDocument } from '@polyparse/compare/view'
import { DownloadIcon, Undo2Icon } from '../design/icons.tsx'
import { saveJudgements } from '../judging/judgements-file.ts'
import type { Judging } from '../judging/useJudging.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { hrefOf } from '../routing/route.ts'

/** Shows how many disputes are settled, and what can be done with what was said. */
export const JudgingBar = ({
  document,
  judging,
  onUndone,
}: {
  readonly document: ComparedDocument
  readonly judging: Judging
  /** Called with the number of the dispute that is open again. */
  readonly onUndone: (number: number) => void
}) => {
  const viewMessages = useViewMessages()
  const { judged } = judging
  const { bar } = viewMessages.decision
  const settled = judged?.settlements.length ?? 0
  const all = document.disputes.length
  const undo = () => {
    const number = judging.undo()
    if (number !== null) onUndone(number)
  }
  return (
    <div className="judging-bar">
      <p className="small" role="status">
        {settled === 0 ? bar.hint : bar.progress(settled, all)}
      </p>
      <progress value={settled} max={all} aria-label={bar.progressName} />
      {judged !== null && (
        <div className="judging-actions">
          <button type="button" className="button quiet" onClick={undo} title={bar.undoHint}>
            <Undo2Icon size={15} aria-hidden />
            {viewMessages.decision.settle.undo}
          </button>
          <button type="button" className="button quiet" onClick={() => saveJudgements([judged])}>
            <DownloadIcon size={15} aria-hidden />
            {bar.save}
          </button>
          <a className="button quiet" href={hrefOf(['bench'])}>
            {bar.bench}
          </a>
        </div>
      )}
    </div>
  )
}
