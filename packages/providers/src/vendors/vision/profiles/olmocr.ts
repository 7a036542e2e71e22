import type { Profile } from '../profile.ts'

/** The prompt and the size of the picture with which the model was trained: allenai/olmocr, `olmocr/prompts`. */
export const olmocr: Profile = {
  id: 'olmocr',
  models: 'allenai/olmOCR-2-7B-1025, olmOCR-7B-0825',
  prompt:
    'Attached is one page of a document that you must process. Just return the plain text representation of this document as if you were reading it naturally. Convert equations to LateX and tables to HTML.\n' +
    'If there are any figures or charts, label them with the following markdown syntax ![Alt text describing the contents of the figure](page_startx_starty_width_height.png)\n' +
    'Return your output as markdown, with a front matter section on top specifying values for the primary_language, is_rotation_valid, rotation_correction, is_table, and is_diagram parameters.',
  longestSide: 1288,
  maxTokens: 8000,
  temperature: 0.1,
  answer: 'front-matter',
}
