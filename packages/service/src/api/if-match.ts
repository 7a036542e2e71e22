import { Type } from '@polyparse/document/typebox'
import type { FastifyRequest } from 'fastify'
import type { KnownRevision } from '../jobs/known-revision.ts'

/** The tag of what is not there. */
const nothingTag = 'none'

/**
 * The value of `ETag`.
 * @example tagOfRevision('r1') // '"r1"'
 */
export const tagOfRevision = (revision: string | null): string => `"${revision ?? nothingTag}"`

/** The header of a request that replaces or removes `things`. */
export const ifMatchHeader = (things: string) =>
  Type.Object({
    'If-Match': Type.Optional(
      Type.String({
        description: `The \`ETag\` of the ${things} that the request replaces, required if the job has any: two people cannot overwrite each other. \`*\` overwrites any.`,
      }),
    ),
  })

/**
 * Returns the revision that the caller has by its `If-Match`: null, for none at all, without the header. A tag of
 * another kind names a revision that cannot exist. A proxy that compresses makes a tag weak: revisions are never used
 * twice, so it names the same.
 */
export const knownRevisionOf = ({ headers: { 'if-match': tag } }: FastifyRequest): KnownRevision => {
  if (tag === undefined) return { revision: null }
  if (tag.trim() === '*') return 'any'
  const known = /^(?:W\/)?"([^"]*)"$/.exec(tag.trim())?.[1]
  return { revision: known === nothingTag ? null : (known ?? '') }
}
