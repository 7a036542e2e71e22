/**
 * Sets the clock of this process wrong by so many milliseconds, as if that of its machine were; the returned function sets
 * it right again.
 */
export const setClockWrong = (milliseconds: number): (() => void) => {
  const right = globalThis.Date
  const now = (): number => right.now() + milliseconds
  globalThis.Date = new Proxy(right, {
    construct: (target, given: unknown[], made) => {
      const date: unknown = Reflect.construct(target, given.length === 0 ? [now()] : given, made)
      if (!(date instanceof right)) throw new TypeError('a date was made')
      return date
    },
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  return () => {
    globalThis.Date = right
  }
}
