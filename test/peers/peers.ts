import { installPeers } from './install-peers.ts'

/*
 * Packages that only tests and measurements work with, most of them SDKs of vendors. They are a quarter of a gigabyte, so
 * `npm install` of a clone leaves them out, and whatever imports this module has them installed. They are imported here
 * because Node finds them beside this file alone, and as functions because an `import … from` would be resolved before they
 * are there.
 */
await installPeers()

export type { Client as McpClient } from '@modelcontextprotocol/client'

export const importTextract = () => import('@aws-sdk/client-textract')
export const importAzure = () => import('@azure-rest/ai-document-intelligence')
export const importDocumentAi = () => import('@google-cloud/documentai')
export const importGoogleAuth = () => import('google-auth-library')
export const importLlamaCloud = () => import('@llamaindex/llama-cloud')
export const importMistral = () => import('@mistralai/mistralai')
export const importReducto = () => import('reductoai')

export const importUnstructured = async () => ({
  ...(await import('unstructured-client')),
  ...(await import('unstructured-client/sdk/models/errors')),
  ...(await import('unstructured-client/sdk/models/shared')),
})

export const importMcpClient = async () => ({
  ...(await import('@modelcontextprotocol/client')),
  ...(await import('@modelcontextprotocol/client/stdio')),
})
