/** The fields that are open: an instruction, then its result, which is what is shown. */
export type WordFields = {
  /** Begins a field, or its result, or ends it. */
  take(mark: string): void
  /** Adds to the instruction of the innermost field. */
  instruct(text: string): void
  isShown(): boolean
  /** The address that a link in one of them leads to. */
  link(): string | null
}

/** Levels; deeper fields are an attack on the memory. */
const maxDocFieldDepth = 100
/** Characters of an instruction that are looked at. */
const maxInstruction = 4000

/** The characters that begin a field, part its instruction from its result, and end it (MS-DOC 2.8.25). */
const docFieldMarks = { begin: '\u0013', separator: '\u0014', end: '\u0015' }

export const isFieldMark = (character: string): boolean =>
  character >= docFieldMarks.begin && character <= docFieldMarks.end

export const createFields = (): WordFields => {
  const open: { instruction: string; inResult: boolean }[] = []
  let beyond = 0
  return {
    take: (mark) => {
      const current = open.at(-1)
      if (mark === docFieldMarks.begin && open.length < maxDocFieldDepth)
        open.push({ instruction: '', inResult: false })
      else if (mark === docFieldMarks.begin) beyond += 1
      else if (beyond > 0) beyond -= mark === docFieldMarks.end ? 1 : 0
      else if (mark === docFieldMarks.end) open.pop()
      else if (current !== undefined) current.inResult = true
    },
    instruct: (text) => {
      const current = open.at(-1)
      if (current !== undefined && current.instruction.length < maxInstruction) current.instruction += text
    },
    isShown: () => open.every(({ inResult }) => inResult),
    link: () =>
      open
        .map(({ instruction }) => /^\s*HYPERLINK\s+"([^"]+)"/i.exec(instruction)?.[1] ?? null)
        .findLast((link) => link !== null) ?? null,
  }
}
