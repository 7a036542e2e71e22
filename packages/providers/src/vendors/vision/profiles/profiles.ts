import type { Profile } from '../profile.ts'
import { chandra } from './chandra.ts'
import { deepseekOcr } from './deepseek-ocr.ts'
import { dotsOcr } from './dots-ocr.ts'
import { general } from './general.ts'
import { mineruProfile } from './mineru.ts'
import { nanonetsOcr } from './nanonets-ocr.ts'
import { olmocr } from './olmocr.ts'
import { paddleocrVl } from './paddleocr-vl.ts'
import { qwenVl } from './qwen-vl.ts'

/** All profiles; adding one takes a file and an entry here. */
export const profiles: readonly Profile[] = [
  general,
  olmocr,
  nanonetsOcr,
  dotsOcr,
  paddleocrVl,
  deepseekOcr,
  mineruProfile,
  qwenVl,
  chandra,
]
export const profileIds = profiles.map(({ id }) => id)

/** The profile with this id, or null. */
export const profileOf = (id: string): Profile | null => profiles.find((profile) => profile.id === id) ?? null
