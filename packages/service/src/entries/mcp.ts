/* The Model Context Protocol on standard input and output, over the HTTP API of a service. */
export { serveMcp } from '../mcp/serve-mcp.ts'
