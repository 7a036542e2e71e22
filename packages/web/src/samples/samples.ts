import { curlSample } from './curl.ts'
import { pythonSample } from './python.ts'
import type { Sample, Sampled } from './sample.ts'
import { typescriptSample } from './typescript.ts'

/** The same job in code that can be copied and run: it asks for it, waits, and has the result. */
export const samplesOf = (sampled: Sampled): Sample[] => [
  { language: 'curl', label: 'curl', code: curlSample(sampled) },
  { language: 'typescript', label: 'TypeScript', code: typescriptSample(sampled) },
  { language: 'python', label: 'Python', code: pythonSample(sampled) },
]
