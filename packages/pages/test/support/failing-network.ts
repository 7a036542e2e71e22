/*
 * The part of Protocol Buffers that ONNX needs: fields with their numbers, of bytes or of whole numbers below 128.
 */
const field = (number: number, value: Uint8Array | string | number): Buffer => {
  if (typeof value === 'number') return Buffer.of(number << 3, value)
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of((number << 3) | 2, bytes.length), bytes])
}
const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields)

const float32 = 1
const int64 = 7

/** A value of one type, of unknown shape. */
const valueInfo = (name: string): Buffer => message(field(1, name), field(2, field(1, field(1, float32))))

/** A network of ONNX that can be loaded, and fails whatever it is asked: it brings pixels into a shape of seven numbers. */
export const failingNetwork = (): Buffer => {
  const shape = message(field(1, 1), field(2, int64), field(8, 'shape'), field(9, Buffer.of(7, 0, 0, 0, 0, 0, 0, 0)))
  const reshape = message(field(1, 'pixels'), field(1, 'shape'), field(2, 'answer'), field(4, 'Reshape'))
  const graph = message(
    field(1, reshape),
    field(2, 'fails'),
    field(5, shape),
    field(11, valueInfo('pixels')),
    field(12, valueInfo('answer')),
  )
  return message(field(1, 8), field(7, graph), field(8, message(field(1, ''), field(2, 13))))
}
