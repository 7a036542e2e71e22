import type { ApiClient } from './client.ts'
import { AnsweredProblem } from './errors.ts'
import { patiently } from './patiently.ts'

/** A single output of a result; null if it has none such. `provider` is null but for a comparison. */
export const readJobOutput = async (
  client: ApiClient,
  { id, provider, output }: { readonly id: string; readonly provider: string | null; readonly output: string },
  signal: AbortSignal,
): Promise<Blob | null> => {
  const of = provider === null ? '' : `/providers/${encodeURIComponent(provider)}`
  try {
    const path = `/api/v1/jobs/${encodeURIComponent(id)}${of}/outputs/${output}`
    return await patiently(() => client.readFile(path, signal), signal)
  } catch (error) {
    if (error instanceof AnsweredProblem && error.problem.code === 'not_found') return null
    throw error
  }
}
