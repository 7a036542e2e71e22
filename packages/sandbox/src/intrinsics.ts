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
  lock(target, name, typeof value === 'function' ? refusalOf(resource) : undefined)
}

/**
 * Refuses as {@link refuse} does, a global that is known to be a function, or not to be one. It goes unseen: Node loads
 * what a global needs when it is first looked at, and its HTTP client takes a fifth of an engine's start.
 */
export const refuseUnseen = (name: string, kind: 'function' | 'value'): void => {
  if (!(name in globalThis)) return
  Reflect.deleteProperty(globalThis, name)
  lock(globalThis, name, kind === 'function' ? refusalOf(name) : undefined)
}

/** Not an arrow function, because it may replace a class that another one extends. */
const refusalOf = (resource: string): (() => never) =>
  function (): never {
    throw accessDenied(resource)
  }
