import { type JudgedDocument, judgementsSchema } from '@polyparse/contract/judgements'
import type {
  AccountUsage,
  Batch,
  BatchAccepted,
  BatchWebhookEvent,
  CompareResult,
  Corrections,
  PageReading,
  ParseResult,
  SchemaList,
  StoredSchema,
  StoreSchemaBody,
  TestWebhookEvent,
  WebhookSecret,
  WebhookTest,
} from '@polyparse/contract'

/** Examples of the OpenAPI document, checked against their schemas by a test. */
export const exampleId = '0199f0a2-6f3d-7e11-8a44-2b7d5c9e1f00'

const exampleRunTiming = {
  startedAt: '2026-01-15T09:30:00.120Z',
  completedAt: '2026-01-15T09:30:00.480Z',
  durationMs: 360,
}

const parseResult: ParseResult = {
  id: exampleId,
  outputs: { markdown: '# Annual report\n\nRevenue grew by 4 %.' },
  pageCount: 2,
  provider: 'auto',
  timing: exampleRunTiming,
  warnings: [{ code: 'page_out_of_range', message: 'The document has no page 9.', page: 9 }],
}

const compareResult: CompareResult = {
  input: 'https://example.com/report.pdf',
  outputs: ['markdown', 'html'],
  providers: [
    {
      provider: 'provider-a',
      status: 'parsed',
      durationMs: 360,
      result: { ...parseResult, provider: 'provider-a' },
    },
    {
      provider: 'provider-b',
      status: 'failed',
      durationMs: 1200,
      error: { message: 'The document is encrypted.', code: 'document_encrypted' },
    },
    { provider: 'provider-c', status: 'unsupported', durationMs: 0 },
  ],
  timing: exampleRunTiming,
}

export const createExamples = {
  parse: {
    summary: 'Markdown of two pages',
    value: {
      operation: 'parse',
      source: { url: 'https://example.com/report.pdf' },
      outputs: ['markdown'],
      pages: [1, 2],
    },
  },
  compare: {
    summary: 'Two providers side by side',
    value: {
      operation: 'compare',
      source: { url: 'https://example.com/report.pdf' },
      outputs: ['markdown', 'tables'],
      providers: ['provider-a', 'provider-b'],
      includeRaw: false,
    },
  },
  webhook: {
    summary: 'Text, with a webhook instead of polling',
    value: {
      operation: 'parse',
      source: { url: 'https://example.com/report.pdf' },
      outputs: ['text'],
      webhook: { url: 'https://example.com/hooks/documents' },
    },
  },
}

export const webhookExamples = {
  complete: {
    summary: 'The result can be read',
    value: {
      type: 'job.complete',
      timestamp: '2026-01-15T09:30:00.480Z',
      data: { id: exampleId, status: 'complete' },
    },
  },
  failed: {
    summary: 'The job has failed; read it to learn why',
    value: {
      type: 'job.failed',
      timestamp: '2026-01-15T09:30:00.480Z',
      data: { id: exampleId, status: 'failed', errorCode: 'document_encrypted' },
    },
  },
}

const testEvent: TestWebhookEvent = {
  type: 'webhook.test',
  timestamp: '2026-01-15T09:30:00.480Z',
  data: { id: exampleId },
}

export const testEventExample = { test: { value: testEvent } }

const delivered: WebhookTest = { id: exampleId, delivered: true, status: 204, durationMs: 87 }
const unanswered: WebhookTest = {
  id: exampleId,
  delivered: false,
  durationMs: 15_000,
  error: 'hooks.example.com did not answer in time.',
}

export const webhookTestExamples = {
  delivered: { summary: 'The receiver has acknowledged it', value: delivered },
  unanswered: { summary: 'No answer came', value: unanswered },
}

const secret: WebhookSecret = {
  secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  createdAt: '2026-01-15T09:30:00.000Z',
  previousUntil: '2026-01-16T09:30:00.000Z',
}

