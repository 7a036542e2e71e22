/** Fixed limits of the interface (section 8) and decision 13. Sizes in bytes. */
export const limits = {
  idempotencyKeyLength: { minimum: 8, maximum: 255 },
  jsonBodyBytes: 1024 * 1024,
  /** The bounds of a JSON body: `values` are members and entries in all, `valuesOfOne` those of one object or list. */
  json: { depth: 32, nameLength: 256, values: 20_000, valuesOfOne: 20_000 },
  /** Jobs of a batch. A job's key is that of the batch, a slash and its number, so the former is shorter. */
  batchJobs: 1000,
  batchBodyBytes: 8 * 1024 * 1024,
  batchJson: { depth: 32, nameLength: 256, values: 200_000, valuesOfOne: 20_000 },
  batchKeyLength: { minimum: 8, maximum: 250 },
  headerBytes: 64 * 1024,
  /** Characters of the URL of a document, a webhook and so on. */
  urlLength: 8192,
  providerOptionsBytes: 256 * 1024,
  metadata: { pairs: 16, keyLength: { minimum: 1, maximum: 64 }, valueLength: 512 },
  schemaNameLength: { minimum: 1, maximum: 100 },
  schemaDescriptionLength: 1000,
  /** Labels of one classification: a model gets all of them with every question. */
  labels: 100,
  labelNameLength: { minLength: 1, maxLength: 100 },
  labelDescriptionLength: 1000,
  /** Versions of all schemas of an account together, archived ones among them: at 64 KiB each, 64 MiB. */
  schemaVersions: 1000,
  /** The number of a page in a request. */
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
  /** The time within which a request that parses a document is answered with the reading. */
  parseWaitSeconds: { default: 60, maximum: 300 },
  /** Open event streams of one process, by one account and in all. */
  eventStreams: { account: 32, all: 256 },
  /**
   * Bytes that count as a page against the limits of spending, for a document whose pages only its provider can count:
   * rather too many pages than too few.
   */
  assumedPageBytes: 20_000,
  /** The maximum number of days of usage in one request. */
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
