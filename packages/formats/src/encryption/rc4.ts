/** The key stream of RC4, which OpenSSL no longer offers, and old Office documents are encrypted with. */
export const rc4 = (key: Uint8Array): (() => number) => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number): void => {
    const kept = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = kept
  }
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255
    swap(index, other)
  }
  let first = 0
  let second = 0
  return () => {
    first = (first + 1) & 255
    second = (second + (state[first] ?? 0)) & 255
    swap(first, second)
    return state[((state[first] ?? 0) + (state[second] ?? 0)) & 255] ?? 0
  }
}
