import { createWebhookSecrets, type WebhookSecrets } from '../../src/accounts/webhook-secrets.ts'
import type { Database } from '../../src/db/database.ts'

/** The secrets of the accounts in a database, stored as they are. */
export const secretsOf = ({ database }: { readonly database: Database }): WebhookSecrets =>
  createWebhookSecrets({ database, box: null })
