import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server'
import type { Static, TObject } from '@polyparse/document/typebox'
import type { RunProgress } from '@polyparse/contract'
import { fromJsonSchema } from '../mcp-sdk.ts'
import type { McpService } from '../service.ts'
import type { OpenFile } from '../sources.ts'
import { ToolError } from '../tool-error.ts'

export type ToolParts = { readonly service: McpService; readonly openFile: OpenFile | null }

/** The parts that a tool may use while it works. */
export type ToolContext = {
  readonly signal: AbortSignal
  readonly onProgress: (progress: readonly RunProgress[]) => void
}

export type Tool<Input extends TObject> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly annotations: ToolAnnotations
  readonly input: Input
  readonly output: TObject
  readonly call: (input: Static<Input>, context: ToolContext) => Promise<CallToolResult>
}

/** The tool only reads what is there already. */
export const readsOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: false }

/** Sends a document to be parsed: it may be fetched from elsewhere, and a vendor may charge for it. */
export const parses: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: true }

/** Adds the tool to the server. What it throws as a {@link ToolError} is answered as such. */
export const addTool = <Input extends TObject>(
  server: McpServer,
  { name, title, description, annotations, input, output, call }: Tool<Input>,
): void => {
  const inputSchema = fromJsonSchema<Static<Input>>({ ...input })
  const outputSchema = fromJsonSchema<Record<string, unknown>>({ ...output })
  server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, async (given, context) => {
    try {
      return await call(given, { signal: context.mcpReq.signal, onProgress: progressOf(context) })
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      return { content: [{ type: 'text', text: error.message }], isError: true }
    }
  })
}

/** Tells how many pages have been read, if the caller wants to know. */
const progressOf = ({ mcpReq }: ServerContext): ToolContext['onProgress'] => {
  const token = mcpReq._meta?.progressToken
  let told = -1
  return (runs) => {
    const done = runs.reduce((sum, { pagesDone }) => sum + pagesDone, 0)
    if (token === undefined || done <= told) return
    told = done
    const totals = runs.map(({ pagesTotal }) => pagesTotal)
    const total = totals.every((each) => each !== undefined) ? totals.reduce((sum, each) => sum + each, 0) : undefined
    const params = {
      progressToken: token,
      progress: done,
      ...(total !== undefined && total > 0 && { total }),
      message: `${done} pages read`,
    }
    // A caller that is gone is noticed by the signal.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
