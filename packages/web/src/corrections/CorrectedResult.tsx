import type { ParseResult } from '@polyparse/contract'
import { type Correction, placeOfCorrection } from '@polyparse/document/schema'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { TaggedCorrections } from '../api/corrections.ts'
import { AnsweredProblem } from '../api/errors.ts'
import { fetchJob } from '../api/job-reader/read-job.ts'
import { messageOfError } from '../api/message-of.ts'
import { Segments } from '../design/Segments.tsx'
import { useToast } from '../design/toast.tsx'
import { useViewMessages } from '../language/view-messages.ts'
import { useSession } from '../session/session.tsx'
import { CorrectionsContext, withCorrection } from './corrections-of.ts'
import './corrections.css'

type CorrectedResultProps = {
  readonly id: string
  /** The result as it was read; null until then. */
  readonly result: ParseResult | null
  readonly children: (shown: ParseResult | null) => ReactNode
}

/** A result as it has been corrected, or as it was read, and the way to correct it. */
export const CorrectedResult = ({ id, result, children }: CorrectedResultProps) => {
  const { corrections: texts } = useViewMessages()
  const { client } = useSession()
  const showToast = useToast()
  const [layer, setLayer] = useState<TaggedCorrections | null>(null)
  const [corrected, setCorrected] = useState<ParseResult | null>(null)
  const [shown, setShown] = useState<'corrected' | 'read'>('corrected')
  const isCorrectable = result?.outputs.json !== undefined

  useEffect(() => {
    if (!isCorrectable) return
    const abort = new AbortController()
    client.corrections(id, abort.signal).then(setLayer, (error: unknown) => {
      if (!abort.signal.aborted) showToast(messageOfError(error))
    })
    return () => abort.abort()
  }, [client, id, isCorrectable])

  const tag = layer === null || layer.entries.length === 0 ? null : layer.tag
  useEffect(() => {
    setCorrected(null)
    if (tag === null) return
    const abort = new AbortController()
    const request = client.jobRequest(id)
    fetchJob({ ...request, path: `${request.path}?corrected=true` }, abort.signal, () => {}).then(
      (job) => {
        if (job.status === 'complete' && 'provider' in job.result) setCorrected(job.result)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) showToast(messageOfError(error))
      },
    )
    return () => abort.abort()
  }, [client, id, tag])

  const context = useMemo(() => {
    if (layer === null) return null
    const correct = async (correction: Correction): Promise<boolean> => {
      try {
        setLayer(await client.replaceCorrections(id, withCorrection(layer.entries, correction), layer.tag))
        return true
      } catch (error) {
        if (!isChanged(error)) {
          showToast(messageOfError(error))
          return false
        }
      }
      return correctAgain(correction)
    }
    /** Somebody else has corrected something meanwhile; if that is another place, nobody needs to know. */
    const correctAgain = async (correction: Correction): Promise<boolean> => {
      try {
        const now = await client.corrections(id, AbortSignal.timeout(againMs))
        if (saidOf(now, correction) === saidOf(layer, correction)) {
          setLayer(await client.replaceCorrections(id, withCorrection(now.entries, correction), now.tag))
          return true
        }
        setLayer(now)
        showToast(texts.changedMeanwhile)
      } catch (error) {
        showToast(isChanged(error) ? texts.changedMeanwhile : messageOfError(error))
      }
      return false
    }
    return { entries: layer.entries, correct }
  }, [client, id, layer, showToast, texts])

  const count = layer?.entries.length ?? 0
  return (
    <CorrectionsContext value={context}>
      <div className="corrected-result">
        {count > 0 && (
          <div className="corrections-bar">
            <p className="small muted">{texts.count(count)}</p>
            <Segments
              label={texts.whatIsShown}
              options={[
                { value: 'corrected', label: texts.corrected },
                { value: 'read', label: texts.asRead },
              ]}
              value={shown}
              onChange={setShown}
            />
          </div>
        )}
        {children(shown === 'corrected' && corrected !== null ? corrected : result)}
      </div>
    </CorrectionsContext>
  )
}

/** The time that it may take to read the corrections once more, in milliseconds. */
const againMs = 30_000

const isChanged = (error: unknown): boolean =>
  error instanceof AnsweredProblem && error.problem.code === 'corrections_changed'

const saidOf = ({ entries }: TaggedCorrections, correction: Correction): string | undefined =>
  entries.find((each) => placeOfCorrection(each) === placeOfCorrection(correction))?.text
