/** A failure in words for the model that has called a tool. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}
