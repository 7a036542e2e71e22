import type { EnteredKind } from '../../flow/flow.ts'
import { textOfInstruction } from '../field-text.ts'
import { type WordFormField, textOfFormField } from '../form-answers.ts'

/** The fields that are open: an instruction, then its result, which is what is shown. */
export type WordFields = {
  /** Begins a field, or its result, or ends it; the text that one shows that has ended without a result. */
  take(mark: string): string
  /** Says what the innermost field holds as one of a form. */
  hold(form: WordFormField): void
  /** Says that text is shown in the fields. */
  show(): void
  /** Adds to the instruction of the innermost field. */
  instruct(text: string): void
  isShown(): boolean
  /** Returns what text in the innermost field of a form is; undefined in none. */
  entered(): EnteredKind | undefined
  /** The address that a link in one of them leads to. */
  link(): string | null
}

/** Levels; deeper fields are an attack on the memory. */
const maxDocFieldDepth = 100
/** Characters of an instruction that are looked at. */
const maxInstruction = 4000

/** The characters that begin a field, part its instruction from its result, and end it (MS-DOC 2.8.25). */
const docFieldMarks = { begin: '\u0013', separator: '\u0014', end: '\u0015' }

/**
 * @example isFieldMark('\u0013') // true
 */
export const isFieldMark = (character: string): boolean =>
  character >= docFieldMarks.begin && character <= docFieldMarks.end

type DocField = { instruction: string; form: WordFormField | null; inResult: boolean; hasText: boolean }

const kindOfDocField = ({ instruction, form }: DocField): EnteredKind | undefined =>
  form?.kind ?? (/^\s*FORMTEXT\b/i.test(instruction) ? 'text' : undefined)

export const createFields = (): WordFields => {
  const open: DocField[] = []
  const isShown = (): boolean => open.every(({ inResult }) => inResult)
  let beyond = 0
  return {
    take: (mark) => {
      const current = open.at(-1)
      if (mark === docFieldMarks.begin && open.length < maxDocFieldDepth)
        open.push({ instruction: '', form: null, inResult: false, hasText: false })
      else if (mark === docFieldMarks.begin) beyond += 1
      else if (beyond > 0) beyond -= mark === docFieldMarks.end ? 1 : 0
      else if (mark !== docFieldMarks.end && current !== undefined) current.inResult = true
      else if (mark === docFieldMarks.end) {
        open.pop()
        if (current === undefined || current.hasText || !isShown()) return ''
        return current.form === null ? textOfInstruction(current.instruction) : textOfFormField(current.form)
      }
      return ''
    },
    hold: (form) => {
      const current = open.at(-1)
      if (current !== undefined) current.form = form
    },
    show: () => {
      for (const field of open) field.hasText = true
    },
    instruct: (text) => {
      const current = open.at(-1)
      if (current !== undefined && current.instruction.length < maxInstruction) current.instruction += text
    },
    isShown,
    entered: () => open.map(kindOfDocField).findLast((kind) => kind !== undefined),
    link: () =>
      open
        .map(({ instruction }) => /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1] ?? null)
        .findLast((link) => link !== null) ?? null,
  }
}
