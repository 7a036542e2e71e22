/* The service as a program for operators knows it, running or not. Loads no database. */
export { adminTokenFile, readAdminToken } from '../accounts/admin-token.ts'
export { allowedNames, KeyRequestError, parseName } from '../accounts/names.ts'
export type { Operator } from '../api/admin-operator.ts'
export { writeBackup } from '../backup/write-backup.ts'
export { StorageFullError, StorageUnavailableError } from '../blobs/blob-store.ts'
export { DatabaseInUseError, isUnavailable } from '../db/errors.ts'
export { checks, deepChecks } from '../doctor/doctor.ts'
export { operatorErrors } from '../service/operator-errors.ts'
