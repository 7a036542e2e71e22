import { setTimeout as sleep } from 'node:timers/promises'
import type { CourierParts } from '../../src/webhooks/courier.ts'

/** Resolves once it is done. */
export const untilDone = async (done: () => boolean | Promise<boolean>) => {
  while (!(await done())) await sleep(10)
}

/** How the statements begin that claim what is due: of jobs, and then of batches. */
const claims = ['update webhook_deliveries as delivery', 'update batches set attempts']

/**
 * What a courier looks into, and a function that has it look for what is due since. It resolves when nothing more is found, to
 * the number of announcements that the courier has claimed so far.
 */
export const watchedCourierParts = ({ database, endings }: Pick<CourierParts, 'database' | 'endings'>) => {
  let [begun, ended, claimed] = [0, 0, 0]
  let ring = () => {}
  return {
    database: {
      ...database,
      query: async <Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]> => {
        const [isOfJobs, isOfBatches] = claims.map((claim) => text.includes(claim))
        if (isOfJobs) begun += 1
        const rows = await database.query<Row>(text, parameters)
        if (isOfJobs || isOfBatches) claimed += rows.length
        if (isOfBatches && rows.length === 0) ended = begun
        return rows
      },
    },
    endings: {
      ...endings,
      onWebhookDue: (listener: () => void) => {
        ring = listener
        return endings.onWebhookDue(listener)
      },
    },
    looks: async (): Promise<number> => {
      const before = begun
      ring()
      await untilDone(() => ended > before)
      return claimed
    },
  }
}
