import { EngineFailure } from '@polyparse/engine'
import { recognitionLimits } from '../parameters.ts'
import { ownCpuMs } from './within-time.ts'

/** The CPU time that all readings of one page share: turned, in other light, in other languages. */
export type RecognitionTime = {
  leftMs(): number
  /** Reads the page once more while less than half of the time is used; null where it does not, or where that takes too long. */
  again<Reading>(read: () => Promise<Reading>): Promise<Reading | null>
}

export const recognitionTime = (cpuMs: number = recognitionLimits.pageMs): RecognitionTime => {
  const start = ownCpuMs()
  const leftMs = (): number => Math.max(1, start + cpuMs - ownCpuMs())
  return {
    leftMs,
    again: async (read) => {
      if (leftMs() < cpuMs / 2) return null
      try {
        return await read()
      } catch (error) {
        if (error instanceof EngineFailure && error.code === 'timeout') return null
        throw error
      }
    },
  }
}
