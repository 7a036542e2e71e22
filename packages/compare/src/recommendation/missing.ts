import type { Dispute } from '@polyparse/contract'

/** Whether a provider lacks what another has; what only the recognition of a picture has is missing from nobody. */
export const isMissingFrom = ({ sides, fromImages }: Dispute, provider: string): boolean =>
  fromImages !== true &&
  sides.some((side) => side.provider === provider && side.text === '') &&
  sides.some(({ text }) => text !== '')
