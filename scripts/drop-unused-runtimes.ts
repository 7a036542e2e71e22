import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Deletes the builds of ONNX Runtime for graphics processors and for pages of the web, as `npm install` does: 125 of 139 MB,
 * which npm cannot leave out and nothing here loads.
 */
const isUsed = (file: string): boolean => /^ort\.wasm\.|^ort-wasm-simd-threaded\.(?:mjs|wasm)$/.test(file)

const folder = dirname(fileURLToPath(import.meta.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm')))
for (const file of await readdir(folder)) if (file.startsWith('ort') && !isUsed(file)) await rm(join(folder, file))
