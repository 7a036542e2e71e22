import { AdminTokenError } from '../accounts/admin-token.ts'
import { BackupError } from '../backup/format.ts'
import { StorageFullError, StorageUnavailableError } from '../blobs/blob-store.ts'
import {
  DatabaseExistsError,
  DatabaseInUseError,
  DatabaseVersionError,
  DiskFullError,
  NoDatabaseError,
  RestoreInterruptedError,
} from '../db/errors.ts'
import { MigrationChangedError, SchemaTooNewError } from '../db/migrate.ts'

/** Why the service cannot start, or work be done on its data: the message is all that an operator needs. */
export const operatorErrors = [
  NoDatabaseError,
  DatabaseInUseError,
  DatabaseVersionError,
  DiskFullError,
  RestoreInterruptedError,
  DatabaseExistsError,
  StorageFullError,
  AdminTokenError,
  SchemaTooNewError,
  MigrationChangedError,
  StorageUnavailableError,
  BackupError,
]
