import type { ContainerBudget } from './budget.ts'

/** A file in a container: an archive, or a mail with attachments. */
export type ContainerEntry = {
  /** The path as the container names it. */
  readonly path: string
  /** The media type that the container states; null for none. */
  readonly mediaType: string | null
  /**
   * Its bytes, unpacked when this is called.
   * @throws {EngineFailure} when it is encrypted, damaged, or takes more of the budget than is left
   */
  read(): Uint8Array
}

/**
 * Lists the files in a container, at most `maxContainerEntries`.
 * @throws {EngineFailure} when it is damaged, or has too many
 */
export type ListEntries = (
  container: Container,
  budget: ContainerBudget,
) => Promise<ContainerEntry[]> | ContainerEntry[]

export type Container = {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** The name without the folders that it is in; null when it is unknown. */
  readonly filename: string | null
  /** Opens what is encrypted in it; null for none. */
  readonly password: string | null
}
