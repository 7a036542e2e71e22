import { unavailable } from '../classify-error.ts'

/** Lets so many uploads in at once, in this process; any more are told to come again, before they are read. */
export type UploadPlaces = {
  /** @throws {ProblemError} when there is no place. */
  during<Result>(upload: () => Promise<Result>): Promise<Result>
}

export const createUploadPlaces = (places: number): UploadPlaces => {
  let taken = 0
  return {
    during: async (upload) => {
      if (taken >= places) throw unavailable('More documents are being uploaded than the service takes at once.')
      taken += 1
      try {
        return await upload()
      } finally {
        taken -= 1
      }
    },
  }
}
