import type { Profile } from '../profile.ts'

/** The prompt with which the Qwen models were taught to read documents: QwenLM/Qwen3-VL, `cookbooks`. */
export const qwenVl: Profile = {
  id: 'qwen-vl',
  models: 'Qwen/Qwen2.5-VL, Qwen3-VL',
  prompt: 'qwenvl markdown',
  longestSide: 2048,
  maxTokens: 8192,
  temperature: 0,
  answer: 'markdown',
}
