import type { Dispute } from '@polyparse/contract'

/** Tells whether a provider lacks what another has, apart from words that were recognised in pictures. */
export const isMissingFrom = ({ sides, fromImages }: Dispute, provider: string): boolean =>
  fromImages !== true &&
  sides.some((side) => side.provider === provider && side.text === '') &&
  sides.some(({ text }) => text !== '')
