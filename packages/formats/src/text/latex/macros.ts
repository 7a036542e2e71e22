import { maxOf } from '@polyparse/engine'
import type { Input } from './input.ts'
import { maxExpanded } from './parameters.ts'

export type Macro = {
  /** The number of its arguments. */
  readonly count: number
  /** The first of them where it is left out; null where it cannot be. */
  readonly preset: string | null
  readonly body: string
}

export type Macros = Map<string, Macro>

/** `\newcommand{\name}[2][preset]{body}` and its like, read behind the command. */
export const readDefinition = (input: Input, macros: Macros): void => {
  const name = (input.argument() ?? '').trim().replace(/^\\/, '')
  const count = Math.min(Number.parseInt(input.option() ?? '0', 10) || 0, 9)
  const preset = input.option()
  const body = input.argument()
  if (name !== '' && body !== null) macros.set(name, { count, preset, body })
}

/** `\def\name#1#2{body}`; one with other signs between its arguments is left out. */
export const readPlainDefinition = (input: Input, macros: Macros): void => {
  const found = input.match(/\s*\\([a-zA-Z@]+|[^a-zA-Z@])([^{}]{0,100})(?=\{)/y)
  const body = input.argument()
  const [, name = '', parameters = ''] = found ?? []
  if (name !== '' && body !== null && /^(?:#\d)*\s*$/.test(parameters))
    macros.set(name, { count: parameters.trim().length / 2, preset: null, body })
}

/** `\let\name=\other`. */
export const readAlias = (input: Input, macros: Macros): void => {
  const [, name = '', other = ''] =
    input.match(/\s*\\([a-zA-Z@]+|[^a-zA-Z@])\s*=?\s*(\\(?:[a-zA-Z@]+|[^a-zA-Z@])|\S)/y) ?? []
  if (name === '') return
  const same = macros.get(other.replace(/^\\/, ''))
  macros.set(name, same ?? { count: 0, preset: null, body: other })
}

/** `\DeclareMathOperator{\name}{text}`. */
export const readOperator = (input: Input, macros: Macros): void => {
  const name = (input.argument() ?? '').trim().replace(/^\\/, '')
  const text = input.argument()
  if (name !== '' && text !== null) macros.set(name, { count: 0, preset: null, body: `\\operatorname{${text}}` })
}

/** Puts what a macro means, with the arguments that follow, in its place; nothing where that would be too much. */
export const expand = ({ count, preset, body }: Macro, input: Input): void => {
  const given: string[] = []
  if (preset !== null) given.push(input.option() ?? preset)
  while (given.length < count) given.push(input.argument() ?? '')
  const places = count === 0 ? 0 : [...body.matchAll(/#[1-9]/g)].length
  if (
    places *
      maxOf(
        given.map(({ length }) => length),
        0,
      ) >
    maxExpanded
  )
    return
  const text = count === 0 ? body : body.replaceAll(/#([1-9])/g, (_, digit: string) => given[Number(digit) - 1] ?? '')
  // A command at the end must not run into a letter that follows.
  input.insert(/\\[a-zA-Z@]+$/.test(text) ? `${text} ` : text, body.length)
}
