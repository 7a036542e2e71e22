import type { CatalogEntry } from '@polyparse/contract'

const features = { blocks: 'boxes', confidence: 'confidence', 'page-selection': null } as const

/** What distinguishes a provider, in a word each; common abilities are left out. */
export const abilitiesOf = ({ capabilities, mediaTypes }: CatalogEntry): string[] => {
  const named = capabilities.features.flatMap((feature) => features[feature] ?? [])
  const special = capabilities.outputs.filter((output) => output === 'chunks' || output === 'html')
  const reads = mediaTypes ?? []
  const images = reads.some((type) => type.startsWith('image/'))
  const office = reads.some((type) => type.includes('officedocument'))
  return [...(office ? ['PDF, office, web'] : images ? ['PDF, images'] : []), ...named, ...special]
}
