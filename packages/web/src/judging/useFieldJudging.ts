import type { ParseResult } from '@polyparse/contract'
import type { ExtractionValue } from '@polyparse/document/schema'
import {
  type FieldAnswer,
  settleField,
  withFieldSettlement,
  withoutFieldSettlement,
} from '@polyparse/compare/judgements'
import type { FieldSettlement, JudgedDocument } from '@polyparse/contract/judgements'
import { useContext, useSyncExternalStore } from 'react'
import { useToast } from '../design/toast.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { JudgedJobContext } from './judged-job.ts'
import { readJudged, writeJudged } from './store.ts'
import { onStored } from './stored.ts'
import { useAccountJudgements, useJudge } from './useJudging.ts'

export type FieldComparisons = NonNullable<ExtractionValue['comparison']>

/** The values of a schema that are settled, and how to settle them. Fields are numbered from 1, as in the comparison. */
export type FieldJudging = {
  readonly settlementOf: (field: number) => FieldSettlement | null
  readonly settle: (field: number, said: FieldAnswer) => void
  readonly undo: (field: number) => void
}

/** Null where nothing can be settled. */
export const useFieldJudging = (
  comparison: FieldComparisons,
  document: { readonly name: string; readonly result: ParseResult },
): FieldJudging | null => {
  const job = useContext(JudgedJobContext)
  const viewMessages = useViewMessages()
  const judge = useJudge()
  const showToast = useToast()
  useAccountJudgements(judge, job)
  const judged = useSyncExternalStore(onStored, () => (job === null ? null : readJudged(judge, job)))
  if (job === null) return null
  const write = (next: JudgedDocument): void => {
    if (!writeJudged(judge, job, next)) showToast(viewMessages.decision.notStored)
  }
  return {
    settlementOf: (field) => judged?.fields?.find((each) => each.field === field) ?? null,
    settle: (field, said) =>
      write(
        withFieldSettlement(
          judged ?? unjudgedFilling(comparison, job, document),
          settleField(comparison.fields, field, said),
        ),
      ),
    undo: (field) => {
      if (judged !== null) write(withoutFieldSettlement(judged, field))
    },
  }
}

const unjudgedFilling = (
  { models, fields }: FieldComparisons,
  job: string,
  { name, result }: { readonly name: string; readonly result: ParseResult },
): JudgedDocument => ({
  name,
  job,
  comparedAt: result.timing.completedAt,
  disputes: fields.filter(({ agreement }) => agreement === 'disputed').length,
  readings: models.flatMap((model) => {
    if (model.status !== 'filled') return []
    const { cost, currency, costIsEstimate } = model.usage
    return [
      {
        provider: model.id,
        pages: result.pageCount,
        durationMs: 0,
        ...(cost !== undefined && { cost }),
        ...(currency !== undefined && { currency }),
        ...(costIsEstimate !== undefined && { costIsEstimate }),
      },
    ]
  }),
  settlements: [],
})
