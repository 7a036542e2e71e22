import { maxArgument, maxExpanded, maxNestedMacros, maxVainSearch } from './parameters.ts'

/** The source as it is read, with the macros in it replaced as they come. */
export type Input = {
  /** Tells whether everything is read. */
  isAtEnd(): boolean
  /** Returns what matches a sticky pattern here, which is read; null where nothing does. */
  match(pattern: RegExp): RegExpExecArray | null
  /** Everything up to a mark, and the mark, are read; null, and nothing read, where there is no such mark. */
  until(mark: string): string | null
  /** The source of an argument in braces, or of one character; null where there is none. */
  argument(): string | null
  /** The source of an argument in brackets that is right here, or null. */
  option(): string | null
  /** Puts the text of a macro in front of the rest, unless there was too much of that; `cost` is what it takes to make it. */
  insert(text: string, cost: number): void
}

/** The characters that are left of the bounds of a whole document. */
export type LatexBudget = { expanded: number; vain: number }

export const fullBudget = (): LatexBudget => ({ expanded: maxExpanded, vain: maxVainSearch })

type LatexInputFrame = { readonly text: string; at: number }

export const createInput = (source: string, budget: LatexBudget): Input => {
  const frames: LatexInputFrame[] = [{ text: source, at: 0 }]
  const missing = new Set<string>()

  /** The frame that is read: those that are read to their end are left. */
  const current = (): LatexInputFrame => {
    let frame = frames.at(-1) ?? { text: '', at: 0 }
    while (frames.length > 1 && frame.at >= frame.text.length) {
      frames.pop()
      frame = frames.at(-1) ?? frame
    }
    return frame
  }

  const match: Input['match'] = (pattern) => {
    const frame = current()
    pattern.lastIndex = frame.at
    const found = pattern.exec(frame.text)
    if (found !== null) frame.at += found[0].length
    return found
  }

  const until: Input['until'] = (mark) => {
    const frame = current()
    const key = `${frames.length} ${mark}`
    if (frames.length === 1 && missing.has(key)) return null
    const end = frame.text.indexOf(mark, frame.at)
    if (end === -1) {
      if (frames.length === 1) missing.add(key)
      return null
    }
    const text = frame.text.slice(frame.at, end)
    frame.at = end + mark.length
    return text
  }

  /** Returns what is between two signs that may be nested, from behind the first. */
  const balanced = (open: string, close: string): string | null => {
    const frame = current()
    if (budget.vain < 0) return null
    let depth = 1
    const most = Math.min(frame.text.length, frame.at + maxArgument)
    for (let at = frame.at; at < most; at += 1) {
      const character = frame.text.charAt(at)
      if (character === '\\') at += 1
      else if (character === open) depth += 1
      else if (character === close) depth -= 1
      if (depth === 0) {
        const text = frame.text.slice(frame.at, at)
        frame.at = at + 1
        return text
      }
    }
    budget.vain -= most - frame.at
    return null
  }

  return {
    isAtEnd: () => {
      const frame = current()
      return frame.at >= frame.text.length
    },
    match,
    until,
    argument: () => {
      match(/(?:[^\S\n]|\n(?![^\S\n]*\n)|%[^\n]*\n)+/y)
      if (match(/\{/y) !== null) return balanced('{', '}')
      return match(/\\(?:[a-zA-Z@]+|[^a-zA-Z@])|[^\s\\{}[\]&$%]/y)?.[0] ?? null
    },
    option: () => (match(/[^\S\n]*\[/y) === null ? null : balanced('[', ']')),
    insert: (text, cost) => {
      budget.expanded -= text.length + cost + 1
      current()
      if (budget.expanded >= 0 && frames.length <= maxNestedMacros) frames.push({ text, at: 0 })
    },
  }
}
