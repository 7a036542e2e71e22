/** A decoder in WebAssembly, loaded for the first picture. */
export type WasmDecoder = { decode<Decoded>(pixels: number, run: () => Promise<Decoded>): Promise<Decoded> }

/**
 * Pixels of a picture up to which its decoder is kept for the next one: its memory, which never shrinks, has eight bytes for each
 * while a page that can be read well has 4 million.
 */
const maxKeptPixels = 8_000_000

/** Loads a decoder once, and once more after a picture that has left it with much memory, or with what a failure has left in it. */
export const wasmDecoder = (load: () => Promise<void>): WasmDecoder => {
  let loaded: Promise<void> | null = null
  return {
    decode: async (pixels, run) => {
      try {
        await (loaded ??= load())
        const decoded = await run()
        if (pixels > maxKeptPixels) loaded = null
        return decoded
      } catch (error) {
        loaded = null
        throw error
      }
    },
  }
}
