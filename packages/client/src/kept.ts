import { responseJson } from './answers.ts'
import { NotFoundError, UnexpectedAnswerError } from './errors.ts'
import type { ApiRequest, Transport } from './transport.ts'

/** The state that a change replaces: the `etag` that the caller has read, or `*` for any. Without it, nothing may be there yet. */
export type KnownTag = { readonly etag?: string | undefined }

export const ifMatch = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { 'if-match': etag }

/** Asks for what people keep beside a job, with the tag that names it as it is. */
export const askTagged = <Content extends object>(
  transport: Transport,
  request: ApiRequest,
  isContent: (value: unknown) => value is Content,
): Promise<Content & { readonly etag: string }> =>
  transport.send(request, async (response, onPiece) => {
    const content = await responseJson(response, transport.url, onPiece)
    const etag = response.headers.get('etag')
    if (isContent(content) && etag !== null) return { ...content, etag }
    throw new UnexpectedAnswerError(`What answers at ${transport.url} is not Polyparse.`)
  })

/** Removes what is there, if anything is. */
export const removeKept = async (transport: Transport, request: Omit<ApiRequest, 'method'>): Promise<void> => {
  try {
    await transport.send({ ...request, method: 'DELETE' }, async (response) => response.body?.cancel())
  } catch (error) {
    // A repeated request whose first answer was lost is answered so, too.
    if (!(error instanceof NotFoundError && error.code === 'not_found')) throw error
  }
}
