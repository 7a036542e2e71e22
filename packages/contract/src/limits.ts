/** Fixed limits of the interface (section 8) and decision 13. Sizes in bytes. */
export const limits = {
  idempotencyKeyLength: { minimum: 8, maximum: 255 },
  jsonBodyBytes: 1024 * 1024,
  /** What a JSON body may hold: `values` are members and entries in all, `valuesOfOne` those of one object or list. */
  json: { depth: 32, nameLength: 256, values: 20_000, valuesOfOne: 20_000 },
  /** Of a batch. A job's key is that of the batch, a slash and its number, so the former is shorter. */
  batchJobs: 1000,
  batchBodyBytes: 8 * 1024 * 1024,
  batchJson: { depth: 32, nameLength: 256, values: 200_000, valuesOfOne: 20_000 },
  batchKeyLength: { minimum: 8, maximum: 250 },
  headerBytes: 64 * 1024,
  /** Of a document, a webhook and so on, in characters. */
  urlLength: 8192,
  providerOptionsBytes: 256 * 1024,
  metadata: { pairs: 16, keyLength: { minimum: 1, maximum: 64 }, valueLength: 512 },
  schemaNameLength: { minimum: 1, maximum: 100 },
  schemaDescriptionLength: 1000,
  /** Of one classification: a model gets all of them with every question. */
  labels: 100,
  labelNameLength: { minLength: 1, maxLength: 100 },
  labelDescriptionLength: 1000,
  /** Of all schemas of an account together, archived ones among them: at 64 KiB each, 64 MiB. */
  schemaVersions: 1000,
  /** Of a page that is asked for. */
  pageNumber: { minimum: 1, maximum: 2_147_483_647 },
  /** Entries of lists, after duplicates have collapsed. */
  pages: 10_000,
  outputs: 100,
  providers: 100,
  /** That fill one schema side by side: each reads the whole document, and is paid for that. */
  extractionModels: 8,
  resultBytes: 256 * 1024 * 1024,
  rawBytes: 64 * 1024 * 1024,
  /** Pause between two bytes of an upload, and its whole length. */
  uploadIdleMs: 30_000,
  uploadTotalMs: 3_600_000,
  waitSeconds: 60,
  /** Of a request that parses a document and answers with what was read. */
  parseWaitSeconds: { default: 60, maximum: 300 },
  /** Open event streams of one process, by one account and in all. */
  eventStreams: { account: 32, all: 256 },
  /**
   * Of a document whose pages only its provider can count, a page for each so many bytes counts against the limits of
   * spending: rather too many than too few.
   */
  assumedPageBytes: 20_000,
  /** How many days of usage can be asked for at once. */
  usageDays: 366,
  /** Test events a minute of one account. */
  webhookTestsPerMinute: 10,
  /** Links to the result of a job. A reading view asks for the images of the pages that are scrolled past. */
  shares: {
    perJob: 20,
    expiresInSeconds: { minimum: 60, maximum: 366 * 24 * 3600, default: 7 * 24 * 3600 },
    requestsPerMinute: 600,
  },
  /** Each of them has up to eight members. */
  correctionsPerJob: 2000,
  auditListSize: { default: 100, maximum: 1000 },
  judgementsListSize: { default: 20, maximum: 100 },
  listSize: { default: 20, maximum: 100 },
} as const
