import type { ApiOperation } from './operation.ts'
import { createBatchOperation, readBatchOperation } from './routes/batches.ts'
import { cancelJobOperation } from './routes/cancel-job.ts'
import {
  readCorrectionsOperation,
  removeCorrectionsOperation,
  replaceCorrectionsOperation,
} from './routes/corrections.ts'
import {
  listJudgementsOperation,
  readJudgementsOperation,
  removeJudgementsOperation,
  replaceJudgementsOperation,
} from './routes/judgements.ts'
import { createJobOperation, createUploadOperation } from './routes/create-job.ts'
import { deleteJobOperation } from './routes/delete-job.ts'
import { healthOperation } from './routes/health.ts'
import { readDeliveriesOperation } from './routes/job-deliveries.ts'
import { jobEventsOperation } from './routes/job-events.ts'
import { readPageOperation } from './routes/job-page.ts'
import { listJobsOperation } from './routes/list-jobs.ts'
import { openApiOperation } from './routes/openapi.ts'
import { liveOperation, readyOperation } from './routes/probes.ts'
import { problemPageOperation } from './routes/problem-pages.ts'
import {
  readImageOperation,
  readPageImageOperation,
  readOutputOperation,
  readProviderImageOperation,
  readProviderOutputOperation,
  readSharedImageOperation,
  readSharedPageImageOperation,
  readSharedProviderImageOperation,
} from './routes/job-parts.ts'
import { parseOperation } from './routes/parse.ts'
import { listProvidersOperation } from './routes/providers.ts'
import { readJobOperation } from './routes/read-job.ts'
import { retryJobOperation } from './routes/retry-job.ts'
import {
  archiveSchemaOperation,
  deleteSchemaOperation,
  listSchemasOperation,
  readSchemaOperation,
  storeSchemaOperation,
} from './routes/schemas.ts'
import { readSharedOperation } from './routes/shared.ts'
import { createShareOperation, listSharesOperation, revokeShareOperation } from './routes/shares.ts'
import { readUsageOperation } from './routes/usage.ts'
import { rotateWebhookSecretOperation, testWebhookOperation } from './routes/webhooks.ts'

/** The public interface, in the order of its description. */
export const apiOperations: readonly ApiOperation[] = [
  createJobOperation,
  createUploadOperation,
  parseOperation,
  listJobsOperation,
  readJobOperation,
  readOutputOperation,
  readImageOperation,
  readProviderOutputOperation,
  readProviderImageOperation,
  readPageImageOperation,
  readPageOperation,
  jobEventsOperation,
  readDeliveriesOperation,
  cancelJobOperation,
  retryJobOperation,
  deleteJobOperation,
  readCorrectionsOperation,
  replaceCorrectionsOperation,
  removeCorrectionsOperation,
  readJudgementsOperation,
  replaceJudgementsOperation,
  removeJudgementsOperation,
  listJudgementsOperation,
  createShareOperation,
  listSharesOperation,
  revokeShareOperation,
  readSharedOperation,
  readSharedImageOperation,
  readSharedProviderImageOperation,
  readSharedPageImageOperation,
  createBatchOperation,
  readBatchOperation,
  storeSchemaOperation,
  listSchemasOperation,
  readSchemaOperation,
  archiveSchemaOperation,
  deleteSchemaOperation,
  listProvidersOperation,
  readUsageOperation,
  rotateWebhookSecretOperation,
  testWebhookOperation,
  healthOperation,
  liveOperation,
  readyOperation,
  openApiOperation,
  problemPageOperation,
]
