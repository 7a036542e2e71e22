import type { Profile } from '../profile.ts'

/**
 * The prompts and sampling of mineru 2.1, `backend/vlm/base_predictor.py`. Models of version 2.5 are asked about the
 * layout first and then about each part of the page, which only MinerU's own server does.
 */
export const mineruProfile: Profile = {
  id: 'mineru',
  models: 'opendatalab/MinerU2.0-2505-0.9B',
  system:
    'A conversation between a user and an LLM-based AI assistant. The assistant gives helpful and honest answers.',
  prompt: 'Document Parsing:',
  longestSide: 2200,
  maxTokens: 16_384,
  temperature: 0,
  body: { top_p: 0.8, top_k: 20, skip_special_tokens: false },
  answer: 'boxed',
}
