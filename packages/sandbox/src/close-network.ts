import type * as Datagrams from 'node:dgram'
import { createRequire } from 'node:module'
import type * as Net from 'node:net'
import { getSystemErrorMap } from 'node:util'
import { accessDenied } from './access-denied.ts'
import { lock } from './intrinsics.ts'

/*
 * Node 25 and newer deny the network by permission. In older versions every connection is opened by a method of a few
 * native classes, whatever calls it: `fetch`, or the class of a stream that exists anyway, such as `process.stderr` if
 * it is a pipe.
 */

const require = createRequire(import.meta.url)
const socketOpeningMethods = ['bind', 'bind6', 'connect', 'connect6', 'listen', 'send', 'send6']

export const closeNetwork = (): void => {
  if (process.allowedNodeEnvironmentFlags.has('--allow-net')) return
  const refused = [...getSystemErrorMap()].find(([, [name]]) => name === 'EACCES')?.[0]
  for (const handle of handles()) {
    const prototype: unknown = Object.getPrototypeOf(handle)
    if (refused === undefined || !isObjectValue(prototype)) throw unknownNode()
    for (const name of socketOpeningMethods.filter((name) => name in prototype)) lock(prototype, name, () => refused)
    lock(prototype, 'constructor', undefined)
  }
  lock(require('node:dns'), 'lookup', (...values: readonly unknown[]): void => {
    const callback = values[values.length - 1]
    if (typeof callback === 'function') callback(accessDenied('the network'))
  })
}

/** No socket can have this name. It is short, because systems allow about a hundred characters. */
const impossibleSocketPath = '/dev/null/nowhere'

/** One of each class; none of them ever connects to anything. */
const handles = (): readonly object[] => {
  const net: typeof Net = require('node:net')
  const datagrams: typeof Datagrams = require('node:dgram')
  const stream = new net.Socket().connect({ host: 'nowhere', port: 1, lookup: () => {} })
  const local = new net.Socket().on('error', () => {}).connect({ path: impossibleSocketPath })
  const socket = datagrams.createSocket('udp4')
  const states = Object.getOwnPropertySymbols(socket).map((symbol): unknown => Reflect.get(socket, symbol))
  const found = [
    Reflect.get(stream, '_handle'),
    Reflect.get(local, '_handle'),
    ...states.filter(isObjectValue).map((state): unknown => Reflect.get(state, 'handle')),
  ].filter(isObjectValue)
  stream.destroy()
  local.destroy()
  socket.close()
  if (found.length !== 3) throw unknownNode()
  return found
}

const unknownNode = (): Error => new Error(`the network of Node ${process.version} cannot be closed`)

const isObjectValue = (value: unknown): value is object => typeof value === 'object' && value !== null
