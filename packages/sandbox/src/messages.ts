import { Type, type Static } from '@polyparse/document/typebox'
import type { EngineRequest } from '@polyparse/engine'
import { engineFailureCodes } from '@polyparse/engine'
import { maxPageBytes } from './frames.ts'

/** An order to the process: read the file with one of its engines, one file at a time. */
export type ReadOrder = {
  readonly engine: string
  readonly path: string
  readonly request: EngineRequest
  /** True if each page is to be sent as soon as it has been read. */
  readonly tellsPages: boolean
}

/**
 * A report of the process, besides documents. It handles hostile input, so nothing that comes from it is trusted before it has
 * this shape.
 * `page` is the page that is being read now, or null for none in particular. `page_read` has a page that has been read, as a
 * document of it alone that is as untrusted as the whole one. `broken` is a fault of the engine itself;
 * `frames` are the lines of its stack, without the message of the error.
 */
export const Report = Type.Union([
  Type.Object({ kind: Type.Literal('ready') }),
  Type.Object({ kind: Type.Literal('page'), number: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) }),
  Type.Object({
    kind: Type.Literal('progress'),
    done: Type.Integer({ minimum: 0 }),
    total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  }),
  Type.Object({
    kind: Type.Literal('page_read'),
    number: Type.Integer({ minimum: 1 }),
    serialized: Type.Refine(
      Type.Unsafe<Uint8Array>(Type.Unknown()),
      (value) => value instanceof Uint8Array && value.byteLength <= maxPageBytes,
    ),
  }),
  Type.Object({
    kind: Type.Literal('failure'),
    code: Type.Enum([...engineFailureCodes]),
    message: Type.String({ maxLength: 1000 }),
  }),
  Type.Object({ kind: Type.Literal('broken'), frames: Type.String({ maxLength: 10_000 }) }),
])
export type Report = Static<typeof Report>
