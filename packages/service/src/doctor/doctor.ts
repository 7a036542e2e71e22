import { setTimeout } from 'node:timers/promises'
import { blobChecks } from './blob-checks.ts'
import type { Check, DeepCheck, DoctorParts, CheckFinding } from './check.ts'
import { contentCheck } from './content-check.ts'
import { jobChecks } from './job-checks.ts'
import { timeChecks } from './time-checks.ts'

/** All invariants, in the order of their repair: those that end jobs come before those about what jobs leave. */
export const checks: readonly Check[] = [...jobChecks, ...timeChecks, ...blobChecks]

/** Those that are checked only on request, because everything has to be read. */
export const deepChecks: readonly DeepCheck[] = [contentCheck]

export type DoctorReport = {
  readonly name: string
  readonly right: string
  readonly found: readonly CheckFinding[]
  /** Those that are no longer wrong after the repair. */
  readonly repaired: readonly CheckFinding[]
  /** The point at which a deep check continues; null if it is complete. */
  readonly next: string | null
}

/**
 * Tells whether the invariant of a check holds; with `repair`, violations are repaired where possible. It does not matter if
 * a service is running: what is only in transition from one state to the next is not found twice.
 */
export const diagnose = async (
  parts: DoctorParts,
  check: Check | DeepCheck,
  { repair, after = null }: { repair: boolean; after?: string | null },
): Promise<DoctorReport> => {
  const first =
    'findFrom' in check ? await check.findFrom(parts, after) : { found: await check.find(parts), next: null }
  const found = await findAgain(parts, check, first.found)
  const { name, right, repair: mend } = check
  if (!repair || mend === null || found.length === 0) return { name, right, found, repaired: [], next: first.next }
  await mend(parts, found)
  const left = await confirmed(parts, check, found)
  return { name, right, found, repaired: found.filter((each) => !left.includes(each)), next: first.next }
}

const findAgain = async (
  parts: DoctorParts,
  check: Check | DeepCheck,
  found: readonly CheckFinding[],
): Promise<readonly CheckFinding[]> => {
  if (found.length === 0) return []
  await setTimeout(parts.recheckAfterMs ?? 2000)
  return confirmed(parts, check, found)
}

/** Those that are still wrong. */
const confirmed = async (
  parts: DoctorParts,
  check: Check | DeepCheck,
  found: readonly CheckFinding[],
): Promise<readonly CheckFinding[]> => {
  const now = 'confirm' in check ? await check.confirm(parts, found) : await check.find(parts)
  const again = new Set(now.map(keyOfFinding))
  return found.filter((each) => again.has(keyOfFinding(each)))
}

const keyOfFinding = ({ code, id }: CheckFinding): string => `${code} ${id}`
