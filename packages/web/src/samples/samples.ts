import { curlSample } from './curl.ts'
import { pythonSample } from './python.ts'
import type { CodeSample, Sampled } from './sample.ts'
import { typescriptSample } from './typescript.ts'

/** Code to copy and run: it creates the job, waits for it, and prints the result. */
export const samplesOf = (sampled: Sampled): CodeSample[] => [
  { language: 'curl', label: 'curl', code: curlSample(sampled) },
  { language: 'typescript', label: 'TypeScript', code: typescriptSample(sampled) },
  { language: 'python', label: 'Python', code: pythonSample(sampled) },
]
