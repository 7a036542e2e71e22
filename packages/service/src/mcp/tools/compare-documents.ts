import { Type } from '@polyparse/document/typebox'
import { ToolError } from '../service.ts'
import { documentAnswer } from '../texts.ts'
import { requestFor, sourceInput } from './source-input.ts'
import { parses, type Tool, type ToolParts } from './tool.ts'

const input = ({ openFile }: ToolParts) =>
  Type.Object(
    {
      source: sourceInput(openFile),
      providers: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
          minItems: 2,
          maxItems: 10,
          description: 'The parsers. Omitted: all that are enabled.',
        }),
      ),
    },
    { additionalProperties: false },
  )

const output = Type.Object({
  job_id: Type.String(),
  verdict: Type.String(),
  recommended: Type.Union([Type.String(), Type.Null()]),
  providers: Type.Array(Type.Object({ provider: Type.String(), status: Type.String() })),
  disputes: Type.Array(Type.Object({ kind: Type.String(), page: Type.Integer(), message: Type.String() })),
})

/** The most severe ones. */
const maxDisputes = 15

export const compareDocuments = (parts: ToolParts): Tool<ReturnType<typeof input>> => ({
  name: 'compare_documents',
  title: 'Compare parsers on a document',
  description:
    'Reads one document with several parsers, and says where they contradict each other and which of them to trust with it.',
  annotations: parses,
  input: input(parts),
  output,
  call: async ({ source, providers }, { signal, onProgress }) => {
    const { service, openFile } = parts
    const asked = {
      operation: 'compare',
      outputs: ['markdown'],
      ...(providers !== undefined && { providers }),
    } as const
    const { id, result } = await service.runJob(await requestFor(source, asked, openFile), onProgress, signal)
    if (!('providers' in result)) throw new ToolError('The job is no compare.')
    const { agreement, providers: entries } = result
    const disputes = (agreement?.disputes ?? [])
      .slice(0, maxDisputes)
      .map(({ kind, page, message }) => ({ kind, page, message }))
    const recommended = agreement?.recommendation?.provider ?? null
    const verdict = agreement?.verdict ?? 'not_compared'
    const summary = [
      recommended === null
        ? `No recommendation: ${agreement?.recommendationNote ?? 'there is nothing to compare.'}`
        : `Recommended: ${recommended}. ${agreement?.recommendation?.reasons.join(' ') ?? ''}`,
      ...entries.map(({ provider, status }) => `${provider}: ${status}`),
      `${agreement?.disputes.length ?? 0} disputes; the most severe follow. Job ${id}.`,
    ]
    const text = disputes.map(({ page, message }) => `- Page ${page}: ${message}`).join('\n')
    return documentAnswer(
      { summary: summary.join('\n'), uri: `polyparse://jobs/${id}/disputes`, text },
      {
        job_id: id,
        verdict,
        recommended,
        providers: entries.map(({ provider, status }) => ({ provider, status })),
        disputes,
      },
    )
  },
})
