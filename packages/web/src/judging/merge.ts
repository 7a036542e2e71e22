import { JudgedDocument } from '@polyparse/contract/judgements'
import { Check } from '@polyparse/document/typebox/schema'

type JudgedMembers = Readonly<Record<string, unknown>>

/**
 * Merges the judgements that somebody else has stored meanwhile with those made here since `base`: of two answers about
 * one dispute the own one is the later. Lists of settlements are merged by the subject of each entry, also lists that
 * this version does not know.
 */
export const mergeJudged = (
  base: JudgedDocument | null,
  mine: JudgedDocument | null,
  theirs: JudgedDocument | null,
): JudgedDocument | null => {
  if (mine === null) return null
  const [before, own, other]: readonly JudgedMembers[] = [{ ...base }, { ...mine }, { ...theirs }]
  const lists = Object.keys({ ...other, ...own }).flatMap((name) => {
    const [was, now, there] = [before, own, other].map((members) => settledIn(members?.[name]))
    return was === null ||
      now === null ||
      there === null ||
      was === undefined ||
      now === undefined ||
      there === undefined
      ? []
      : [[name, mergeSettled(was, now, there)] as const]
  })
  const merged: unknown = { ...mine, ...theirs, ...Object.fromEntries(lists) }
  return Check(JudgedDocument, merged) ? merged : mine
}

type Settled = ReadonlyMap<number, unknown>

/** Returns the settlements of a list by the numbers of their subjects; null for any other value. */
const settledIn = (list: unknown): Settled | null => {
  if (list === undefined) return new Map()
  if (!Array.isArray(list)) return null
  const entries = list.map((entry: unknown) => [numberOfSettled(entry), entry] as const)
  return entries.every(([number]) => number > 0) ? new Map(entries) : null
}

const numberOfSettled = (entry: unknown): number => {
  if (typeof entry !== 'object' || entry === null) return 0
  const number = 'dispute' in entry ? entry.dispute : 'field' in entry ? entry.field : null
  return typeof number === 'number' ? number : 0
}

const mergeSettled = (was: Settled, now: Settled, there: Settled): unknown[] => {
  const merged = new Map(there)
  for (const number of new Set([...was.keys(), ...now.keys()])) {
    const said = now.get(number)
    if (JSON.stringify(said) === JSON.stringify(was.get(number))) continue
    // The latest answer comes last, as `undo` takes it.
    merged.delete(number)
    if (said !== undefined) merged.set(number, said)
  }
  return [...merged.values()]
}
