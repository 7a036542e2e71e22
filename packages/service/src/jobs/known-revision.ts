/** The state that a caller knows of what people change together; a revision of null: that there is nothing; `any`: whatever it is. */
export type KnownRevision = { readonly revision: string | null } | 'any'

/** Tells whether a caller knows what is there: nothing, or this revision of it. */
export const knowsRevision = (known: KnownRevision, revision: string | null): boolean =>
  known === 'any' || known.revision === revision
