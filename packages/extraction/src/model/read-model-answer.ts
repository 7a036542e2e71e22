import { isDeepStrictEqual } from 'node:util'

export type AnsweredData = Readonly<Record<string, unknown>>

/** The answer of a model, or the reason why there is none. */
export type ReadModelAnswer =
  | { readonly data: AnsweredData; readonly refusal?: undefined }
  | { readonly data?: undefined; readonly refusal: string }

/** Characters of an answer that are read. */
const maxAnswerCharacters = 4 * 1024 * 1024

/**
 * The object in an answer: alone, in a fence, after thoughts or among prose. Of one that was cut off, what was whole by then.
 * Several that differ are none: nothing says which is meant.
 * @example readModelAnswer('{"a":1}', false) // { data: { a: 1 } }
 */
export const readModelAnswer = (answer: string, isCut: boolean): ReadModelAnswer => {
  if (answer.length > maxAnswerCharacters) return { refusal: 'its answer is too long.' }
  const text = answer.split('</think>').at(-1) ?? ''
  const whole = parsedObject(text.trim())
  if (whole !== null) return { data: whole }
  const { objects, open } = objectsIn(text)
  const [first, ...others] = objects.map(parsedObject).filter((object) => object !== null)
  if (others.some((other) => !isDeepStrictEqual(first, other)))
    return { refusal: 'it answered several times, and differently.' }
  if (first !== undefined) return { data: first }
  const mended = isCut && open !== null ? parsedObject(open) : null
  return mended === null ? { refusal: 'it did not answer with JSON.' } : { data: mended }
}

const parsedObject = (text: string): AnsweredData | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isAnsweredObject(value) ? value : null
  } catch {
    return null
  }
}

const isAnsweredObject = (value: unknown): value is AnsweredData =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects of one answer that are looked at. */
const maxObjects = 20

/** The outermost objects of a text, and one that is not closed, closed behind its last whole member. */
const objectsIn = (text: string): { readonly objects: readonly string[]; readonly open: string | null } => {
  const objects: string[] = []
  const closers: string[] = []
  let [start, isText] = [-1, false]
  // The last place where the object may end, with the brackets that close it there.
  let safe: { readonly end: number; readonly closers: readonly string[] } | null = null
  for (let at = 0; at < text.length && objects.length < maxObjects; at += 1) {
    const sign = text[at]
    if (start === -1) {
      if (sign !== '{') continue
      ;[start, safe] = [at, null]
    }
    if (isText) {
      if (sign === '\\') at += 1
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '{' || sign === '[') closers.push(sign === '{' ? '}' : ']')
    else if (sign === ',') safe = { end: at, closers: closers.slice(0, maxCutDepth) }
    else if (sign === '}' || sign === ']') {
      closers.pop()
      if (closers.length === 0) {
        objects.push(text.slice(start, at + 1))
        start = -1
      } else safe = { end: at + 1, closers: closers.slice(0, maxCutDepth) }
    }
  }
  const open = start === -1 || safe === null ? null : text.slice(start, safe.end) + safe.closers.toReversed().join('')
  return { objects, open }
}

/** Levels of an answer that is mended: schemas have eight, so one that is deeper is not of them. */
const maxCutDepth = 20
