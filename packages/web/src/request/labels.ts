import type { ClassificationRequest } from '@polyparse/contract'

/** The labels of which a document gets one, or each range of its pages, as the user types them. */
export type ChosenLabels = Omit<ClassificationRequest, 'labels' | 'by'> & {
  readonly labels: readonly { readonly name: string; readonly description: string }[]
  readonly by: 'document' | 'pages'
}

export const labelsOf = ({ labels, by = 'document', ...more }: ClassificationRequest): ChosenLabels => ({
  ...more,
  labels: labels.map(({ name, description = '' }) => ({ name, description })),
  by,
})

/** Returns the classification to request: null without a label, or the name that two labels share. */
export const labelsRequest = ({
  labels,
  ...more
}: ChosenLabels): { readonly classification: ClassificationRequest | null } | { readonly sameName: string } => {
  const named = labels
    .map(({ name, description }) => ({ name: name.trim(), description: description.trim() }))
    .filter(({ name }) => name !== '')
  const same = named.find((one, index) =>
    named.slice(0, index).some((other) => comparable(other.name) === comparable(one.name)),
  )
  if (same !== undefined) return { sameName: same.name }
  const given = named.map(({ name, description }) => ({ name, ...(description !== '' && { description }) }))
  return { classification: given.length === 0 ? null : { ...more, labels: given } }
}

/** Drops case and accents, as the service does when it compares names. */
const comparable = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