export const webhookSecretExample = { rotated: { value: secret } }

const usage: AccountUsage = {
  from: '2026-01-01',
  to: '2026-01-31',
  currency: 'USD',
  usage: [
    { day: '2026-01-15', provider: 'auto', jobs: 42, pages: 310, cost: 0 },
    { day: '2026-01-15', provider: 'mistral-ocr', jobs: 3, pages: 25, cost: 0.05 },
  ],
  limits: { paidPagesPerDay: { limit: 1000, used: 25 }, paidCostPerJob: 2.5 },
}

export const usageExample = { month: { value: usage } }

export const acceptedExample = { accepted: { value: { id: exampleId, status: 'queued' } } }

export const createBatchExample = {
  invoices: {
    summary: 'Two documents, announced together',
    value: {
      jobs: ['0017', '0018'].map((number) => ({
        operation: 'parse',
        source: { url: `https://example.com/invoice-${number}.pdf` },
        outputs: ['markdown', 'fields'],
      })),
      webhook: { url: 'https://hooks.example.com/batches' },
    },
  },
}

const exampleBatch: Batch = {
  id: '0199f0a2-6f3d-7e11-8a44-2b7d5c9e1eff',
  createdAt: '2026-01-15T09:30:00.000Z',
  total: 2,
  counts: { queued: 1, running: 1, complete: 0, failed: 0 },
}
const endedBatch = { ...exampleBatch, counts: { queued: 0, running: 0, complete: 1, failed: 1 } }

const acceptedBatch: BatchAccepted = {
  ...exampleBatch,
  counts: { queued: 2, running: 0, complete: 0, failed: 0 },
  jobs: [
    { index: 0, id: exampleId, status: 'queued' },
    { index: 1, id: '0199f0a2-6f3d-7e11-8a44-2b7d5c9e1f01', status: 'queued' },
  ],
}

export const batchAcceptedExample = { accepted: { value: acceptedBatch } }

export const batchExample = {
  underWay: { summary: 'Under way', value: exampleBatch },
  complete: { summary: 'All ended', value: { ...endedBatch, completedAt: '2026-01-15T09:30:04.180Z' } },
}

const batchEvent: BatchWebhookEvent = {
  type: 'batch.complete',
  timestamp: '2026-01-15T09:30:04.180Z',
  data: { id: exampleBatch.id, total: exampleBatch.total, counts: endedBatch.counts },
}

export const batchEventExample = { complete: { value: batchEvent } }

export const jobExamples = {
  unfinished: { summary: 'Unfinished', value: { id: exampleId, status: 'running' } },
  parsed: { summary: 'A finished parse', value: { id: exampleId, status: 'complete', result: parseResult } },
  compared: { summary: 'A finished compare', value: { id: exampleId, status: 'complete', result: compareResult } },
  failed: {
    summary: 'A failed job',
    value: {
      id: exampleId,
      status: 'failed',
      error: 'The server at example.com answered with HTTP status 404.',
      errorCode: 'source_unreachable',
    },
  },
}

export const cancelledExample = {
  cancelled: {
    summary: 'A job that was cancelled',
    value: { id: exampleId, status: 'failed', error: 'cancelled', errorCode: 'cancelled' },
  },
}

export const listExample = {
  first: {
    value: {
      jobs: [
        {
          id: exampleId,
          status: 'complete',
          operation: 'parse',
          createdAt: '2026-01-15T09:30:00.000Z',
          completedAt: '2026-01-15T09:30:00.480Z',
          expiresAt: '2026-01-22T09:30:00.480Z',
          source: { filename: 'report.pdf', mediaType: 'application/pdf', sizeBytes: 48213 },
          provider: 'auto',
          pageCount: 2,
          cost: 0,
          quality: { score: 0.992, scale: '0-1' },
          warningCount: 1,
          doubtedPages: { count: 1, worst: 2 },
          metadata: { invoice: '4711' },
        },
      ],
      nextCursor: exampleId,
    },
  },
}

