import { AnswerTooLargeError, ConnectionError, problemError, UnexpectedAnswerError } from './errors.ts'
import { piecesOfBody } from './pieces.ts'
import { readRetryAfter } from './retry-after.ts'
import { isProblem } from './shapes.ts'

/** The statuses with which a proxy answers when it cannot reach the service, or holds requests back. */
const gatewayStatuses: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/** Returns what is wrong, by an answer that is no success. A redirect is not followed: the key is for this address alone. */
export const errorOf = async (response: Response, address: string, onPiece: () => void): Promise<Error> => {
  const content = await responseJson(response, address, onPiece)
  const waitSeconds = readRetryAfter(response.headers.get('retry-after'), response.headers.get('date'))
  if (isProblem(content)) return problemError(content, waitSeconds)
  const said = `${address} answered ${response.status || 'with a redirect'}, without a problem of Polyparse.`
  return gatewayStatuses.has(response.status) ? new ConnectionError(said, waitSeconds) : new UnexpectedAnswerError(said)
}

/** The JSON of an answer; undefined if it is none. @throws {ConnectionError} when it ends in the middle */
export const responseJson = async (response: Response, address: string, onPiece: () => void): Promise<unknown> => {
  const content = parsedJson(await responseText(response, onPiece))
  if (content === undefined && response.headers.get('content-type')?.includes('json') === true)
    throw new ConnectionError(`The answer of ${address} is not whole.`)
  return content
}

/** The text of a body. @throws {AnswerTooLargeError} when it is longer than a string can be */
export const responseText = async (response: Response, onPiece: () => void): Promise<string> => {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of piecesOfBody(response.body)) {
    onPiece()
    text = concatAnswerText(text, decoder.decode(piece, { stream: true }))
  }
  return concatAnswerText(text, decoder.decode())
}

const concatAnswerText = (text: string, more: string): string => {
  try {
    return text + more
  } catch (error) {
    const advice = 'request fewer outputs or pages, or read the outputs one by one'
    throw new AnswerTooLargeError(`The answer is too large to be read at once; ${advice}.`, { cause: error })
  }
}

/**
 * The value of a JSON text; undefined if it is not one.
 * @example parsedJson('{"id":1}') // { id: 1 }
 */
export const parsedJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
