import type { EnteredKind } from '../../flow/flow.ts'
import { type WordFormField, maxFormEntries } from '../form-answers.ts'

/** A field of a form in the making, by the control words of its definition. */
export type RtfFormField = { kind: number; answer: number; byDefault: number; readonly entries: string[] }

export const newRtfFormField = (): RtfFormField => ({ kind: -1, answer: undefinedAnswer, byDefault: 0, entries: [] })

/** The answer is the default. */
const undefinedAnswer = 25

/** Takes a control word in its definition. */
export const defineRtfFormField = (field: RtfFormField, name: string, value: number): void => {
  if (name === 'fftype') field.kind = value
  else if (name === 'ffres') field.answer = value
  else if (name === 'ffdefres') field.byDefault = value
}

/** Returns what text in a field of this definition is; undefined where it is none of a form. */
export const enteredInRtf = ({ kind }: RtfFormField): EnteredKind | undefined => rtfFormKinds[kind]

const rtfFormKinds: Readonly<Record<number, EnteredKind>> = { 0: 'text', 1: 'checkbox', 2: 'choice' }

export const addRtfFormEntry = ({ entries }: RtfFormField, text: string): void => {
  if (entries.length < maxFormEntries) entries.push(text.trim())
}

export const rtfFormFieldOf = ({ kind, answer, byDefault, entries }: RtfFormField): WordFormField | null => {
  const chosen = answer === undefinedAnswer ? byDefault : answer
  if (kind === 1) return { kind: 'checkbox', checked: chosen === 1 }
  return kind === 2 ? { kind: 'choice', entries, chosen } : null
}
