/* Works on the data of a service that does not run here. Loads the databases. */
export { openBackUp, type RunningBackup } from '../service/open-back-up.ts'
export { openOperator } from '../service/open-operator.ts'
export { restoreData } from '../service/restore-data.ts'
