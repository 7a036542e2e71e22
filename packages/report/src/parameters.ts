/** The conditions under which a bench recommends a provider. */
export const benching = {
  /** Scores nearer than this are tied. */
  tieMargin: 0.01,
  /** Documents. What fewer say may be chance. */
  minDocuments: 3,
} as const
