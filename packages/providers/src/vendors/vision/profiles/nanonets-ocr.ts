import type { Profile } from '../profile.ts'

/** The prompt of the model card of nanonets/Nanonets-OCR-s. */
export const nanonetsOcr: Profile = {
  id: 'nanonets-ocr',
  models: 'nanonets/Nanonets-OCR-s, Nanonets-OCR2-3B',
  prompt:
    'Extract the text from the above document as if you were reading it naturally. Return the tables in html format. Return the equations in LaTeX representation. If there is an image in the document and image caption is not present, add a small description of the image inside the <img></img> tag; otherwise, add the image caption inside <img></img>. Watermarks should be wrapped in brackets. Ex: <watermark>OFFICIAL COPY</watermark>. Page numbers should be wrapped in brackets. Ex: <page_number>14</page_number> or <page_number>9/22</page_number>. Prefer using ☐ and ☑ for check boxes.',
  longestSide: 2048,
  maxTokens: 15_000,
  temperature: 0,
  answer: 'markdown',
}
