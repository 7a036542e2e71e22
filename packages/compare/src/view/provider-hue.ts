/** The number of colours for providers. */
const hueCount = 10

/**
 * The number of a provider's colour, 0–9. It depends on nothing but the id, so that a provider looks the same in every view
 * and report. A sum gives neighbours such as `provider-a` and `provider-b` different ones.
 * @example hueOfProvider('provider-a') // 7
 */
export const hueOfProvider = (id: string): number =>
  Array.from(id, (character) => character.codePointAt(0) ?? 0).reduce((sum, point) => sum + point, 0) % hueCount
