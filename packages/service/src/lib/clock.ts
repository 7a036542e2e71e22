/** The time, passed in wherever it decides something, so that tests can live through thirty days. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()
