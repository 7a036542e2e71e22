import { conditionalCalls, newCalls, prctl, refusedCalls, type Condition } from './system-calls.ts'

/*
 * A seccomp filter (seccomp(2)): a program of classic BPF that the kernel runs before each system call of a process and
 * of everything that the process starts. It cannot be taken off again.
 */

/** The code of the instruction, how many to skip if it holds and if not, and its operand. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number | 'own pid']

export type SystemCallFilter = {
  /** The number of prctl(2) here. */
  readonly prctl: number
  /** The filter for `restrict.pl`, which knows the number of the process. */
  readonly program: string
}

/**
 * Null where the numbers of the system calls are not known.
 * @example systemCallFilter('mips') // null
 */
export const systemCallFilter = (arch: string = process.arch): SystemCallFilter | null => {
  if (arch !== 'x64' && arch !== 'arm64') return null
  const program = assemble(arch)
  return { prctl: prctl[arch], program: program.map((instruction) => instruction.join(',')).join(';') }
}

type Arch = keyof typeof prctl

const [EPERM, EACCES, ENOSYS] = [1, 13, 38]
const archOf = { x64: 0xc0_00_00_3e, arm64: 0xc0_00_00_b7 } as const
/** This bit is set where an x64 process makes calls of another set of numbers. */
const x32Bit = 0x40_00_00_00

const loadInstructionAt = (offset: number): Instruction => [0x20, 0, 0, offset]
const isEqual = (value: number | 'own pid', ifTrue: number, ifFalse: number): Instruction => [
  0x15,
  ifTrue,
  ifFalse,
  value,
]
const isAtLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value]
const mask = (bits: number): Instruction => [0x54, 0, 0, bits]
const refuse = (error: number): Instruction => [0x06, 0, 0, 0x5_00_00 + error]
const allow: Instruction = [0x06, 0, 0, 0x7f_ff_00_00]
const killInstruction: Instruction = [0x06, 0, 0, 0x80_00_00_00]

/** These offsets are in the structure that the kernel shows to a filter. */
const numberOffset = 0
const archOffset = 4
/** The lower half of an argument: all that these calls look at. */
const argumentOffset = (index: number): number => 16 + 8 * index

const assemble = (arch: Arch): readonly Instruction[] => {
  const index = arch === 'x64' ? 0 : 1
  const { first, allowed } = newCalls
  return [
    loadInstructionAt(archOffset),
    isEqual(archOf[arch], 1, 0),
    killInstruction,
    loadInstructionAt(numberOffset),
    ...(arch === 'x64' ? [isAtLeast(x32Bit, 0, 1), killInstruction] : []),
    ...Object.values(allowed).flatMap((number) => [isEqual(number, 0, 1), allow]),
    isAtLeast(first, 0, 1),
    refuse(ENOSYS),
    ...Object.entries(refusedCalls).flatMap(([name, numbers]) => {
      const number = numbers[index]
      return number === null ? [] : [isEqual(number, 0, 1), refuse(networkCalls.has(name) ? EACCES : EPERM)]
    }),
    ...Object.values(conditionalCalls).flatMap(({ numbers, conditions }) => {
      const check = [...conditions.flatMap(checkOf), allow]
      return [isEqual(numbers[index], 0, check.length), ...check]
    }),
    allow,
  ]
}

/** These get the answer that a process gets which a firewall keeps from the network. */
const networkCalls = new Set(['socket', 'bind', 'listen', 'accept', 'accept4', 'connect'])

/** Goes on after its end if the condition is met. */
const checkOf = (condition: Condition): readonly Instruction[] => {
  const argument = loadInstructionAt(argumentOffset(condition.argument))
  if ('only' in condition) return [argument, isEqual(condition.only, 1, 0), refuse(EPERM)]
  if ('noneOf' in condition)
    return [argument, ...condition.noneOf.flatMap((value) => [isEqual(value, 0, 1), refuse(EPERM)])]
  const masked = [argument, mask(condition.bits)]
  if ('are' in condition) return [...masked, isEqual(condition.are, 1, 0), refuse(EPERM)]
  return [...masked, isEqual(condition.areNot, 0, 1), refuse(EPERM)]
}
