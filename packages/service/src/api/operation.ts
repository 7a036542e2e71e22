import '@fastify/swagger'
import type { FastifySchema } from 'fastify'

/** A route with its description, which becomes an operation of the OpenAPI document. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With `:name` for parameters. */
  readonly url: string
  /** Whether an API key is required. */
  readonly key: boolean
  readonly description: FastifySchema
}
