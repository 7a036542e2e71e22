/** The parts of each document that an archive can have. */
export const archiveParts = ['markdown', 'csv', 'xlsx', 'images'] as const
export type ArchivePart = (typeof archiveParts)[number]

/** A document whose outputs go into an archive. */
export type ArchivedDocument = {
  /** The id of its job. */
  readonly id: string
  readonly name: string
  /** Below the folder that was chosen, if it was in one. */
  readonly path: string | null
  /** The providers of a comparison; null for a `parse`. */
  readonly providers: readonly string[] | null
  /** Why it has no result; null if it has one. */
  readonly problem: string | null
}
