import type { TextRun } from '@polyparse/document'
import { type FlowBlock, flowText } from './flow.ts'

/** A paragraph with a bold label and a value on each line; nothing where no line has a value. */
export const labelledLines = (lines: readonly (readonly [label: string, value: string])[]): FlowBlock[] => {
  const runs = lines
    .filter(([, value]) => value !== '')
    .flatMap(([label, value], index): TextRun[] => [
      { text: `${index === 0 ? '' : '\n'}${label}:`, bold: true },
      { text: ` ${value}` },
    ])
  return runs.length === 0 ? [] : [{ type: 'paragraph', ...flowText(runs) }]
}
