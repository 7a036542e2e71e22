import { accessDenied } from './access-denied.ts'

/*
 * Code that has taken over an engine may change any object that it can reach: `String.prototype` as well as `process`.
 * Whatever must still work then is saved beforehand and called without a look-up.
 */
const { apply } = Reflect

/** A method as it is now, to be called with its receiver. */
export const keep = (owner: object, name: string): ((self: unknown, ...values: readonly unknown[]) => unknown) => {
  const method: unknown = Reflect.get(owner, name)
  if (typeof method !== 'function') throw new TypeError(`this Node has no ${name}`)
  return (self, ...values) => apply(method, self, values)
}

/** Sets a property permanently. */
export const lock = (target: object, name: PropertyKey, value: unknown): void => {
  Object.defineProperty(target, name, { value, enumerable: true, writable: false, configurable: false })
}

/** Replaces a function by one that refuses, and any other property by undefined. */
export const refuse = (target: object, name: string, resource: string): void => {
  if (!(name in target)) return
  const { value } = Object.getOwnPropertyDescriptor(target, name) ?? {}
  // Not an arrow function, because it may replace a class that another one extends.
  const refusal = function (): never {
    throw accessDenied(resource)
  }
  lock(target, name, typeof value === 'function' ? refusal : undefined)
}
