import { Type } from '@polyparse/document/typebox'
import { jobRequestFor, sourceInput } from './source-input.ts'
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

const compareDocumentsOutput = Type.Object({
  job_id: Type.String(),
  verdict: Type.String(),
  recommended: Type.Union([Type.String(), Type.Null()]),
  providers: Type.Array(Type.Object({ provider: Type.String(), status: Type.String() })),
  disputes: Type.Array(Type.Object({ kind: Type.String(), page: Type.Integer(), message: Type.String() })),
})

export const compareDocuments = (parts: ToolParts): Tool<ReturnType<typeof input>> => ({
  name: 'compare_documents',
  title: 'Compare parsers on a document',
  description:
    'Reads one document with several parsers, and says where they contradict each other and which of them to trust with it.',
  annotations: parses,
  input: input(parts),
  output: compareDocumentsOutput,
  call: async ({ source, providers }, { signal, onProgress }) => {
    const { service, openFile } = parts
    const asked = {
      operation: 'compare',
      outputs: ['markdown'],
      ...(providers !== undefined && { providers }),
    } as const
    const id = await service.runJob(await jobRequestFor(source, asked, openFile), onProgress, signal)
    return service.lookUp({ kind: 'comparison', id }, signal)
  },
})
