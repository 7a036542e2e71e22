/** No segment begins with a dot, so that no path leaves the store or names an unfinished file. */
const validPath = /^[a-z0-9-][a-z0-9.-]*(?:\/[a-z0-9-][a-z0-9.-]*)*$/
const validPrefix = /^(?:[a-z0-9-][a-z0-9.-]*\/)*(?:[a-z0-9-][a-z0-9.-]*)?$/

/**
 * @example isBlobPath('results/0199f0a2') // true
 */
export const isBlobPath = (path: string): boolean => validPath.test(path)

/**
 * @throws {RangeError} when it is not a valid path.
 * @example checkedPath('results/0199f0a2') // 'results/0199f0a2'
 */
export const checkedPath = (path: string): string => {
  if (!isBlobPath(path)) throw new RangeError('not a valid blob path')
  return path
}

/**
 * @throws {RangeError} when no valid path can begin with it.
 * @example checkedPrefix('results/') // 'results/'
 */
export const checkedPrefix = (prefix: string): string => {
  if (!validPrefix.test(prefix)) throw new RangeError('not a valid prefix of blob paths')
  return prefix
}
