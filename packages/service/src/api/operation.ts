import '@fastify/swagger'
import type { Scope } from '@polyparse/contract'
import type { FastifySchema } from 'fastify'

/** A route with its description, which becomes an operation of the OpenAPI document. */
export type ApiOperation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, with `:name` for parameters. */
  readonly url: string
  /**
   * The scopes that the API key must have; empty: any valid key will do; null: no key is required. `share`: the token
   * of a link to a result takes the place of a key.
   */
  readonly scopes: readonly Scope[] | 'share' | null
  readonly description: FastifySchema
}