export const catalogExample = {
  catalog: {
    value: {
      providers: [
        {
          id: 'provider-a',
          name: 'Fast layout reader',
          capabilities: { execution: 'async', features: ['blocks', 'page-selection'], outputs: ['markdown', 'text'] },
          mediaTypes: ['application/pdf', 'text/html'],
          options: {
            type: 'object',
            properties: { password: { type: 'string', description: 'Opens an encrypted document.' } },
            additionalProperties: false,
          },
          default: false,
          enabled: true,
        },
      ],
    },
  },
}

const provisionalPage: PageReading = {
  page: 2,
  provisional: true,
  markdown: '## Revenue\n\nRevenue grew by 4 %.',
  text: 'Revenue\n\nRevenue grew by 4 %.',
}

export const pageReadingExamples = { provisional: { summary: 'Before the end of the job', value: provisionalPage } }

export const eventsExample = {
  parsed: {
    summary: 'From the start to the end of a parse',
    value: [
      'retry: 2000',
      `event: status\nid: running\ndata: {"id":"${exampleId}","status":"running"}`,
      'event: progress\ndata: {"provider":"auto","state":"working","pagesDone":0,"status":"working"}',
      'event: progress\ndata: {"provider":"auto","state":"parsed","pagesDone":3,"pagesTotal":3,"status":"parsed"}',
      `event: status\nid: complete\ndata: {"id":"${exampleId}","status":"complete"}`,
      '',
    ].join('\n\n'),
  },
}

const invoiceSchema: StoreSchemaBody = {
  name: 'invoice',
  description: 'Invoices of our suppliers.',
  schema: {
    type: 'object',
    properties: {
      invoiceNumber: { type: 'string', description: 'Invoice number (Rechnungsnummer)' },
      total: { type: 'number', description: 'Gross amount' },
    },
  },
}
export const storeSchemaExample = { invoice: { summary: 'Two fields of an invoice', value: invoiceSchema } }

const { schema: contentOfSchema, ...describedSchema } = invoiceSchema
const schemaSummary = {
  id: exampleId,
  version: 2,
  latestVersion: 2,
  ...describedSchema,
  createdAt: '2026-01-15T09:30:00.000Z',
}
export const schemaExample = {
  invoice: { value: { ...schemaSummary, schema: contentOfSchema } satisfies StoredSchema },
}
export const correctionsExample = {
  one: {
    value: {
      corrections: [
        {
          table: 'p1-t1',
          row: 2,
          column: 1,
          read: '1,234',
          text: '1,284',
          by: { kind: 'key', name: 'ops' },
          at: '2026-01-15T10:12:00.000Z',
        },
      ],
    } satisfies Corrections,
  },
}

export const schemaListExample = { one: { value: { schemas: [schemaSummary] } satisfies SchemaList } }

const judgedDocument = {
  name: 'report.pdf',
  job: exampleId,
  comparedAt: '2026-01-15T09:30:01.000Z',
  disputes: 3,
  readings: [
    { provider: 'provider-a', pages: 2, durationMs: 31 },
    { provider: 'provider-b', pages: 2, durationMs: 840 },
  ],
  settlements: [
    {
      dispute: 1,
      kind: 'number',
      page: 2,
      sides: [
        { provider: 'provider-a', text: '1,284', before: 'Rent is', after: 'a month' },
        { provider: 'provider-b', text: '1,234', before: 'Rent is', after: 'a month' },
      ],
      answer: 'side',
      truth: '1,284',
      right: ['provider-a'],
    },
  ],
} satisfies JudgedDocument
export const judgementsExample = { one: { value: { keeping: 'with_result', document: judgedDocument } } }
export const judgementsListExample = {
  file: { value: { schema: judgementsSchema, exportedAt: '2026-01-15T10:12:00.000Z', documents: [judgedDocument] } },
}
