/** A link of OpenAPI: the operation that may come next, and the values that an answer or its request has for it. */
export type OpenApiLink = {
  readonly operationId: string
  /** Maps the names of its parameters to runtime expressions; what it needs besides is the caller's choice. */
  readonly parameters: Readonly<Record<string, string>>
}

type LinksByStatus = Readonly<Record<number, Readonly<Record<string, OpenApiLink>>>>

const linksTo = (
  parameters: OpenApiLink['parameters'],
  ...operationIds: readonly string[]
): Readonly<Record<string, OpenApiLink>> =>
  Object.fromEntries(operationIds.map((operationId) => [operationId, { operationId, parameters }]))

const newJob = linksTo({ jobId: '$response.body#/id' }, 'readJob', 'followJob', 'cancelJob', 'deleteJob')

const parts = linksTo(
  { jobId: '$request.path.jobId' },
  'readOutput',
  'readImage',
  'readProviderOutput',
  'readProviderImage',
  'readPageImage',
)

const newBatch = {
  ...linksTo({ batchId: '$response.body#/id' }, 'readBatch'),
  ...linksTo({ batch: '$response.body#/id' }, 'listJobs'),
}

const newSchema = linksTo({ schemaId: '$response.body#/id' }, 'readSchema', 'archiveSchema', 'deleteSchema')
const ofNewShare = { jobId: '$request.path.jobId', shareId: '$response.body#/id' }

/** The links of the operations, by their ids. */
export const links: Readonly<Record<string, LinksByStatus>> = {
  createJob: { 200: newJob, 202: newJob },
  createUpload: { 200: newJob, 202: newJob },
  retryJob: { 202: newJob },
  readJob: { 200: { ...parts, ...linksTo({ batchId: '$response.body#/batchId' }, 'readBatch') } },
  createShare: { 201: { revokeShare: { operationId: 'revokeShare', parameters: ofNewShare } } },
  createBatch: { 200: newBatch, 202: newBatch },
  storeSchema: { 200: newSchema, 201: newSchema },
  readBatch: { 200: linksTo({ batch: '$request.path.batchId' }, 'listJobs') },
}
