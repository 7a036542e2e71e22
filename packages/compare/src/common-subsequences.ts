import library from '@jest/diff-sequences'

type CommonSubsequences = (
  length: number,
  otherLength: number,
  isCommon: (index: number, otherIndex: number) => boolean,
  found: (length: number, index: number, otherIndex: number) => void,
) => void

const isFunction = (value: unknown): value is CommonSubsequences => typeof value === 'function'

// The library's types describe its CommonJS file, where the function is a member; as a module it is the default export.
const loaded: unknown = library
if (!isFunction(loaded)) throw new TypeError('@jest/diff-sequences is not the function it was')

/** Tells the stretches of a longest common subsequence, in their order, by Myers' algorithm in linear space. */
export const commonSubsequences: CommonSubsequences = loaded
