/** The part of the SDK that is used at run time, in a module of its own: published, it holds that part of the SDK. */
export { createMcpHandler, fromJsonSchema, McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
export { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
