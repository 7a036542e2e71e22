import type { Profile } from '../profile.ts'

/** The prompt `prompt_layout_all_en` of rednote-hilab/dots.ocr, `dots_ocr/utils/prompts.py`. */
export const dotsOcr: Profile = {
  id: 'dots-ocr',
  models: 'rednote-hilab/dots.ocr',
  prompt: `Please output the layout information from the PDF image, including each layout element's bbox, its category, and the corresponding text content within the bbox.

1. Bbox format: [x1, y1, x2, y2]

2. Layout Categories: The possible categories are ['Caption', 'Footnote', 'Formula', 'List-item', 'Page-footer', 'Page-header', 'Picture', 'Section-header', 'Table', 'Text', 'Title'].

3. Text Extraction & Formatting Rules:
    - Picture: For the 'Picture' category, the text field should be omitted.
    - Formula: Format its text as LaTeX.
    - Table: Format its text as HTML.
    - All Others (Text, Title, etc.): Format their text as Markdown.

4. Constraints:
    - The output text must be the original text from the image, with no translation.
    - All layout elements must be sorted according to human reading order.

5. Final Output: The entire output must be a single JSON object.
`,
  longestSide: 2000,
  maxTokens: 24_000,
  temperature: 0.1,
  answer: 'layout',
}
