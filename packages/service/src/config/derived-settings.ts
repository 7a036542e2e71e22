import type { SettingValues } from '@polyparse/providers/settings'
import type { serviceSettings } from './service-settings.ts'

type Given = Pick<
  SettingValues<typeof serviceSettings>,
  'documentCpuSeconds' | 'maxUploadBytes' | 'maxUploads' | 'maxWaiting'
>

/** The limits that follow from other settings. */
export type DerivedSettings = ReturnType<typeof deriveSettings>

export const deriveSettings = ({ documentCpuSeconds, maxUploadBytes, maxUploads, maxWaiting }: Given) => ({
  /** The time for a document by the clock: what hangs on a busy machine uses no CPU time. */
  documentSeconds: 10 * documentCpuSeconds,
  /** Below it no new job is accepted: a few documents of the maximum size are always under way. */
  minFreeBytes: 5 * maxUploadBytes,
  /** Some accounts at their limit leave enough for others. */
  maxUploadsPerAccount: Math.ceil(maxUploads / 4),
  maxWaitingPerAccount: Math.ceil(maxWaiting / 5),
})
