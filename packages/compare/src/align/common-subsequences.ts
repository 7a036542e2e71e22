import library from '@jest/diff-sequences'

type CommonSubsequences = (
  length: number,
  otherLength: number,
  isCommon: (index: number, otherIndex: number) => boolean,
  found: (length: number, index: number, otherIndex: number) => void,
) => void

const isFunction = (value: unknown): value is CommonSubsequences => typeof value === 'function'

// The library's types describe its CommonJS file, whose function is a member. As a module, the function is the default export.
const diffSequencesExport: unknown = library
if (!isFunction(diffSequencesExport)) throw new TypeError('@jest/diff-sequences does not export a function')

/** Calls `found` for each stretch of a longest common subsequence, in order, by Myers' algorithm in linear space. */
export const commonSubsequences: CommonSubsequences = diffSequencesExport
