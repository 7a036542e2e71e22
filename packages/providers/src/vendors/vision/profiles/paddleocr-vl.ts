import type { Profile } from '../profile.ts'

/**
 * The task of the model that reads text; it has no task for a whole page, so tables come as lines. The server of
 * PaddleOCR, which finds the parts of a page first, reads better.
 */
export const paddleocrVl: Profile = {
  id: 'paddleocr-vl',
  models: 'PaddlePaddle/PaddleOCR-VL',
  prompt: 'OCR:',
  longestSide: 1600,
  maxTokens: 8192,
  temperature: 0,
  answer: 'markdown',
}
