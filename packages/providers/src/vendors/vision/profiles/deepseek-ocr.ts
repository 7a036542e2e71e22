import type { Profile } from '../profile.ts'

/**
 * The prompt of the model card of deepseek-ai/DeepSeek-OCR. The server must keep special tokens, which say where each
 * block is, and vLLM's own processor against repetition takes the sizes of its window with the request.
 */
export const deepseekOcr: Profile = {
  id: 'deepseek-ocr',
  models: 'deepseek-ai/DeepSeek-OCR, DeepSeek-OCR-2',
  prompt: '<|grounding|>Convert the document to markdown.',
  longestSide: 1280,
  maxTokens: 8192,
  temperature: 0,
  body: {
    skip_special_tokens: false,
    vllm_xargs: { ngram_size: 30, window_size: 90, whitelist_token_ids: [128_821, 128_822] },
  },
  answer: 'grounded',
}
