import type { Settings } from '../config.ts'
import { createSecretBox, type SecretBox } from '../lib/secret-box.ts'

/** Opens what encrypts the secrets in the database, as the settings say; null: nothing does. */
export const openSecretBox = ({ encryptionKeys }: Pick<Settings, 'encryptionKeys'>): SecretBox | null =>
  encryptionKeys === null ? null : createSecretBox(encryptionKeys)
