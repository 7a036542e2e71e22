import { type DisputeAnswer, settle, unjudged, withoutSettlement, withSettlement } from '@polyparse/compare/judgements'
import type { JudgedDocument, Settlement } from '@polyparse/contract/judgements'
import type { ComparedDocument, NumberedDispute } from '@polyparse/compare/view'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useToast } from '../design/toast.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { useSession } from '../session/session.tsx'
import { readJudged, writeJudged } from './store.ts'
import { loadAllKept } from './account.ts'
import { type Judge, judgeOf, keptPlaceOf, onStored, openJudgements } from './stored.ts'

/** The disputes of a comparison that are settled, and how to settle them. */
export type Judging = {
  readonly judged: JudgedDocument | null
  readonly settlementOf: (number: number) => Settlement | null
  readonly settle: (numbered: NumberedDispute, said: DisputeAnswer) => void
  /** Takes back what was said about a dispute; without one, what was said last. Returns its number. */
  readonly undo: (number?: number) => number | null
}

export const useJudge = (): Judge => {
  const { access } = useSession()
  return useMemo(() => judgeOf(access), [access])
}

/** Reads all judgements that the account keeps. Where they cannot be read, those of the browser are all that is shown. */
export const useKeptJudgements = (): void => {
  const { client } = useSession()
  const judge = useJudge()
  useEffect(() => {
    const leaving = new AbortController()
    loadAllKept(client, keptPlaceOf(judge, client), leaving.signal).catch(() => {})
    return () => leaving.abort()
  }, [client, judge])
}

/** Reads what the account keeps on a job, if there is one. */
export const useAccountJudgements = (judge: Judge, job: string | null): void => {
  const { client, isByLink } = useSession()
  useEffect(() => {
    // Answers stay in the browser if the account cannot be read, and go to it as soon as it can be.
    if (job !== null && !isByLink) openJudgements(judge, client, job).catch(() => {})
  }, [client, isByLink, judge, job])
}

/** `job` is the id of the job that compared; without one, nothing can be settled. */
export const useJudging = (document: ComparedDocument, job: string | null): Judging | null => {
  const viewMessages = useViewMessages()
  const judge = useJudge()
  const showToast = useToast()
  const said = useRef<number[]>([])
  useAccountJudgements(judge, job)
  const judged = useSyncExternalStore(onStored, () => (job === null ? null : readJudged(judge, job)))
  if (job === null) return null
  const write = (next: JudgedDocument): void => {
    if (!writeJudged(judge, job, next)) showToast(viewMessages.decision.notStored)
  }
  const last = (): number | undefined =>
    said.current.findLast((each) => judged?.settlements.some(({ dispute }) => dispute === each)) ??
    judged?.settlements.at(-1)?.dispute
  return {
    judged,
    settlementOf: (number) => judged?.settlements.find(({ dispute }) => dispute === number) ?? null,
    settle: (numbered, answer) => {
      said.current.push(numbered.number)
      write(withSettlement(judged ?? unjudged(document, job), settle(numbered, answer)))
    },
    undo: (number = last()) => {
      if (judged === null || number === undefined) return null
      said.current = said.current.filter((each) => each !== number)
      write(withoutSettlement(judged, number))
      return number
    },
  }
}
