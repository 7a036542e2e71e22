import type { Settings } from '../config.ts'

/** The limits of an engine process, as the settings have them. */
export const engineLimits = ({
  documentMemoryMebibytes,
  documentSeconds,
  documentCpuSeconds,
  pageSeconds,
}: Pick<Settings, 'documentMemoryMebibytes' | 'documentSeconds' | 'documentCpuSeconds' | 'pageSeconds'>) => ({
  memoryBytes: documentMemoryMebibytes * 1024 ** 2,
  cpuMs: documentCpuSeconds * 1000,
  pageMs: pageSeconds * 1000,
  timeoutMs: documentSeconds * 1000,
})
