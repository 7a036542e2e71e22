import type { ParseResult } from '@polyparse/contract'
import { warning, type Warning } from '@polyparse/document'
import { jsonPieces, objectPieces } from './json-pieces.ts'

/** Reserved for what is not an output: warnings, times and counts. */
const restBytes = 1024 ** 2

type BytesLeft = { bytes: number }
type OnCut = (kept: number, whole: number, what: string) => void

/**
 * A result as JSON in pieces, of which the outputs take at most `maxBytes`. The rest is cut off, texts at a character
 * and lists at an item, and a warning `output_truncated` states the full size. The raw response has its own limit.
 */
export const resultPieces = (result: ParseResult, maxBytes: number): Generator<string> => {
  const left = { bytes: maxBytes - restBytes }
  const cuts: Warning[] = []
  const outputPieces = (value: unknown, output: string): Iterable<string> =>
    fitted(value, left, (kept, whole, what) => cuts.push(truncated(output, kept, whole, what)))
  return objectPieces(result, (value, name) => {
    if (name === 'outputs') return objectPieces(result.outputs, outputPieces)
    // Warnings come after the outputs, because some are about them.
    return jsonPieces(name === 'warnings' ? [...result.warnings, ...cuts] : value)
  })
}

const fitted = (value: unknown, left: BytesLeft, onCut: OnCut): Iterable<string> => {
  if (typeof value === 'string') return [fittedText(value, left, onCut)]
  if (Array.isArray(value)) return fittedList(value, left, onCut, 'entries')
  if (typeof value !== 'object' || value === null) return jsonPieces(value)
  // `json` is an object of lists.
  return objectPieces(value, (member, name) =>
    Array.isArray(member) ? fittedList(member, left, onCut, name) : jsonPieces(member),
  )
}

function* fittedList(items: readonly unknown[], left: BytesLeft, onCut: OnCut, name: string): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) {
    const pieces = [...jsonPieces(item, 2)]
    const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 1)
    if (bytes > left.bytes) {
      left.bytes = 0
      onCut(index, items.length, name)
      break
    }
    left.bytes -= bytes
    if (index > 0) yield ','
    yield* pieces
  }
  yield ']'
}

const fittedText = (text: string, left: BytesLeft, onCut: OnCut): string => {
  const whole = JSON.stringify(text)
  const bytes = Buffer.byteLength(whole)
  if (bytes <= left.bytes) {
    left.bytes -= bytes
    return whole
  }
  // The rest may be denser than the text on average, so a little less than fits is taken.
  const kept = Math.floor((text.length * Math.max(0, left.bytes - 2) * 0.9) / bytes)
  left.bytes = 0
  onCut(kept, text.length, 'characters')
  return JSON.stringify(text.slice(0, kept).replace(/[\uD800-\uDBFF]$/, ''))
}

const truncated = (output: string, kept: number, whole: number, what: string): Warning =>
  warning(
    'output_truncated',
    `The output ${output} has ${kept} of ${whole} ${what}: the result would be too large with all of them.`,
  )
