/** The part of ONNX Runtime that is used here. Its package declares its types under another name. */
declare module '#onnxruntime' {
  export type InferenceSession = {
    readonly inputNames: readonly string[]
    readonly outputNames: readonly string[]
    run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>
  }
  export const InferenceSession: { create(model: Uint8Array, options: object): Promise<InferenceSession> }
  export type Tensor = { readonly data: unknown; readonly dims: readonly number[] }
  export const Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor
  export const env: { readonly wasm: { numThreads?: number; wasmBinary?: Uint8Array } }
}
