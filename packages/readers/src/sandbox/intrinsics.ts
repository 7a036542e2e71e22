import { accessDenied } from './access-denied.ts'

/*
 * Code that has taken over an engine may change any object that it can reach: `String.prototype` as well as `process`.
 * What must work all the same is kept before, and called without a look-up.
 */
const { apply } = Reflect

/** A method as it is now, to be called with what it is a method of. */
export const keep = (owner: object, name: string): ((self: unknown, ...values: readonly unknown[]) => unknown) => {
  const method: unknown = Reflect.get(owner, name)
  if (typeof method !== 'function') throw new TypeError(`this Node has no ${name}`)
  return (self, ...values) => apply(method, self, values)
}

/** Sets a property for good. */
export const lock = (target: object, name: PropertyKey, value: unknown): void => {
  Object.defineProperty(target, name, { value, enumerable: true, writable: false, configurable: false })
}

/** Leaves a function in the place of a property that refuses, and nothing where there was no function. */
export const refuse = (target: object, name: string, resource: string): void => {
  if (!(name in target)) return
  const { value } = Object.getOwnPropertyDescriptor(target, name) ?? {}
  // Not an arrow function, as it may stand for a class that another extends.
  const refusal = function (): never {
    throw accessDenied(resource)
  }
  lock(target, name, typeof value === 'function' ? refusal : undefined)
}
