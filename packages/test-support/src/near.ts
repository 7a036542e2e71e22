import assert from 'node:assert/strict'
import type { Box } from '@polyparse/document'

/** Asserts that boxes differ by no more than units and rounding explain. */
export const near = (actual: Box | null | undefined, expected: Box): void => {
  assert.ok(actual !== null && actual !== undefined)
  for (const [index, side] of expected.entries())
    assert.ok(Math.abs((actual[index] ?? 0) - side) < 0.02, actual.join(' '))
}
