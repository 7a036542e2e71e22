import type { CallToolResult } from '@modelcontextprotocol/server'
import { Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import { Agreement } from '@polyparse/contract'
import { parseJsonPart } from '../../lib/json-values.ts'
import { documentAnswer, maxMessage } from '../texts.ts'
import { resultElementsIn, type OpenBody } from './open-body.ts'

/** `id` is that of the job. */
export type ComparisonLookUp = { readonly kind: 'comparison'; readonly id: string }

const entriesIn = resultElementsIn(Type.Object({ provider: Type.String(), status: Type.String() }))
const agreementValidator = Compile(Agreement)

/** The most severe ones. */
const maxListedDisputes = 15

/** Returns what a compare has found. */
export const comparisonFound = async (body: OpenBody, { id }: ComparisonLookUp): Promise<CallToolResult | null> => {
  const entries = await entriesIn(body, ['result', 'providers'])
  if (entries === null) return null
  const providers: { readonly provider: string; readonly status: string }[] = []
  for await (const { provider, status } of entries) providers.push({ provider, status })
  const found = await parseJsonPart(body(), ['result', 'agreement'])
  if (found !== undefined && !agreementValidator.Check(found))
    throw new TypeError('the agreement of a result does not fit its schema')
  const disputes = (found?.disputes ?? [])
    .slice(0, maxListedDisputes)
    .map(({ kind, page, message }) => ({ kind, page, message: message.slice(0, maxMessage) }))
  const recommended = found?.recommendation?.provider ?? null
  const summary = [
    recommended === null
      ? `No recommendation: ${found?.recommendationNote ?? 'there is nothing to compare.'}`
      : `Recommended: ${recommended}. ${found?.recommendation?.reasons.join(' ') ?? ''}`,
    ...providers.map(({ provider, status }) => `${provider}: ${status}`),
    `${found?.disputes.length ?? 0} disputes; the most severe follow. Job ${id}.`,
  ]
  const text = disputes.map(({ page, message }) => `- Page ${page}: ${message}`).join('\n')
  return documentAnswer(
    { summary: summary.join('\n'), uri: `polyparse://jobs/${id}/disputes`, text },
    { job_id: id, verdict: found?.verdict ?? 'not_compared', recommended, providers, disputes },
  )
}
