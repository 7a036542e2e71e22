import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { exampleId } from '../openapi/examples.ts'

/** For the description only: an id that is no UUID is simply not found. */
export const JobPath = Type.Object({
  jobId: Type.String({
    format: 'uuid',
    description: 'The id of the job, as returned by its creation.',
    examples: [exampleId],
  }),
})

export const jobIdOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'jobId' in params ? String(params.jobId) : ''
