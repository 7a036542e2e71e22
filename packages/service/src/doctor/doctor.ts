import { setTimeout } from 'node:timers/promises'
import { blobChecks } from './blob-checks.ts'
import type { Check, DoctorParts } from './check.ts'
import { jobChecks } from './job-checks.ts'
import { timeChecks } from './time-checks.ts'

/** All invariants, in the order of their repair: those that end jobs come before those about what jobs leave. */
export const checks: readonly Check[] = [...jobChecks, ...timeChecks, ...blobChecks]

export type Diagnosis = {
  readonly name: string
  readonly right: string
  readonly found: number
  readonly examples: readonly string[]
  /** How many of them were repaired. */
  readonly repaired: number
}

/**
 * Whether the invariant of a check holds; with `repair`, violations are repaired where possible. It does not matter if
 * a service is running: what is only in transition from one state to the next is not found twice.
 */
export const diagnose = async (
  parts: DoctorParts,
  check: Check,
  { repair }: { repair: boolean },
): Promise<Diagnosis> => {
  const found = await findTwice(parts, check)
  const { name, right } = check
  const left = repair && check.repair !== null && found.length > 0 ? await repaired(parts, check, found) : found
  return { name, right, found: found.length, examples: found.slice(0, 3), repaired: found.length - left.length }
}

const findTwice = async (parts: DoctorParts, check: Check): Promise<string[]> => {
  const first = await check.find(parts)
  if (first.length === 0) return []
  await setTimeout(parts.recheckAfterMs ?? 2000)
  const again = new Set(await check.find(parts))
  return first.filter((id) => again.has(id))
}

/** What is still wrong after the repair. */
const repaired = async (parts: DoctorParts, check: Check, found: readonly string[]): Promise<readonly string[]> => {
  await check.repair?.(parts, found)
  const again = new Set(await check.find(parts))
  return found.filter((id) => again.has(id))
}
