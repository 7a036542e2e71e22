import { comparableResults, haveSameText, readingOfResult } from '@polyparse/compare/results'
import { comparedDocument } from '@polyparse/compare/view'
import type { CompareResult, ParseResult } from '@polyparse/contract'
import { useMemo } from 'react'
import { PageStrip } from '../compare/PageStrip.tsx'
import { Readings } from '../compare/Readings.tsx'
import { Busy } from '../design/Busy.tsx'
import { formatList } from '../design/format.ts'
import { Notice } from '../design/Notice.tsx'
import { rememberFile, useRemembered } from '../job-data/remembered.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { passwordIn } from '../request/secrets.ts'
import { KindChanges } from './KindChanges.tsx'
import { namesOf } from './names.ts'
import { hrefOfReading } from '../routing/run-ref.ts'
import { RunFacts } from './RunFacts.tsx'
import { RunsVerdict } from './RunsVerdict.tsx'
import { useAgreement } from './useAgreement.ts'
import type { ReadRun } from './useRun.ts'
import { WarningChanges } from './WarningChanges.tsx'
import '../compare/compare.css'

type ComparedRunsProps = {
  readonly name: string
  readonly one: ReadRun
  readonly other: ReadRun
  /** They have read different bytes. */
  readonly isOtherDocument: boolean
}

/** Two runs that are read: what has changed in the reading and around it, the earlier one first. */
export const ComparedRuns = ({ name, one, other, isOtherDocument }: ComparedRunsProps) => {
  const viewMessages = useViewMessages()
  const [before, after] = useMemo(() => inOrder(one, other), [one, other])
  const comparable = useMemo(() => comparableResults(before.result, after.result), [before, after])
  return (
    <div className="compare">
      {isOtherDocument && (
        <Notice tone="wait" title={viewMessages.runs.otherDocument}>
          {viewMessages.runs.otherDocumentHint}
        </Notice>
      )}
      {comparable === null ? (
        <>
          <Notice tone="bad" title={viewMessages.runs.nothingInCommon}>
            {viewMessages.runs.nothingInCommonHint(outputsOf(before.result), outputsOf(after.result))}
          </Notice>
          <RunFacts before={before} after={after} />
        </>
      ) : (
        <ComparedReadings name={name} before={before} after={after} comparable={comparable} />
      )}
    </div>
  )
}

const inOrder = (one: ReadRun, other: ReadRun): readonly [ReadRun, ReadRun] =>
  Date.parse(one.result.timing.startedAt) <= Date.parse(other.result.timing.startedAt) ? [one, other] : [other, one]

const outputsOf = ({ outputs }: ParseResult): string => formatList(Object.keys(outputs))

type ReadingsProps = Pick<ComparedRunsProps, 'name'> & {
  readonly before: ReadRun
  readonly after: ReadRun
  readonly comparable: readonly [ParseResult, ParseResult]
}

const ComparedReadings = ({ name, before, after, comparable }: ReadingsProps) => {
  const viewMessages = useViewMessages()
  const remembered = useRemembered()
  const names = useMemo(() => namesOf(before.result.provider, after.result.provider), [before, after])
  const readings = useMemo(
    () => new Map(comparable.map((result, index) => [names[index === 0 ? 0 : 1], readingOfResult(result)])),
    [comparable, names],
  )
  const isSame = useMemo(() => haveSameText(...comparable), [comparable])
  const compared = useAgreement(readings)
  const agreement = compared.state === 'compared' ? compared.agreement : undefined
  const document = useMemo(() => {
    const result = { ...sideBySide(name, names, comparable), ...(agreement !== undefined && { agreement }) }
    return comparedDocument(name, result, 1)
  }, [name, names, comparable, agreement])
  const [own, others] = [remembered[before.run.job], remembered[after.run.job]]
  const runOf = (provider: string): ReadRun => (provider === names[0] ? before : after)
  const hasSeveralPages = agreement !== undefined && agreement.pages.length > 1
  return (
    <>
      {compared.state === 'comparing' ? (
        <Busy>{viewMessages.runs.comparing}</Busy>
      ) : (
        <RunsVerdict isSame={isSame} agreement={agreement ?? null} />
      )}
      <div className="compare-figures">
        <RunFacts before={before} after={after} />
        <WarningChanges before={before.result} after={after.result} />
        <KindChanges before={comparable[0]} after={comparable[1]} />
        {hasSeveralPages && (
          <section className="card compare-card" aria-label={viewMessages.compare.agreementPageByPage}>
            <PageStrip pages={agreement.pages} />
          </section>
        )}
      </div>
      {compared.state !== 'comparing' && (
        <Readings
          document={document}
          file={own?.file ?? others?.file ?? null}
          password={passwordIn(own?.parameters ?? others?.parameters ?? {})}
          judging={null}
          onFile={(file) => rememberFile(before.run.job, file)}
          pageImages={before.pageImages ?? after.pageImages}
          hrefOfReading={(provider) => hrefOfReading(runOf(provider).run)}
        />
      )}
    </>
  )
}

/** The two as a comparison of providers, which are named as the runs are. */
const sideBySide = (
  input: string,
  names: readonly [string, string],
  [before, after]: readonly [ParseResult, ParseResult],
): CompareResult => ({
  input,
  outputs: [],
  timing: after.timing,
  providers: [before, after].map((result, index) => ({
    provider: names[index === 0 ? 0 : 1],
    status: 'parsed',
    durationMs: result.timing.durationMs,
    result,
  })),
})
