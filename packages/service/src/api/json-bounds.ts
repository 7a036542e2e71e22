import type { FieldError } from '@polyparse/contract'
import { countCodePoints } from '../lib/characters.ts'

/** The bounds of a JSON text, by which the work of its reader does not grow with its mistakes. */
export type JsonBounds = {
  readonly depth: number
  /** Characters of the name of a member. */
  readonly nameLength: number
  /** Members of objects and entries of lists, all together, and of one object or list. */
  readonly values: number
  readonly valuesOfOne: number
}

type Container = {
  /** The names seen so far; null in a list. */
  readonly names: Set<string> | null
  /** The member whose value is being read; null where a name comes next, and in a list. */
  name: string | null
  /** Members or entries so far. */
  values: number
}

export type JsonScan = {
  /**
   * The first place that is out of bounds, or a member that one object has twice, of which `JSON.parse` silently uses the
   * last. Null if there is none, and where the text stops being JSON.
   */
  readonly excess: FieldError | null
  /** True if a number may be out of the range of doubles: it has an exponent, or more digits than any of them. */
  readonly mayLeaveRange: boolean
}

/** Reads a JSON text once, stops at what is out of bounds, and holds nothing but the names of the objects that are open. */
export const scanJson = (text: string, bounds: JsonBounds): JsonScan => {
  const numbers = { digits: 0, mayLeaveRange: false }
  const excess = findExcess(text, bounds, numbers)
  return { excess, mayLeaveRange: numbers.mayLeaveRange }
}

/** `digits` is how many have been read in a row. */
type NumberScan = { digits: number; mayLeaveRange: boolean }

const findExcess = (text: string, bounds: JsonBounds, numbers: NumberScan): FieldError | null => {
  const containers: Container[] = []
  let values = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code <= space) continue
    const inside = containers.at(-1)
    const isNext = code === comma || (inside?.values === 0 && code !== closingBrace && code !== closingBracket)
    if (isNext && inside !== undefined) {
      numbers.digits = 0
      values += 1
      inside.values += 1
      const most =
        values > bounds.values ? bounds.values : inside.values > bounds.valuesOfOne ? bounds.valuesOfOne : null
      if (most !== null) return excess(containers, `must have at most ${most} members and entries`)
    }
    switch (code) {
      case openingBrace:
      case openingBracket:
        if (containers.length === bounds.depth)
          return excess(containers, `must not be nested deeper than ${bounds.depth} levels`)
        containers.push({ names: code === openingBrace ? new Set() : null, name: null, values: 0 })
        break
      case closingBrace:
      case closingBracket:
        containers.pop()
        break
      case comma:
        if (inside !== undefined) inside.name = null
        break
      case quote: {
        const end = endOfString(text, index)
        if (end === -1) return null
        if (inside !== undefined && inside.names !== null && inside.name === null) {
          const name = readName(text.slice(index, end + 1), bounds.nameLength)
          if (name === null) return excess(containers, `has a name of more than ${bounds.nameLength} characters`)
          if (name === undefined) return null
          inside.name = name
          if (inside.names.has(name)) return excess(containers, 'is given twice')
          inside.names.add(name)
        }
        index = end
        break
      }
      default:
        scanNumber(code, numbers)
    }
  }
  return null
}

const scanNumber = (code: number, numbers: NumberScan): void => {
  if (code >= zero && code <= nine) {
    numbers.digits += 1
    if (numbers.digits > digitsOfDoubles) numbers.mayLeaveRange = true
    return
  }
  if (numbers.digits > 0 && (code | lowerCaseBit) === exponentSign) numbers.mayLeaveRange = true
  numbers.digits = 0
}

const [zero, nine, exponentSign, lowerCaseBit] = [0x30, 0x39, 0x65, 0x20]
/** The largest double has one more. */
const digitsOfDoubles = 308

const [space, quote, comma] = [0x20, 0x22, 0x2c]
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/** An entry of a list is reported under the name of the list, so a path has the names of members only. */
const excess = (containers: readonly Container[], message: string): FieldError => ({
  field: nameOfPath(containers.flatMap(({ name }) => name ?? [])),
  message,
})

/** Characters of a name, and names, that a message repeats of a path that a caller may have made long. */
const [shownCharacters, shownNames] = [100, 4]

/**
 * The name in messages for a path into a body, such as `source.url`.
 * @example nameOfPath(['source', 'url']) // 'source.url'
 */
export const nameOfPath = (path: readonly string[]): string => {
  const shown = path.slice(0, shownNames).map((name) => name.slice(0, shownCharacters).toWellFormed())
  return (path.length > shownNames ? [...shown, '…'] : shown).join('.') || 'body'
}

/** One character may be written with as many, such as `\uD83D\uDE00`. */
const maxWritten = 12

/** The name that a JSON string writes; null if it is too long, undefined if it is no JSON. */
const readName = (written: string, maxLength: number): string | null | undefined => {
  if (written.length > maxLength * maxWritten + 2) return null
  // Most names are short and written as they are; what is not allowed in them stops the parser later.
  if (written.length <= maxLength + 2 && !written.includes('\\')) return written.slice(1, -1)
  try {
    const name: unknown = JSON.parse(written)
    if (typeof name !== 'string') return undefined
    return countCodePoints(name) > maxLength ? null : name
  } catch {
    return undefined
  }
}

/**
 * Returns where the string ends that begins here; -1 if nowhere. Most strings have no quote inside. Where there are many, a
 * search for each of them would cost more than looking at every character does.
 */
const endOfString = (text: string, start: number): number => {
  const end = text.indexOf('"', start + 1)
  if (end === -1 || text.charCodeAt(end - 1) !== backslash) return end
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === quote) return index
    if (code === backslash) index += 1
  }
  return -1
}

const backslash = 0x5c
