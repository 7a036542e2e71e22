/** A decoder in WebAssembly, loaded for the first picture. */
export type WasmDecoder = { decode<Decoded>(pixels: number, run: () => Promise<Decoded>): Promise<Decoded> }

/**
 * Pixels of a picture up to which its decoder is kept for the next one: its memory, which never shrinks, has eight bytes for each
 * while a page that can be read well has 4 million.
 */
const maxKeptPixels = 8_000_000

/** Loads a decoder once, and anew after a picture that has left it with much memory, or with what a failure has left in it. */
export const wasmDecoder = (load: () => Promise<void>): WasmDecoder => {
  let loaded: Promise<void> | null = null
  const ready = async (): Promise<void> => {
    try {
      await (loaded ??= load())
    } catch (error) {
      loaded = null
      throw error
    }
  }
  return {
    decode: async (pixels, run) => {
      await ready()
      let isSpent = true
      try {
        const decoded = await run()
        isSpent = pixels > maxKeptPixels
        return decoded
      } finally {
        if (isSpent) {
          // Not with the next picture: until then its memory would be kept.
          loaded = null
          await ready()
        }
      }
    },
  }
}
