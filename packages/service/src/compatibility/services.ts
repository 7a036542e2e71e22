/** The services whose routes this one can have beside its own. */
export const compatibleServices = ['datalab', 'docling', 'mistral', 'openwebui', 'tika', 'unstructured'] as const
export type CompatibleService = (typeof compatibleServices)[number]

/**
 * Reads names that are separated by commas; null if one of them is unknown.
 * @example parseCompatibleServices('tika') // ['tika']
 */
export const parseCompatibleServices = (text: string): readonly CompatibleService[] | null => {
  const names = new Set(text.split(',').map((name) => name.trim()))
  const known = compatibleServices.filter((name) => names.has(name))
  return known.length === names.size ? known : null
}
