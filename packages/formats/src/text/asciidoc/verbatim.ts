import { cleanFormula } from '../latex/formulas.ts'
import { fullBudget } from '../latex/input.ts'
import type { LightweightPlace } from '../lightweight/lightweight-blocks.ts'

export const asciidocCode = (lines: readonly string[], { writer }: LightweightPlace): void => {
  const first = lines.findIndex((line) => line !== '')
  const text = lines.slice(Math.max(0, first)).join('\n').trimEnd()
  if (text !== '') writer.push({ type: 'code', text })
}

export const asciidocFormula = (lines: readonly string[], { writer }: LightweightPlace): void => {
  const text = cleanFormula(
    lines.join('\n').replaceAll(/^\s*(?:\$\$|\\\[)|(?:\$\$|\\\])\s*$/g, ''),
    new Map(),
    fullBudget(),
  )
  if (text !== '') writer.push({ type: 'formula', text })
}
