import { unavailable } from '../classify-error.ts'

/** Limits how many uploads this process receives at once. Any more are refused before they are read. */
export type UploadSlots = {
  /** @throws {ProblemError} `service_unavailable` when all slots are in use. */
  during<Result>(upload: () => Promise<Result>): Promise<Result>
}

export const createUploadSlots = (slots: number): UploadSlots => {
  let acquired = 0
  return {
    during: async (upload) => {
      if (acquired >= slots) throw unavailable('The service is receiving as many uploads as it can at the moment.')
      acquired += 1
      try {
        return await upload()
      } finally {
        acquired -= 1
      }
    },
  }
}
