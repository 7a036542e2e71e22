import { randomBytes } from 'node:crypto'
import { createProviderKeys, type ProviderKeys } from '../../src/accounts/provider-keys.ts'
import type { Database } from '../../src/db/database.ts'
import { createSecretBox, type SecretBox } from '../../src/lib/secret-box.ts'

/** Keys of accounts for providers whose id begins with `vendor`, which are their own adapters if nothing else is said. */
export const testProviderKeys = (
  database: Database,
  {
    box = createSecretBox([randomBytes(32)]),
    adapterOf = (id) => (id.startsWith('vendor') ? id : null),
  }: { box?: SecretBox | null; adapterOf?: (id: string) => string | null } = {},
): ProviderKeys => createProviderKeys({ database, box, adapterOf })
