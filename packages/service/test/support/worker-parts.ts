import { pino } from 'pino'
import { systemClock } from '../../src/lib/clock.ts'
import { createKeyedLimit } from '../../src/lib/keyed-limit.ts'
import type { Provider } from '@polyparse/providers/port'
import { createAnswerThreads } from '@polyparse/providers/composition'
import type { WorkerLimits, WorkerParts } from '../../src/worker/parts.ts'
import { openAnswerSpool } from '../../src/worker/remote/answer-spool.ts'
import { createRenderer } from '../../src/worker/rendering/renderer.ts'

type Needed = Pick<WorkerParts, 'database' | 'queue' | 'blobs' | 'endings'>
type Given = Needed &
  Partial<Omit<WorkerParts, keyof Needed | 'providers' | 'limits'>> & {
    readonly providers: readonly Provider[]
    readonly limits?: Partial<WorkerLimits>
    /** Where the answers of vendors are kept. */
    readonly spoolFolder: string
  }

/** All that a worker needs: what is not given is as in a service whose storage is available and which logs nothing. */
export const workerParts = async ({ providers, limits, spoolFolder, ...given }: Given): Promise<WorkerParts> => ({
  storage: { isAvailable: () => true },
  answerSpool: await openAnswerSpool(spoolFolder),
  hosts: createKeyedLimit(4),
  answers: createAnswerThreads({ maxMebibytes: 512 }),
  answerReadings: createKeyedLimit(1),
  renderer: given.renderer ?? createRenderer({ maxMebibytes: 512, maxSeconds: 60 }),
  drawPageImages: async () => ({ images: [], missing: null }),
  providerKeys: { read: async () => null },
  escalateTo: null,
  clock: systemClock,
  logger: pino({ level: 'silent' }),
  ...given,
  providers: new Map(providers.map((provider) => [provider.id, provider])),
  limits: {
    maxSourceBytes: 1_000_000,
    maxPages: 100,
    addressPolicy: { allow: 'none' },
    concurrency: new Map(),
    spending: { pagesPerDay: null, costPerJob: null },
    answerGraceSeconds: 60,
    findPausesMs: [10, 10],
    ...limits,
  },
})
