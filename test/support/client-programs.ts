/** A script of a page, before it is bundled. */
export const pageScript = `
import { createClient } from '@polyparse/client'

globalThis.readFile = async (url, apiKey, file) => {
  const events = []
  const client = createClient({ url, apiKey })
  const { outputs } = await client.parse(file, { onProgress: ({ type }) => events.push(type) })
  return { markdown: outputs.markdown, events }
}
`

/** What a compiler has to take, and what it has to refuse. */
export const typedProgram = `
import { createClient, JobFailedError, type JobEvent, type Table, verifyWebhook } from '@polyparse/client'

const client = createClient({ url: 'http://localhost:3000', apiKey: 'x' })
const { outputs } = await client.parse('report.pdf')
export const markdown: string = outputs.markdown
const onProgress = (event: JobEvent): string => (event.type === 'status' ? event.id : event.provider)
const more = await client.parse(new Uint8Array(), { outputs: ['markdown', 'tables'], pages: [1], onProgress })
export const tables: readonly Table[] = more.outputs.tables
// @ts-expect-error -- it was not asked for
export const text: string = more.outputs.text
// @ts-expect-error -- there is no such output
await client.parse('a.pdf', { outputs: ['prose'] })
// @ts-expect-error -- a parse has one provider
await client.parse('a.pdf', { providers: ['provider-a'] })
const { providers } = await client.compare(new Blob([]), { outputs: ['text'] })
export const texts: string[] = providers.map((entry) => (entry.status === 'parsed' ? entry.result.outputs.text : ''))
const job = await client.jobs.get('x')
export const code = job.status === 'failed' ? job.errorCode : undefined
export const agreement = job.status === 'complete' && 'providers' in job.result ? job.result.agreement : undefined
for await (const { id, source } of client.jobs.list({ status: ['failed'], createdAfter: new Date() }))
  console.log(id, source.filename)
export const headings: string[] | undefined = (await client.jobs.output('x', 'chunks'))[0]?.headings
export const isEncrypted = (error: unknown) => error instanceof JobFailedError && error.code === 'document_encrypted'
export const event = await verifyWebhook(new Headers(), '', 'whsec_')
`
